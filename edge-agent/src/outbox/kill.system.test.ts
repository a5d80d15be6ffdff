import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { fewOrMany } from "../../../deploy/testing/few-or-many.ts";
import { seededRandom } from "../../../deploy/testing/seeded-random.ts";
import { openTestOutbox, temporaryFolder, waitingIds } from "./testing/captures.ts";

const KILLS = fewOrMany(12, 48);
const LOOP = fileURLToPath(new URL("./testing/insert-loop.ts", import.meta.url));

const random = seededRandom();

/** Runs the loop until it has printed `lines` lines and a random few milliseconds more, then kills it. */
async function runAndKill(file: string, prefix: string, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [LOOP, file, prefix], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    if (printed.length === lines) setTimeout(() => child.kill("SIGKILL"), random.next() * 20);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return printed;
}

test("every commit before a SIGKILL is intact afterwards, and only delivered records are deleted", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "outbox.db");
  const committed = new Set<string>();
  const maybeDelivered = new Set<string>();
  for (let round = 0; round < KILLS; round++) {
    for (const line of await runAndKill(file, `round-${round}`, 1 + (round % 12))) {
      if (line.startsWith("-")) maybeDelivered.add(line.slice(1));
      else committed.add(line);
    }
  }
  const db = new Database(file);
  expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
  db.close();

  const outbox = openTestOutbox({ folder });
  for (const { id } of outbox.unnumbered()) expect(outbox.assignNumber(id, "MSCU1234566")).toBe("numbered");
  const waiting = new Set(waitingIds(outbox));
  const delivered = new Set(outbox.delivered(100_000).map(({ id }) => id));
  const lost = [...committed].filter((id) => !waiting.has(id) && !delivered.has(id));
  expect(lost).toEqual([]);
  expect([...delivered].filter((id) => waiting.has(id) || !maybeDelivered.has(id))).toEqual([]);
  expect([...waiting].filter((id) => !outbox.read(id).ok)).toEqual([]);
  expect(outbox.status()).toMatchObject({ parked: 0, quarantines: [], sequenceGaps: [] });
  expect(committed.size).toBeGreaterThan(KILLS);
});
