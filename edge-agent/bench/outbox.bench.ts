/*
 * What the outbox costs beyond the disk: inserting a record with a picture of 200 KB, against a bare insert of the same
 * bytes into one table with synchronous=FULL, in the same run on the same disk. Run: node
 * edge-agent/bench/outbox.bench.ts [folder]. Rounds alternate, so that both meet the same disk; medians are compared.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { openOutbox } from "../src/outbox/open-outbox.ts";

const ROUNDS = 20;
const INSERTS_PER_ROUND = 25;
const PICTURE_BYTES = 200_000;
const SMALL_BYTES = 10_000;

const folder = mkdtempSync(path.join(process.argv[2] ?? os.tmpdir(), "outbox-bench-"));
const logger = { info() {}, warn() {}, error() {} };
const file = path.join(folder, "outbox.db");
const outbox = openOutbox({ file, nowMs: Date.now, newId: () => crypto.randomUUID(), logger, sign: undefined });

const bare = new Database(path.join(folder, "bare.db"));
bare.pragma("page_size = 8192");
bare.pragma("journal_mode = WAL");
bare.pragma("synchronous = FULL");
bare.exec("CREATE TABLE bytes (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)");
const insertBare = bare.prepare<[Buffer]>("INSERT INTO bytes (bytes) VALUES (?)");

function insertIntoOutbox(): void {
  const result = outbox.insert({
    kind: "category-scan",
    id: crypto.randomUUID(),
    deviceId: "bench",
    cameraId: "gate-1",
    containerNumber: "MSCU1234566",
    capturedAtMs: Date.now(),
    clockSynchronised: true,
    payload: { detections: [{ class_name: "carton", confidence: 0.9, area_percentage: 12 }] },
    pictures: { original: randomBytes(PICTURE_BYTES), small: randomBytes(SMALL_BYTES) },
  });
  if (!result.ok) throw new Error(result.message);
}

function timeMs(work: () => void): number {
  const startedAt = performance.now();
  for (let count = 0; count < INSERTS_PER_ROUND; count++) work();
  return (performance.now() - startedAt) / INSERTS_PER_ROUND;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const outboxMs: number[] = [];
const bareMs: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  outboxMs.push(timeMs(insertIntoOutbox));
  bareMs.push(timeMs(() => insertBare.run(randomBytes(PICTURE_BYTES + SMALL_BYTES))));
}
outbox.close();
bare.close();
rmSync(folder, { recursive: true });

const ratio = median(outboxMs) / median(bareMs);
console.log(
  `outbox insert ${median(outboxMs).toFixed(2)} ms, bare insert ${median(bareMs).toFixed(2)} ms, ratio ${ratio.toFixed(2)}`,
);
