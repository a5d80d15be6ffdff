import { expect, it } from "vitest";
import { fuzz } from "./harness/fuzz.ts";

it("no request made up from the OpenAPI document, at every limit of it too, gets a wrong reply", async () => {
  expect(await fuzz()).toMatch(/[1-9]\d{3,} generated/);
});
