import { expect, test } from "vitest";
import { checkRecordChain } from "./check-record-chain.ts";
import { scanRequest } from "./scan-request.ts";
import { sha256Of } from "./testing.ts";

const imageSha256 = "a".repeat(64);
const facts = { sequence: 7, device_id: "d", camera_id: "c", timestamp: "2026-11-20T10:00:00+01:00" };
const previous_sha256 = "b".repeat(64);
const text = `${previous_sha256}\n7\nd\nc\nMSKU 907032-3\n2026-11-20T10:00:00+01:00\n${imageSha256}`;
const bodyWith = (changes: object) =>
  scanRequest.parse({
    detections: [],
    image: "x",
    previous_sha256,
    record_sha256: sha256Of(text),
    ...facts,
    ...changes,
  });

test("a record's hash covers the texts exactly as they were sent", () => {
  expect(checkRecordChain(bodyWith({}), "MSKU 907032-3", imageSha256)).toEqual([]);
  expect(checkRecordChain(bodyWith({ record_sha256: undefined }), "MSKU 907032-3", imageSha256)).toEqual([]);
});

test.each([
  ["sequence", bodyWith({ sequence: 8 }), "MSKU 907032-3", imageSha256],
  ["previous record", bodyWith({ previous_sha256: undefined }), "MSKU 907032-3", imageSha256],
  ["device", bodyWith({ device_id: "e" }), "MSKU 907032-3", imageSha256],
  ["camera", bodyWith({ camera_id: "e" }), "MSKU 907032-3", imageSha256],
  ["time, though the same moment", bodyWith({ timestamp: "2026-11-20T09:00:00Z" }), "MSKU 907032-3", imageSha256],
  ["container number, though the same container", bodyWith({}), "MSKU9070323", imageSha256],
  ["picture", bodyWith({}), "MSKU 907032-3", "c".repeat(64)],
  ["missing fact", bodyWith({ camera_id: undefined }), "MSKU 907032-3", imageSha256],
])("another %s shows", (_case, body, number, sha256) => {
  expect(checkRecordChain(body, number, sha256)).toEqual([{ path: "record_sha256", message: expect.any(String) }]);
});
