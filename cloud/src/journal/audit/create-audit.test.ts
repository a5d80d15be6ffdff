import { expect, test } from "vitest";
import { changedFields } from "./create-audit.ts";

test("an update keeps the fields that differ, as deep as they go, with a field that came or went on its one side", () => {
  const before = { same: 1, nested: { a: [1] }, equal: { b: 2 }, gone: true };
  const after = { same: 1, nested: { a: [2] }, equal: { b: 2 }, added: null };
  expect(changedFields(before, after)).toStrictEqual({
    before: { nested: { a: [1] }, gone: true },
    after: { nested: { a: [2] }, added: null },
  });
});

test("an update that changes nothing keeps nothing", () => {
  expect(changedFields({ a: 1 }, { a: 1 })).toStrictEqual({ before: {}, after: {} });
});
