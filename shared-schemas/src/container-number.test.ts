import { describe, expect, test } from "vitest";
import { parseContainerNumber } from "./container-number.ts";

describe("container numbers after ISO 6346", () => {
  test.each(["CSQU3054383", "APZU4812090", "MSMU4125810", "HLXU2008419", "TGHU7599330", "MEDU6246078", "MSKU9070323"])(
    "%s passes its check digit",
    (number) => expect(parseContainerNumber(number)).toEqual({ text: number, key: number, check: "valid" }),
  );

  test.each(["MSCU6639871", "MSKU1234567", "HLXU1234567", "CSQU3054384"])("%s fails its check digit", (number) =>
    expect(parseContainerNumber(number)?.check).toBe("bad-check-digit"),
  );

  test.each([
    "csqu 305438-3",
    " CSQU305438 3 ",
    "CSQU.305438/3",
    "csqu_3054383",
    // Copied text brings spaces and dashes that look like the others.
    "CSQU\u00A0305438\u00A03",
    "CSQU 305438–3",
    "CSQU 305438\u20113",
    "CSQU3054383\t",
    "CSQU3054383\n",
    "\uFEFFCSQU\u200B3054383",
  ])("%j is stored as CSQU3054383", (input) => expect(parseContainerNumber(input)?.text).toBe("CSQU3054383"));

  test.each(["Box 17", "a", "DOM-4711/2", "-1", "../a", "x".repeat(64)])("%j is kept as given, unchecked", (input) =>
    expect(parseContainerNumber(input)).toEqual({ text: input, key: input.toUpperCase(), check: "not-iso6346" }),
  );

  test.each([".", "..", "-", "/", "_", "./..", "- -", " .. "])("%j, without a letter or digit, is refused", (input) =>
    expect(parseContainerNumber(input)).toBeUndefined(),
  );

  test.each([
    "",
    " ",
    "x".repeat(65),
    "CSQU305438З",
    "a\u0000b",
    "a\tb",
    "Ä1",
    "a;b",
    "a\n",
    "\u212AITU1234567",
    "CSQı3054383",
  ])("%j is refused", (input) => expect(parseContainerNumber(input)).toBeUndefined());
});
