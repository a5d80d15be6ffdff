import { expect, test } from "vitest";
import { findPhrase } from "./find-phrase.ts";
import { normaliseWords } from "./normalise-words.ts";

const phrases = ["toxic", "flammable", "highly flammable", "lithium batteries", "Gefahrgut", "易燃"];
const find = (text: string) => findPhrase(normaliseWords(text), phrases);

test.each([
  ["Toxic waste", "toxic"],
  ["waste, toxic", "toxic"],
  ["FLAMMABLE and toxic", "flammable"],
  ["highly-flammable liquid", "highly flammable"],
  ["Lithium battery packs", "lithium batteries"],
  ["gefahrgut", "Gefahrgut"],
  ["易燃液体", "易燃"],
  // Phrases with another meaning, and incomplete ones.
  ["toxicology books", undefined],
  ["nontoxic paint", undefined],
  ["lithium grease", undefined],
  ["battery, lithium", undefined],
  ["shoes", undefined],
  ["", undefined],
])("%j states %j", (text, phrase) => expect(find(text)).toBe(phrase));

test.each(["non", "not", "no", "anti", "free of", "without", "nicht", "kein", "keine", "ohne", "sin", "sans", "pas", "非", "不", "无"])(
  "%j directly before a phrase negates it",
  (negation) => {
    expect(find(`${negation} toxic`)).toBeUndefined();
    expect(find(`paint, ${negation} toxic`)).toBeUndefined();
    expect(find(`${negation} smoking, toxic`)).toBe("toxic");
  },
); // prettier-ignore

test("a word that only ends like a negation negates nothing", () => {
  expect(find("piano toxic")).toBe("toxic");
});

test("a phrase that is negated at one place still counts at another, and so do others", () => {
  expect(find("non toxic paint, toxic thinner")).toBe("toxic");
  expect(find("non toxic, flammable")).toBe("flammable");
});

test.each([
  "not classified as dangerous: toxic",
  "NOT CLASSIFIED AS TOXIC",
  "nicht als Gefahrgut eingestuft",
  "no es toxic",
  "não é toxic",
])("%j is negated through the words between, where these only link", (text) => {
  expect(find(text)).toBe(text.includes("dangerous:") ? "toxic" : undefined);
});
