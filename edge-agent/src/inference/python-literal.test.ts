import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePythonLiteral, type PythonValue } from "./python-literal.ts";

describe("a Python literal", () => {
  test.each<[string, PythonValue]>([
    [
      "{0: 'weapon', 1: 'battery'}",
      new Map([
        [0, "weapon"],
        [1, "battery"],
      ]),
    ],
    [
      "{'nms': False, 'half': True, 'data': None}",
      new Map<string, PythonValue>([
        ["nms", false],
        ["half", true],
        ["data", null],
      ]),
    ],
    ["[192, 256]", [192, 256]],
    ["(640,)", [640]],
    ["(640)", 640],
    ["()", []],
    [" [ 1 , [2.5e-3, -7,], ] ", [1, [2.5e-3, -7]]],
    [String.raw`'it\'s \x41\u00e9\U0001f4a9\n'`, "it's Aé💩\n"],
    ['"o\'clock"', "o'clock"],
    ["{}", new Map()],
    ["{'__proto__': 1}", new Map([["__proto__", 1]])],
    ["1_000", 1000],
  ])("%s is read", (text, value) => {
    expect(parsePythonLiteral(text)).toEqual(value);
  });

  test.each([
    "",
    "{",
    "[1 2]",
    "{1 2}",
    "{1: }",
    "{[1]: 2}",
    "'open",
    String.raw`'\q'`,
    String.raw`'\x4'`,
    String.raw`'\Uffffffff'`,
    "true",
    "nan",
    "__import__('os')",
    "1 + 1",
    "[1],",
    "[,]",
    "f'x'",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
  ])("%s is refused with its position", (text) => {
    expect(() => parsePythonLiteral(text)).toThrow(/Python literal: expected .* at position \d+/);
  });

  test("what repr() writes comes back", () => {
    const { value } = fc.letrec<{ value: PythonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: "grapheme" }),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value")),
        fc.array(fc.tuple(fc.oneof(fc.string(), fc.integer()), tie("value"))).map((entries) => new Map(entries)),
      ),
    }));
    fc.assert(
      fc.property(value, (literal) => {
        expect(parsePythonLiteral(repr(literal))).toEqual(literal);
      }),
    );
  });
});

function repr(value: PythonValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `'${value.replace(/[\\'\n]/g, (c) => (c === "\n" ? "\\n" : `\\${c}`))}'`;
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  return `{${[...value].map(([key, item]) => `${repr(key)}: ${repr(item)}`).join(", ")}}`;
}
