import { assert, property, constantFrom, jsonValue } from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

describe("JSON that is taken", () => {
  test("gives what JSON.parse gives, for every value and way of writing it", () => {
    assert(
      property(jsonValue({ stringUnit: "binary" }), constantFrom(undefined, 2, "\t"), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        if (!text.isWellFormed() || /\\u0000|"__proto__"/.test(text)) return;
        expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  test.each([
    ["an escaped surrogate pair", String.raw`"\ud83d\ude00"`],
    ["a backslash before a u", String.raw`"\\u0000"`],
    ["an escaped quote far into a long string", `"${"a".repeat(500)}\\"${"b".repeat(500)}"`],
    ["a string that ends in backslashes", `["${"a".repeat(200)}\\\\","b"]`],
    ["the same key in two objects", '[{"a":{"a":1}},{"a":2}]'],
    ["a constructor key, which is data like any other", '{"constructor":{"prototype":1}}'],
    ["64 levels", "[".repeat(64) + "]".repeat(64)],
    ["a key that is also a value", '{"a":"b","b":"a"}'],
  ])("takes %s", (_name, text) => {
    expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });
});

describe("exact numbers", () => {
  const exactly = (text: string) => parseJson(Buffer.from(text), { exactNumbers: true });

  test("change nothing that JSON.stringify has written", () => {
    assert(
      property(jsonValue(), (value) => {
        const text = JSON.stringify({ value: [value] });
        if (text.includes('"__proto__"')) return;
        expect(exactly(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  test.each([
    "9007199254740993",
    "-12345678901234567890",
    "0.1000000000000000055511151231257827",
    "1e-400",
    "4.94e-324",
    "123456789012.123456",
    `1${"0".repeat(100)}1`,
  ])("keep %s as text", (number) => {
    expect(exactly(`{"a":[${number}]}`)).toEqual({ ok: true, value: { a: [number] } });
  });

  test.each([
    "9007199254740992",
    "12345678901234567000",
    "1.50000000000000000000",
    "-0.0000000000000000",
    "1E+2",
    "100e-2",
    "0e99999999",
  ])("leave %s a number", (number) =>
    expect(exactly(`{"a":[${number}]}`)).toEqual({ ok: true, value: { a: [Number(number)] } }),
  );

  test("leave direct values of the outermost object or list unchanged", () => {
    const long = "12345678901234567890";
    expect(exactly(`{"a":${long},"b":{"a":${long}}}`)).toEqual({
      ok: true,
      value: { a: Number(long), b: { a: long } },
    });
    expect(exactly(`[${long},[${long}]]`)).toEqual({ ok: true, value: [Number(long), [long]] });
    expect(exactly(long)).toEqual({ ok: true, value: Number(long) });
  });

  test("take a number of a million zeros in a moment", () => {
    const number = `1${"0".repeat(1_000_000)}1e-1000000`;
    expect(exactly(`[[${number}]]`)).toEqual({ ok: true, value: [[number]] });
  });
});

describe("JSON that is refused", () => {
  test.each([
    ["nothing", ""],
    ["white space", "  \n"],
    ["a half object", '{"a":'],
    ["two values", "{}{}"],
    ["NaN", "NaN"],
    ["Infinity", "[Infinity]"],
    ["an unclosed string", '"abc'],
    ["a raw control character", '"a\u0001b"'],
    ["a byte order mark", "\uFEFF{}"],
    ["65 levels", "[".repeat(65) + "]".repeat(65)],
    ["200,000 levels", "[".repeat(200_000)],
    ["200,000 levels of objects", '{"a":'.repeat(200_000)],
    ["a repeated key", '{"a":1,"b":2,"a":3}'],
    ["a repeated key written differently", String.raw`{"a":1,"\u0061":2}`],
    ["a repeated key outside ASCII", String.raw`{"ü":1,"\u00fc":2}`],
    ["a repeated key after a nested object", '{"a":{"b":[]},"c":[1,{"d":2}],"a":1}'],
    ["a __proto__ key", '{"a":{"__proto__":{"role":"admin"}}}'],
    ["an escaped __proto__ key", String.raw`{"\u005f_proto__":1}`],
    ["a NUL in a string", String.raw`{"a":"x\u0000y"}`],
    ["a NUL in a key", String.raw`{"a\u0000":1}`],
    ["a NUL far into a long string", `{"a":"${"x".repeat(5_000)}\\u0000"}`],
    ["a lone high surrogate", String.raw`"\ud83d"`],
    ["a lone low surrogate", String.raw`"\uDE00"`],
    ["a high surrogate before another character", String.raw`"\ud83d\u0041"`],
    ["more objects than a body needs", `[${"{},".repeat(1_000_000)}{}]`],
  ])("refuses %s", (_name, text) => {
    expect(parse(text)).toMatchObject({ ok: false, problem: expect.any(String) });
  });

  test("leaves text that lies deeper than asked to who reads it, and nothing else", () => {
    const within = (text: string) => parseJson(Buffer.from(text), { textDepth: 2 });
    expect(within(String.raw`{"a":[{"b":"\u0000\ud83d","c":"\""}]}`)).toEqual({
      ok: true,
      value: { a: [{ b: "\0\ud83d", c: '"' }] },
    });
    for (const text of [String.raw`{"a":["\u0000"]}`, String.raw`{"a":[{}],"b":"\ud83d"}`, '{"a":[{"b":1,"b":2}]}'])
      expect(within(text)).toMatchObject({ ok: false });
  });

  test.each([
    ["Latin-1", Buffer.from('{"a":"ü"}', "latin1")],
    ["UTF-16", Buffer.from('{"a":1}', "utf16le")],
    ["an encoded surrogate", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["an overlong NUL", Buffer.from([0x22, 0xc0, 0x80, 0x22])],
  ])("refuses %s", (_name, bytes) => {
    expect(parseJson(bytes)).toMatchObject({ ok: false });
  });
});
