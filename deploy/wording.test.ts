import { describe, expect, test } from "vitest";
import { findWords, findWordsUnder } from "./wording.ts";

test("no text uses a word of the list", () => {
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
