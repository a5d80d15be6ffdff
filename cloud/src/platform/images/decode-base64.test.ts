import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBase64 } from "./decode-base64.ts";

const bytes = Buffer.from([0xfb, 0xff, 0xfe, 0x01]);
const encoded = "+//+AQ==";

describe("decodeBase64", () => {
  test.each([
    ["raw", encoded],
    ["a data URL", `data:image/jpeg;base64,${encoded}`],
    ["a data URL that names another kind", `data:image/svg+xml;base64,${encoded}`],
    ["a data URL without a type", `data:;base64,${encoded}`],
    ["a data URL of bytes", `data:application/octet-stream;base64,${encoded}`],
    ["a data URL with parameters", `data:image/jpeg;charset=utf-8;base64,${encoded}`],
    ["a data URL in capitals", `DATA:image/JPEG;BASE64,${encoded}`],
  ])("reads %s", (_, sent) => expect(decodeBase64(sent)).toEqual(bytes));

  test.each([
    ["base64url", "-__-AQ=="],
    ["missing padding", "+//+AQ"],
    ["too much padding", "+//+AQ==="],
    ["padding in the middle", "+//+AQ==+//+"],
    ["a line break", "+//+\nAQ=="],
    ["a space at the end", `${encoded} `],
    ["junk that Buffer.from skips", "+//+!AQ=="],
    ["letters that only look like ASCII", "ÀÀÀÀ"],
    ["letters whose low byte is one of the alphabet", "\u0141\u0141\u0141\u0141"],
    ["bits left over", "+//+AR=="],
    ["a data URL that is not base64", "data:image/jpeg,abcd"],
    ["a data URL of a page", `data:text/html;base64,${encoded}`],
    ["a data URL of a script", `data:application/javascript;base64,${encoded}`],
    ["a data URL without a kind of picture", `data:image/;base64,${encoded}`],
    ["a data URL without a comma", "data:image/jpeg;base64"],
    ["a data URL in a data URL", `data:image/jpeg;base64,data:image/jpeg;base64,${encoded}`],
    ["percent-encoded base64", "data:image/jpeg;base64,%2B//+AQ=="],
  ])("refuses %s", (_, sent) => expect(decodeBase64(sent)).toBeUndefined());

  test("takes exactly the text that its bytes encode to", () => {
    const text = fc.string({
      unit: fc.constantFrom("A", "Q", "z", "9", "+", "/", "=", "-", "_", " ", "!", "\u0141"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (sent) => {
        const bytes = Buffer.from(sent, "base64");
        expect(decodeBase64(sent)).toEqual(bytes.toString("base64") === sent ? bytes : undefined);
      }),
      { numRuns: 20_000 },
    );
  });

  test("gives back any bytes", () => {
    for (let length = 1; length < 70; length += 1) {
      const some = randomBytes(length);
      expect(decodeBase64(some.toString("base64"))).toEqual(some);
    }
  });
});
