import { describe, expect, test } from "vitest";
import { findFragments, findWords, findWordsUnder } from "./wording.ts";

test("no text uses a word of the list, and no doc comment begins as a fragment", () => {
  expect(findWordsUnder()).toEqual([]);
});

describe("the word list", () => {
  test("finds words in any case, names the line, and knows their replacement", () => {
    const text = "first line\nThe caller is Told whoever comes\n";
    expect(findWords("README.md", text)).toEqual([
      { file: "README.md", line: 2, word: "whoever", instead: "the user, the caller" },
      { file: "README.md", line: 2, word: "Told", instead: "reports, returns, reported" },
    ]);
  });

  test("leaves alone parts of longer words, and the names that are allowed", () => {
    expect(findWords("cloud/README.md", "essays, the answer 410 Gone, no more than ten")).toEqual([]);
  });
});

describe("the beginnings of doc comments", () => {
  const begins = (comment: string) => findFragments("cloud/src/file.ts", comment).map(({ line, word }) => [line, word]);

  test("are found on the line of the word, in comments of one line and of several", () => {
    expect(begins("/** Of MQTT. */")).toEqual([[1, "Of"]]);
    expect(begins("const a = 1;\n  /**\n   * Where it belongs to no lane.\n   */")).toEqual([[3, "Where"]]);
  });

  test("may be a noun, a verb or a longer word", () => {
    expect(begins("/** Settings of the MQTT broker. */\n/** Forwards a record. */\n// Of MQTT.")).toEqual([]);
  });
});
