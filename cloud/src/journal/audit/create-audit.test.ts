import { expect, test } from "vitest";
import { changedFields } from "./create-audit.ts";

test("an update keeps the fields that differ at any depth, and an added or removed field on one side", () => {
  const before = { same: 1, nested: { a: [1] }, equal: { b: 2 }, removed: true };
  const after = { same: 1, nested: { a: [2] }, equal: { b: 2 }, added: null };
  expect(changedFields(before, after)).toStrictEqual({
    before: { nested: { a: [1] }, removed: true },
    after: { nested: { a: [2] }, added: null },
  });
});

test("an update that changes nothing keeps nothing", () => {
  expect(changedFields({ a: 1 }, { a: 1 })).toStrictEqual({ before: {}, after: {} });
});
