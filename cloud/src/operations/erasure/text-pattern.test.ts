import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { namesToReplace, pseudonymOf, whyNotErasable } from "./erasure-rules.ts";
import { addressReplacement, nameReplacement, type TextReplacement } from "./text-pattern.ts";

const { db } = await createTestDatabase();
const pseudonym = { email: "E", name: "N" };

/** Replaces in a text, which is JSON if it begins like an object: then it must be valid JSON afterwards. */
async function replace(text: string, { plain, json, replacement }: TextReplacement): Promise<string | undefined> {
  const pattern = text.startsWith("{") ? json : plain;
  const { rows } = await db.execute<{ text: string }>(
    sql`select regexp_replace(${text}, ${pattern}, ${replacement}, 'gi') as text`,
  );
  if (text.startsWith("{")) JSON.parse(rows[0]?.text ?? "");
  return rows[0]?.text;
}

describe("an address in a text", () => {
  const address = addressReplacement(["ann.lee+x@example.com", "ann@example.com"], pseudonym)!;

  test.each([
    ["ann@example.com", "E"],
    ["ANN@Example.COM", "E"],
    ["ann.lee+x@example.com", "E"],
    ["to ann@example.com, ann@example.com ann@example.com.", "to E, E E."],
    ["<ann@example.com>", "<E>"],
    ["?holder=ann%40example.com&x=1", "?holder=E&x=1"],
    [String.raw`{"reason": "Hello\nann@example.com\tand"}`, String.raw`{"reason": "Hello\nE\tand"}`],
    [String.raw`DOMAIN\ann@example.com`, String.raw`DOMAIN\E`],
    [String.raw`{"reason": "DOMAIN\\ann@example.com"}`, String.raw`{"reason": "DOMAIN\\E"}`],
    ["?q=%22ann%40example.com%22", "?q=%22E%22"],
    ["from ...ann@example.com...", "from ...E..."],
    ["--ann@example.com--", "--E--"],
    [String.raw`{"reason": "\u0007ann@example.com"}`, String.raw`{"reason": "\u0007E"}`],
  ])("is replaced: %s", async (text, replaced) => {
    expect(await replace(text, address)).toBe(replaced);
  });

  test.each([
    "joann@example.com",
    "lee.ann@example.com",
    "lee-ann@example.com",
    "ann@example.com.au",
    "ann@example.com-x.org",
    "ann@example.community",
    "ann@examplexcom",
    "annXlee+x@example.com",
  ])("stays if it is another one: %s", async (text) => {
    expect(await replace(text, address)).toBe(text);
  });
});

test("an escape sequence of JSON is not split: its letter may be the first one of an address or a name", async () => {
  const address = addressReplacement(["nora@example.com"], pseudonym)!;
  const name = nameReplacement(["Nora Lee"], pseudonym)!;
  for (const text of [String.raw`{"a": "to\nora@example.com"}`, String.raw`{"a": "\\\nora@example.com"}`])
    expect(await replace(text, address)).toBe(text);
  for (const text of [String.raw`{"a": "to\nora Lee"}`, String.raw`{"a": "\\\nora Lee"}`])
    expect(await replace(text, name)).toBe(text);
  expect(await replace(String.raw`{"a": "\\nora@example.com"}`, address)).toBe(String.raw`{"a": "\\E"}`);
  expect(await replace(String.raw`{"a": "to\nnora@example.com"}`, address)).toBe(String.raw`{"a": "to\nE"}`);
});

describe("a name in a text", () => {
  const name = nameReplacement(['Ann "Bo" O\'Neil', "Jean (J.) Ω"], pseudonym)!;

  test.each([
    ['asked Ann "Bo" O\'Neil.', "asked N."],
    ["ANN \"BO\" O'NEIL's", "N's"],
    [String.raw`{"name": "Ann \"Bo\" O'Neil"}`, '{"name": "N"}'],
    ["<p>Ann &quot;Bo&quot; O&#39;Neil</p>", "<p>N</p>"],
    ["q=Jean+(J.)+%CE%A9", "q=N"],
    ["Jean (J.) Ω", "N"],
    ["JEAN (J.) ω", "N"],
    ["_Jean (J.) Ω_, Dr.Jean (J.) Ω", "_N_, Dr.N"],
    ["seen by Jean\n(J.) Ω", "seen by N"],
    [String.raw`{"note": "seen\nJean\n(J.) Ω"}`, String.raw`{"note": "seen\nN"}`],
  ])("is replaced as plain text, JSON, HTML and in URLs: %s", async (text, replaced) => {
    expect(await replace(text, name)).toBe(replaced);
  });

  test("stays if it is part of a longer word, or of another name", async () => {
    for (const text of [
      'Ann "Bo" O\'Neille',
      'Joann "Bo" O\'Neil',
      "Jean J. Ω",
      'Jo-Ann "Bo" O\'Neil',
      'Ann "Bo" O\'Neil-X',
    ])
      expect(await replace(text, name)).toBe(text);
  });

  test("of one word, or of another account, is not replaced in texts", () => {
    expect(namesToReplace(["Ann", "Ann Lee", "Kim Ho"], ["KIM HO"])).toEqual(["Ann Lee"]);
    expect(nameReplacement([], pseudonym)).toBeUndefined();
  });
});

describe("who may be erased", () => {
  const left = { email: "ann@example.com", role: "admin" as const, isService: false, disabledAt: new Date(0) };
  const others = { edgeDefaultUserEmail: "edge@localhost", hasOtherAdmin: true };

  test("is a person whose account is disabled, under a pseudonym that follows from its id", () => {
    expect(whyNotErasable(left, others)).toBeUndefined();
    expect(pseudonymOf("65f00000000000a1b2c3d4e5")).toEqual({
      email: "erased-00a1b2c3d4e5@erased.invalid",
      name: "Erased user 00a1b2c3d4e5",
    });
  });

  test.each([
    ["a service account", { isService: true }, {}],
    ["the account of edge devices", { email: "edge@localhost" }, {}],
    ["the last administrator", {}, { hasOtherAdmin: false }],
    ["still enabled. Disable the account first", { disabledAt: null }, {}],
  ])("is not %s", (reason, account, more) => {
    expect(whyNotErasable({ ...left, ...account }, { ...others, ...more })).toContain(reason);
  });
});
