import { expect, test } from "vitest";

test("fails on purpose: a run that counts this as passed proves nothing", () => {
  expect("red").toBe("green");
});
