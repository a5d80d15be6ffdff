import { appendFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { cleanUpLater } from "../../../cloud/src/testing/clean-up.ts";

const close = (name: string) => async () => appendFileSync(process.env["NOTE"] ?? "", `${name}\n`);

describe("a file that opens something", () => {
  beforeAll(() => cleanUpLater(close("first hook")));
  beforeAll(() => cleanUpLater(close("second hook")));
  test("in a test", () => {
    expect(process.env["NOTE"]).toBeDefined();
    cleanUpLater(close("test"));
  });
});
