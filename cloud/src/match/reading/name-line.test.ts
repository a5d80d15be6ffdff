import { expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { nameLine } from "./name-line.ts";

test.each([
  [{ description: "  two\n\t words\u0000 " }, "two words"],
  [{ description: "x".repeat(60) }, "x".repeat(60)],
  [{ description: "x".repeat(61) }, `${"x".repeat(59)}…`],
  [{ description: `${"x".repeat(58)}😀yy` }, `${"x".repeat(58)}\ufffd…`],
  [{ description: `${" ".repeat(500)}x`, hsCode: "09.01 1" }, "HS 09.01 1"],
  [{ description: " ", hsCode: "x09" }, "item 1"],
  [{ hsCode: "09x" }, "item 1"],
  [{ hsCode: "" }, "item 1"],
  [{ hsCode: "1".repeat(20) }, `HS ${"1".repeat(20)}`],
  [{ hsCode: "1".repeat(21) }, "item 1"],
  [{ hsCode: 901, description: 7 }, "item 1"],
])("%j is called %j", (facts, label) => expect(inEnglish(nameLine(facts, 1))).toBe(label));
