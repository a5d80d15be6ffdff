import { expect, test } from "vitest";
import { needs } from "../testing/needs.ts";
import { fuzz } from "./harness/fuzz.ts";

test(
  "no request made up from the OpenAPI document gets a 5xx, an undocumented status, or a reply of another shape",
  { ...needs("schemathesis"), timeout: 600_000 },
  async () => {
    // A few of each operation; fuzz.nightly.ts sends more.
    const printed = await fuzz(["--phases", "fuzzing", "--max-examples", "5"]);
    expect(printed).toMatch(/[1-9]\d{2,} generated/);
  },
);
