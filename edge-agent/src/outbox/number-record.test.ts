import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { recordChainText } from "@container-inspection/shared-schemas/record-chain";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { Outbox } from "./outbox.ts";
import type { ScanCapture, UnnumberedScan } from "./record.ts";
import { openTestOutbox, scanCapture, temporaryFolder, waitingIds } from "./testing/captures.ts";

const NUMBER = "CSQU3054383";

function unnumbered(parts: Partial<ScanCapture> = {}): UnnumberedScan {
  const { containerNumber: _number, ...scan } = scanCapture(parts);
  return scan;
}

function read(outbox: Outbox, id: string) {
  const found = outbox.read(id);
  if (!found.ok) throw new Error(`${id} is ${found.reason}`);
  return found.record;
}

test("a scan without a number is on disk, is not delivered, and waits after a restart", () => {
  const folder = temporaryFolder();
  const first = openTestOutbox({ folder });
  const scan = unnumbered({ passageId: "passage-1" });
  expect(first.insertUnnumbered(scan)).toEqual({ ok: true, id: scan.id, sequence: 0 });
  first.insert(scanCapture());
  first.close();
  const outbox = openTestOutbox({ folder });
  const { id, kind, cameraId, capturedAtMs } = scan;
  expect(outbox.unnumbered()).toEqual([{ id, kind, cameraId, capturedAtMs, passageId: "passage-1" }]);
  expect(waitingIds(outbox)).not.toContain(id);
  expect(outbox.read(id)).toEqual({ ok: false, reason: "missing" });
  expect(outbox.status()).toMatchObject({ pending: 1, unnumbered: 1, parked: 0 });
});

test("with its number it is the end of the chain and of the queue, with its pictures and the hash of its facts", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const [before, scan, after] = [scanCapture(), unnumbered(), scanCapture()];
  outbox.insert(before);
  outbox.insertUnnumbered(scan);
  outbox.insert(after);
  let woken = 0;
  outbox.onPending(() => (woken += 1));
  expect(outbox.assignNumber(scan.id, NUMBER)).toBe("numbered");
  expect(woken).toBe(1);
  expect(waitingIds(outbox)).toEqual([before.id, after.id, scan.id]);
  const record = read(outbox, scan.id);
  expect(record).toMatchObject({ sequence: 3, containerNumber: NUMBER });
  expect(record.image).toEqual({ bytes: Buffer.from(scan.pictures.original), reduced: false });
  const { previous_sha256: previousSha256, record_sha256: sent, timestamp, image_sha256: imageSha256 } = record.payload;
  const findingsSha256 = String(record.payload["findings_sha256"]);
  expect(previousSha256).toBe(read(outbox, after.id).payload["record_sha256"]);
  const facts = { sequence: 3, deviceId: "device-1", cameraId: "gate-1", containerNumber: NUMBER };
  const hashed = { ...facts, previousSha256: String(previousSha256), timestamp: String(timestamp) };
  const text = recordChainText({ ...hashed, imageSha256: String(imageSha256), findingsSha256 });
  expect(sent).toBe(createHash("sha256").update(text).digest("hex"));
  const later = scanCapture();
  outbox.insert(later);
  expect(read(outbox, later.id)).toMatchObject({ sequence: 4, payload: { previous_sha256: sent } });
  expect(outbox.assignNumber(scan.id, NUMBER)).toBe("missing");
  outbox.acknowledge(scan.id);
  expect(outbox.status()).toMatchObject({ pending: 3, unnumbered: 0 });
});

test("a damaged one is parked instead of being numbered, and the chain continues without it", () => {
  const folder = temporaryFolder();
  const outbox = openTestOutbox({ folder });
  const scan = unnumbered();
  outbox.insertUnnumbered(scan);
  const db = new Database(outbox.file);
  db.prepare("UPDATE pictures SET bytes = x'00' WHERE role = 'original'").run();
  db.close();
  expect(outbox.assignNumber(scan.id, NUMBER)).toBe("damaged");
  expect(outbox.parked()).toMatchObject([{ id: scan.id, reason: expect.stringContaining("damaged on disk") }]);
  expect(outbox.insert(scanCapture())).toMatchObject({ sequence: 1 });
});

test("a full outbox keeps the small picture of one that waits, which is sent as reduced with its number", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder(), limits: { maxBytes: 2_000_000 } });
  const scan = unnumbered({ pictures: { original: Buffer.alloc(600_000, 1), small: Buffer.alloc(500, 2) } });
  outbox.insertUnnumbered(scan);
  while (outbox.status().reduced === 0) outbox.insert(scanCapture({ originalBytes: 300_000 }));
  outbox.assignNumber(scan.id, NUMBER);
  expect(read(outbox, scan.id).image).toEqual({ bytes: Buffer.alloc(500, 2), reduced: true });
});

test("one that waits in a damaged file is saved, keeps waiting, and is no gap", () => {
  const folder = temporaryFolder();
  const first = openTestOutbox({ folder });
  const scan = unnumbered();
  first.insertUnnumbered(scan);
  const captures = Array.from({ length: 5 }, () => scanCapture());
  for (const capture of captures) first.insert(capture);
  for (const { id } of captures.slice(0, 3)) first.acknowledge(id);
  first.close();
  // Then the chain's end is known from the records alone.
  const db = new Database(first.file);
  db.exec("DELETE FROM sequences");
  db.close();
  const file = openSync(first.file, "r+");
  writeSync(file, Buffer.alloc(8_192, 0xaa), 0, 8_192, 0);
  closeSync(file);
  const outbox = openTestOutbox({ folder });
  expect(outbox.status()).toMatchObject({ pending: 2, unnumbered: 1, sequenceGaps: [] });
  expect(outbox.assignNumber(scan.id, NUMBER)).toBe("numbered");
  expect(read(outbox, scan.id).sequence).toBe(6);
});

test("a picture file is captured once per kind of scan, with or without a number", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const pictureKey = "xray-1.jpg";
  expect(outbox.insert(scanCapture({ pictureKey }))).toMatchObject({ sequence: 1 });
  expect(outbox.insert(scanCapture({ pictureKey }))).toMatchObject({ ok: true, sequence: null });
  expect(outbox.insertUnnumbered(unnumbered({ pictureKey }))).toMatchObject({ ok: true, sequence: null });
  expect(outbox.insert(scanCapture({ pictureKey, kind: "illegal-scan" }))).toMatchObject({ sequence: 1 });
  expect(outbox.insert(scanCapture({ pictureKey, cameraId: "other" }))).toMatchObject({ sequence: 1 });
  expect(outbox.insert(scanCapture({ pictureKey: "xray-2.jpg" }))).toMatchObject({ sequence: 2 });
  expect(outbox.status()).toMatchObject({ pending: 4, unnumbered: 0 });
});

test("it states the passage that it was kept under, or another one that it gets with its number", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const scans = [unnumbered({ passageId: "one", passagePosition: "front" }), unnumbered({ passageId: "one" })] as const;
  for (const scan of scans) outbox.insertUnnumbered(scan);
  outbox.assignNumber(scans[0].id, NUMBER);
  outbox.assignNumber(scans[1].id, NUMBER, "two");
  expect(read(outbox, scans[0].id).payload).toMatchObject({ passage_id: "one", passage_position: "front" });
  expect(read(outbox, scans[1].id).payload).toMatchObject({ passage_id: "two" });
});
