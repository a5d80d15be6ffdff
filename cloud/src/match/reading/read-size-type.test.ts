import { describe, expect, test } from "vitest";
import { readSizeType } from "./read-size-type.ts";

const parts = (code: string) => Object.values(readSizeType(code) ?? { none: "-" }).join(" ");

describe("a size-type of a container", () => {
  test.each([
    ["22g1", "2 2 G"],
    ["22GP", "2 2 G"],
    ["45R1", "4 5 R"],
    ["L5G1", "L 5 G"],
    ["20GP", "2 2 G"],
    ["20DV", "2 2 G"],
    ["40DC", "4 2 G"],
    ["40HC", "4 5 G"],
    ["40HQ", "4 5 G"],
    ["45HC", "L 5 G"],
    ["45HQ", "L 5 G"],
    ["45GP", "4 5 G"],
    ["45RT", "4 5 R"],
    ["40RH", "4 5 R"],
    ["40RF", "4  R"],
    ["20RF", "2  R"],
    ["40OT", "4  U"],
    ["20FR", "2  P"],
    ["20TK", "2  T"],
    [" 40' HC ", "4 5 G"],
    ["40’HQ", "4 5 G"],
    ["20ft DRY", "2 2 G"],
    ["42G0", "4 2 G"],
  ])("%j is read as length, height and type %j", (code, expected) => expect(parts(code)).toBe(expected));

  test.each(["twenty", "", "40XX", "20ZZ", "HC40", "DRY", "99GP"])("%j is not understood", (code) =>
    expect(readSizeType(code)).toBeUndefined(),
  );

  test("that is not stated has no parts", () => expect(readSizeType(null)).toBeUndefined());
});
