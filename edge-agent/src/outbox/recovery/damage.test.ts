import {
  closeSync,
  copyFileSync,
  cpSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../digest.ts";
import type { Outbox } from "../outbox.ts";
import {
  createTestLogger,
  eventsCapture,
  openTestOutbox,
  scanCapture,
  temporaryFolder,
  waitingIds,
} from "../testing/captures.ts";

const COUNT = 40;

/** An outbox file with scans of two cameras in it; returns the ids in order. */
function fillOutbox(folder: string): { ids: string[]; file: string; contents: Map<string, string> } {
  const outbox = openTestOutbox({ folder });
  const captures = Array.from({ length: COUNT }, (_, index) =>
    scanCapture({ cameraId: `gate-${index % 2}`, originalBytes: 30_000 }),
  );
  for (const capture of captures) outbox.insert(capture);
  const contents = new Map(captures.map(({ id }) => [id, fingerprint(outbox, id)]));
  outbox.close();
  return { ids: captures.map(({ id }) => id), file: outbox.file, contents };
}

/** Returns a hash of the result of reading a record, pictures included. */
const fingerprint = (outbox: Outbox, id: string): string => sha256Hex(JSON.stringify(outbox.read(id)));

/** Every record is waiting (whole, or with its small picture only), parked, or inside a reported gap. */
function expectAccounted(outbox: Outbox, filled: ReturnType<typeof fillOutbox>) {
  const readable = waitingIds(outbox).filter((id) => filled.contents.has(id) && outbox.read(id).ok);
  const whole = readable.filter((id) => fingerprint(outbox, id) === filled.contents.get(id));
  for (const id of readable.filter((id) => !whole.includes(id))) {
    expect(outbox.read(id)).toMatchObject({ record: { image: { reduced: true } } });
  }
  const parked = new Set(outbox.parked().map(({ id }) => id));
  const missing = filled.ids.filter((id) => !readable.includes(id) && !parked.has(id));
  const { sequenceGaps } = outbox.status();
  const inGaps = sequenceGaps.reduce((sum, { fromSequence, toSequence }) => sum + toSequence - fromSequence + 1, 0);
  expect(missing.length).toBe(inGaps);
  return { whole: whole.length, reduced: readable.length - whole.length, parked: parked.size, missing: missing.length };
}

function overwrite(file: string, position: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, bytes, 0, bytes.length, position);
  closeSync(descriptor);
}

test("a file whose first page is overwritten goes to quarantine and all its records are saved", () => {
  const folder = temporaryFolder();
  const filled = fillOutbox(folder);
  overwrite(filled.file, 0, Buffer.alloc(8192, 0xaa));
  const outbox = openTestOutbox({ folder });
  expect(expectAccounted(outbox, filled)).toEqual({ whole: COUNT, reduced: 0, parked: 0, missing: 0 });
  const [quarantine] = outbox.status().quarantines;
  expect(quarantine).toMatch(/outbox-quarantine-20261120T080000000Z$/);
  expect(readdirSync(quarantine!)).toContain("outbox.db-first-page");
  expect(outbox.insert(scanCapture({ cameraId: "gate-1" }))).toMatchObject({ ok: true, sequence: COUNT / 2 + 1 });
});

test.each([0.5, 0.9])("a file truncated to %d of its size gives back what is left and reports the gaps", (share) => {
  const folder = temporaryFolder();
  const filled = fillOutbox(folder);
  truncateSync(filled.file, Math.floor(statSync(filled.file).size * share));
  const outbox = openTestOutbox({ folder });
  const result = expectAccounted(outbox, filled);
  expect(result.whole).toBeGreaterThan(0);
  expect(outbox.status().quarantines).toHaveLength(1);
  expect(outbox.insert(scanCapture({ cameraId: "gate-1" }))).toMatchObject({ ok: true, sequence: COUNT / 2 + 1 });
});

test("a stretch of zeros in the middle costs only the records under it", () => {
  const folder = temporaryFolder();
  const filled = fillOutbox(folder);
  const { size } = statSync(filled.file);
  overwrite(filled.file, Math.floor(size / 2), Buffer.alloc(100_000));
  const result = expectAccounted(openTestOutbox({ folder }), filled);
  expect(result.whole).toBeGreaterThan(COUNT / 2);
  expect(result.whole).toBeLessThan(COUNT);
});

test("records that are still in the write-ahead log outlive a database emptied or deleted under it", () => {
  for (const harm of [(file: string) => truncateSync(file, 0), (file: string) => rmSync(file)]) {
    const crashed = temporaryFolder();
    const folder = temporaryFolder();
    const outbox = openTestOutbox({ folder: crashed });
    const captures = [scanCapture(), scanCapture()];
    for (const capture of captures) outbox.insert(capture);
    // A copy of the files as a crash leaves them, the log not yet folded into the database.
    for (const suffix of ["", "-wal"]) copyFileSync(outbox.file + suffix, path.join(folder, `outbox.db${suffix}`));
    harm(path.join(folder, "outbox.db"));
    expect(waitingIds(openTestOutbox({ folder }))).toEqual(captures.map(({ id }) => id));
  }
});

test("an emptied file without a log is not taken for a new outbox in silence", () => {
  const folder = temporaryFolder();
  const { file } = fillOutbox(folder);
  openTestOutbox({ folder, limits: { ballastBytes: 16 * 1024 ** 2 } }).close();
  truncateSync(file, 0);
  expect(openTestOutbox({ folder }).status()).toMatchObject({ pending: 0, quarantines: [expect.any(String)] });
});

test("the making of the file that a power cut ended begins again, with a line in the log and no quarantine", () => {
  const folder = temporaryFolder();
  const logger = createTestLogger();
  for (const suffix of ["", "-wal"]) writeFileSync(path.join(folder, `outbox.db${suffix}`), "");
  const outbox = openTestOutbox({ folder, logger });
  expect(outbox.status()).toMatchObject({ pending: 0, quarantines: [] });
  expect(outbox.insert(scanCapture())).toMatchObject({ ok: true, sequence: 1 });
  expect(logger.lines).toEqual([expect.stringContaining("outbox file is empty")]);
});

test("a salvage interrupted by a crash is done at the next start, and saved records are not doubled", () => {
  const folder = temporaryFolder();
  const filled = fillOutbox(folder);
  overwrite(filled.file, 0, Buffer.alloc(100, 0xaa));
  const first = openTestOutbox({ folder });
  const [quarantine] = first.status().quarantines;
  for (const id of filled.ids.slice(0, 5)) first.acknowledge(id);
  first.close();
  rmSync(path.join(quarantine!, "salvaged.json"));
  const again = openTestOutbox({ folder });
  expect(waitingIds(again).toSorted()).toEqual(filled.ids.slice(5).toSorted());
  expect(again.status()).toMatchObject({ quarantines: [quarantine], sequenceGaps: [] });
  again.close();

  // Cut short earlier still: only the log had been moved.
  const other = temporaryFolder();
  cpSync(path.join(quarantine!, "outbox.db"), path.join(other, "outbox.db"));
  cpSync(quarantine!, path.join(other, "outbox-quarantine-1"), {
    recursive: true,
    filter: (source) => !/outbox\.db$|json$/.test(source),
  });
  expect(waitingIds(openTestOutbox({ folder: other })).toSorted()).toEqual(filled.ids.toSorted());
});

test("a flipped bit in a payload or a picture parks that record with its reason and stops no other", () => {
  const folder = temporaryFolder();
  const outbox = openTestOutbox({ folder });
  const marked = scanCapture({ payload: { detections: [{ class_name: "MARKED-PAYLOAD" }] } });
  const pictured = scanCapture({ pictures: { original: Buffer.from("MARKED-PICTURE"), small: Buffer.from("small") } });
  const sound = scanCapture();
  for (const capture of [marked, pictured, sound, eventsCapture(2)]) outbox.insert(capture);
  outbox.close();
  for (const text of ["MARKED-PAYLOAD", "MARKED-PICTURE"]) {
    const position = readFileSync(outbox.file).indexOf(text);
    overwrite(outbox.file, position, Buffer.from([text.charCodeAt(0) ^ 1]));
  }
  const again = openTestOutbox({ folder });
  expect(again.read(marked.id)).toEqual({ ok: false, reason: "damaged" });
  expect(again.read(pictured.id)).toEqual({ ok: false, reason: "damaged" });
  expect(again.read(sound.id).ok).toBe(true);
  expect(again.parked()).toMatchObject([
    { id: marked.id, reason: "damaged on disk: the record does not match its SHA-256", lastStatus: null },
    { id: pictured.id, reason: "damaged on disk: the original picture does not match its SHA-256" },
  ]);
  expect(again.status()).toMatchObject({ pending: 2, quarantines: [] });
});

test("damage that shows only while the agent runs is set aside at once, and the agent continues", () => {
  const folder = temporaryFolder();
  const filled = fillOutbox(folder);
  const outbox = openTestOutbox({ folder });
  // The file is cut under the open database, as a failing disk does.
  const descriptor = openSync(filled.file, "r+");
  ftruncateSync(descriptor, 8192 * 30);
  writeFileSync(path.join(folder, "unrelated"), "");
  closeSync(descriptor);
  const results = filled.ids.map((id) => outbox.read(id));
  expect(results).toHaveLength(COUNT);
  expect(outbox.status().quarantines).toHaveLength(1);
  expect(outbox.insert(scanCapture({ cameraId: "gate-0" }))).toMatchObject({ ok: true, sequence: COUNT / 2 + 1 });
  expectAccounted(outbox, filled);
});

test.each([
  ["the write-ahead log", (file: string) => rmSync(`${file}-wal`)],
  ["the log and its index", (file: string) => ["-wal", "-shm"].forEach((suffix) => rmSync(file + suffix))],
  ["the database", (file: string) => rmSync(file)],
  ["every file", (file: string) => ["", "-wal", "-shm"].forEach((suffix) => rmSync(file + suffix))],
  ["the database, for another file,", (file: string) => (rmSync(file), writeFileSync(file, "not a database"))],
])("removing %s under a running outbox loses nothing that was captured", (_, remove) => {
  const folder = temporaryFolder();
  const outbox = openTestOutbox({ folder });
  const ids = Array.from({ length: 3 }, () => scanCapture()).map((capture) => (outbox.insert(capture), capture.id));
  remove(outbox.file);
  const after = scanCapture();
  expect(outbox.insert(after)).toMatchObject({ ok: true, sequence: 4 });
  // State after a power cut: a copy of the open files, not a regular close.
  const copy = temporaryFolder();
  for (const name of readdirSync(folder).filter((found) => /^outbox\.db(-wal)?$/.test(found))) {
    copyFileSync(path.join(folder, name), path.join(copy, name));
  }
  const again = openTestOutbox({ folder: copy });
  expect(waitingIds(again)).toEqual([...ids, after.id]);
  expect([...ids, after.id].every((id) => again.read(id).ok)).toBe(true);
  expect(outbox.status()).toMatchObject({ pending: 4, parked: 0, sequenceGaps: [] });
});
