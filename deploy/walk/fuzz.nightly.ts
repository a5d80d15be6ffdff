import { expect, test } from "vitest";
import { fuzz } from "./harness/fuzz.ts";

test("no request made up from the OpenAPI document, at every limit of it too, gets a wrong reply", async () => {
  expect(await fuzz()).toMatch(/[1-9]\d{3,} generated/);
});
