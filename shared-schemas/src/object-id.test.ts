import { expect, test } from "vitest";
import { createObjectIdMaker, objectId } from "./object-id.ts";

test("ids are 24 hexadecimal characters that only ever count up, even when the clock runs backwards", () => {
  const times = [1_000, 1_000, 900, 2_000, 2_000];
  const nowMs = () => times.shift() ?? 2_000;
  const makeId = createObjectIdMaker(nowMs);
  const ids = Array.from({ length: 10_000 }, makeId);
  expect(ids.every((id) => objectId.safeParse(id).success)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the first six bytes are the milliseconds", () => {
  expect(createObjectIdMaker(() => 0x0193_4567_89ab)()).toMatch(/^0193456789ab/);
});
