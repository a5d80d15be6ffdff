import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { needs } from "../testing/needs.ts";
import { fewOrMany } from "../testing/few-or-many.ts";
import { outboxChecker } from "./check-outbox.ts";
import { cutPower } from "./cuts.ts";
import type { Entry } from "./journal.ts";
import type { OpenOnFullDiskArgs } from "./programs/open-on-full-disk.ts";
import type { WriteOutboxArgs } from "./programs/write-outbox.ts";
import { createRecording } from "./recording.ts";

const program = (name: string) => path.join(import.meta.dirname, "programs", name);
const WRITER = program("write-outbox.ts");
const FILE = "data/outbox.db";

describe("a power cut and the outbox", needs("gcc", "Linux"), () => {
  async function record(args: Partial<WriteOutboxArgs>, pragmas: string) {
    const recording = createRecording(onTestFinished);
    recording.begin();
    const file = path.join(recording.folder, FILE);
    const whole = { file, seed: 1, sessions: 3, operations: 120, pictureBytes: 6_000, ...args };
    await recording.run(WRITER, whole, [`${program("change-pragmas.ts")}?${pragmas}`]);
    return { recording, entries: recording.finish() };
  }

  test("loses no record that was acknowledged, wherever it falls", async () => {
    const { recording, entries } = await record({}, "wal_autocheckpoint=40");
    const losses = await cutPower(recording, entries, {
      moments: { atRandom: fewOrMany(80, 200) },
      seed: 1,
      check: outboxChecker({ file: FILE }),
    });
    expect(losses).toEqual([]);
  });

  test("loses nothing when the outbox is full and gives up history and full-size pictures", async () => {
    const limits = { maxBytes: 1_500_000 };
    const { recording, entries } = await record(
      { operations: 100, capturePercent: 90, pictureBytes: 20_000, limits },
      "wal_autocheckpoint=40",
    );
    const isReduction = ({ operation }: Entry) =>
      operation.kind === "acknowledge" && operation.text.startsWith('{"reduced"');
    expect(entries.some(isReduction)).toBe(true);
    const check = outboxChecker({ file: FILE, mayReduce: true, limits });
    expect(await cutPower(recording, entries, { moments: { atRandom: fewOrMany(30, 60) }, seed: 2, check })).toEqual(
      [],
    );
  });

  test.each([0, 2])(
    "opens and drains on a disk that is full after %d writes, with the ballast's space",
    async (writes) => {
      const recording = createRecording(onTestFinished);
      recording.begin();
      const file = path.join(recording.folder, FILE);
      await recording.run(program("open-on-full-disk.ts"), { file, writesBefore: writes } satisfies OpenOnFullDiskArgs);
      expect(readFileSync(recording.ledger, "utf8")).toContain('{"settled":"waiting"}');
    },
  );

  test("refuses a capture whose sync fails, and loses none that it took before or after", async () => {
    const recording = createRecording(onTestFinished);
    recording.begin();
    // The first syncs open the file. From then on one in eight fails.
    recording.setFaults(Array.from({ length: 16 }, (_, index) => `fail-once ${24 + 8 * index} *\n`).join(""));
    const args = {
      file: path.join(recording.folder, FILE),
      seed: 4,
      sessions: 1,
      operations: 200,
      pictureBytes: 6_000,
    };
    await recording.run(WRITER, args, [`${program("change-pragmas.ts")}?wal_autocheckpoint=40`]);
    const entries = recording.finish();
    expect(entries.filter(({ operation }) => operation.kind === "fail")).toHaveLength(16);
    const ledger = entries.flatMap(({ operation }) => (operation.kind === "acknowledge" ? [operation.text] : []));
    const firstRefused = ledger.findIndex((line) => line.includes('"refused"'));
    expect(ledger[firstRefused]).toContain('"unwritable"');
    expect(ledger.slice(firstRefused).some((line) => line.includes('"captured"'))).toBe(true);
    const check = outboxChecker({ file: FILE });
    expect(await cutPower(recording, entries, { moments: { atRandom: fewOrMany(40, 80) }, seed: 4, check })).toEqual(
      [],
    );
  });

  test.each(["OFF", "NORMAL"])("shows losses when the outbox is opened with synchronous=%s", async (synchronous) => {
    const { recording, entries } = await record({ sessions: 1 }, `synchronous=${synchronous}&wal_autocheckpoint=40`);
    const losses = await cutPower(recording, entries, {
      moments: { atRandom: 40 },
      seed: 1,
      check: outboxChecker({ file: FILE }),
    });
    expect(losses.length).toBeGreaterThan(10);
  });
});
