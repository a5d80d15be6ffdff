import { expect, it } from "vitest";

it("fails on purpose: a run that counts this as passed proves nothing", () => {
  expect("red").toBe("green");
});
