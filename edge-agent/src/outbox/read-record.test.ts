import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { parsePayload } from "./read-record.ts";
import { eventsCapture, openTestOutbox, scanCapture, temporaryFolder } from "./testing/captures.ts";

test.each(["[]", "null", '"text"', "7"])("a payload of %s is none", (text) => {
  const error = new TypeError("a payload of the outbox must be a JSON object");
  expect(() => parsePayload(Buffer.from(text))).toThrow(error);
  expect(parsePayload(Buffer.from(`{"a":${text}}`))).toEqual({ a: JSON.parse(text) });
});

test("a record of a clock that was not right, without annotations, reads so; one without any picture is damaged", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const [capture, lost] = [scanCapture({ clockSynchronised: false }), scanCapture()];
  for (const each of [capture, lost]) outbox.insert(each);
  expect(outbox.read(capture.id)).toMatchObject({ ok: true, record: { clockSynchronised: false, annotated: null } });
  const db = new Database(outbox.file);
  db.prepare("UPDATE pictures SET bytes = NULL WHERE record_ordinal = 2").run();
  db.close();
  expect(outbox.read(lost.id)).toEqual({ ok: false, reason: "damaged" });
  expect(outbox.parked()).toMatchObject([{ id: lost.id, reason: "damaged on disk: its pictures are lost" }]);
});

test("the first of each camera are chosen by priority, then by age, as many of a camera as asked for", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const [early, late] = [eventsCapture(1, { cameraId: "b" }), eventsCapture(1, { cameraId: "a" })];
  const scans = ["d", "c", "c", "d"].map((cameraId) => scanCapture({ cameraId }));
  for (const capture of [early, ...scans, late]) outbox.insert(capture);
  const choose = (excludeIds: readonly string[], perCamera?: number) =>
    outbox
      .nextRecords({ excludeCameraIds: [], excludeKinds: [], excludeIds, perCamera, limit: 10 })
      .map(({ id }) => id);
  const [first, second, third, fourth] = scans.map(({ id }) => id);
  expect(choose([])).toEqual([first, second, early.id, late.id]);
  expect(choose(["unknown"])).toEqual([first, second, early.id, late.id]);
  expect(choose([], 2)).toEqual([first, second, third, fourth, early.id, late.id]);
  const many = Array.from({ length: 60 }, (_, index) => `other-${index}`);
  expect(choose([...many, first ?? ""])).toEqual([second, fourth, early.id, late.id]);
});
