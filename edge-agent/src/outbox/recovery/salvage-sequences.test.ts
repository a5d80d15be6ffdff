import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { continueSequences } from "./salvage-sequences.ts";
import { openDatabase } from "../database.ts";
import { temporaryFolder } from "../testing/captures.ts";

const KIND = "category-scan";

test("each sequence continues at its furthest end, and the numbers that no record has are noted as gaps", () => {
  const db = openDatabase(path.join(temporaryFolder(), "outbox.db"), { maxBytes: 1024 ** 2, busyTimeoutMs: 0 });
  onTestFinished(() => void db.close());
  const insert = db.prepare(
    `INSERT INTO records (id, kind, camera_id, sequence, captured_at_ms, clock_synchronised, priority, payload_version,
       sha256, record_sha256, size_bytes, parked_reason, payload)
     VALUES (@id, '${KIND}', @cameraId, @sequence, 0, 1, 0, 1, '', @id, 0, @parkedReason, x'')`,
  );
  const records = (cameraId: string, sequences: number[], parkedReason: string | null = null) => {
    for (const sequence of sequences) insert.run({ id: `${cameraId}-${sequence}`, cameraId, sequence, parkedReason });
  };
  const row = (cameraId: string, lastSequence: number, lastDeliveredSequence: number) => ({
    cameraId,
    kind: KIND,
    lastSequence,
    lastRecordSha256: `${cameraId}-in-file`,
    lastDeliveredSequence,
  });
  records("ends-in-gap", [3, 5]);
  records("records-only", [4, 6]);
  records("records-further", [2, 5]);
  records("same-end", [2, 3]);
  // Delivered out of order: one from before the last delivery still waits.
  records("late", [2, 6]);
  records("number-damaged", [4]);
  records("number-damaged", [99], "damaged on disk: the record does not match its SHA-256");
  db.prepare(`INSERT INTO sequences VALUES ('further', '${KIND}', 8, 'further-8', 7)`).run();

  const damaged = [
    row("ends-in-gap", 6, 1),
    row("records-further", 3, 0),
    row("same-end", 3, 1),
    row("late", 7, 4),
    row("number-damaged", 5, 3),
    row("further", 6, 2),
  ];
  expect(continueSequences(db, damaged, "the-quarantine")).toBe(9);
  expect(db.prepare("SELECT * FROM gaps ORDER BY camera_id, from_sequence").raw().all()).toEqual([
    ["ends-in-gap", KIND, 2, 2, "the-quarantine"],
    ["ends-in-gap", KIND, 4, 4, "the-quarantine"],
    ["ends-in-gap", KIND, 6, 6, "the-quarantine"],
    ["late", KIND, 5, 5, "the-quarantine"],
    ["late", KIND, 7, 7, "the-quarantine"],
    ["number-damaged", KIND, 5, 5, "the-quarantine"],
    ["records-further", KIND, 1, 1, "the-quarantine"],
    ["records-further", KIND, 3, 4, "the-quarantine"],
    ["records-only", KIND, 5, 5, "the-quarantine"],
  ]);
  expect(db.prepare("SELECT * FROM sequences ORDER BY camera_id").raw().all()).toEqual([
    ["ends-in-gap", KIND, 6, "ends-in-gap-in-file", 1],
    ["further", KIND, 8, "further-8", 7],
    ["late", KIND, 7, "late-in-file", 4],
    ["number-damaged", KIND, 5, "number-damaged-in-file", 3],
    ["records-further", KIND, 5, "records-further-5", 0],
    ["records-only", KIND, 6, "records-only-6", 3],
    ["same-end", KIND, 3, "same-end-in-file", 1],
  ]);
});
