import { expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { nameManifests } from "./name-manifests.ts";

const namesOf = (...bills: (string | null | undefined)[]) =>
  nameManifests(bills.map((billOfLading) => ({ billOfLading }))).map(({ whose }) => whose);

test("the only manifest of a container needs no name", () => {
  expect(namesOf("HLCU123")).toEqual([""]);
});

test("several are named by their bills of lading, and by their positions without one", () => {
  expect(inEnglish(namesOf("HLCU123", null, undefined, " ", "MAEU7"))).toEqual([
    " of bill of lading HLCU123",
    " of manifest 2",
    " of manifest 3",
    " of manifest 4",
    " of bill of lading MAEU7",
  ]);
});

test("the only one without a bill of lading is named by its position", () => {
  expect(inEnglish(namesOf("HLCU123", null))).toEqual([" of bill of lading HLCU123", " of manifest 2"]);
});

test("a bill of lading that two of them have names neither", () => {
  expect(inEnglish(namesOf("HLCU123", "MAEU7", "HLCU123"))).toEqual([
    " of manifest 1",
    " of bill of lading MAEU7",
    " of manifest 3",
  ]);
});

test("a bill of lading is shown in one line of at most 40 characters", () => {
  const [spaced, just, long] = namesOf("  HLCU \n\t 123\u0000 ", "x".repeat(40), "y".repeat(41));
  expect(inEnglish(spaced)).toBe(" of bill of lading HLCU 123");
  expect(inEnglish(just)).toBe(` of bill of lading ${"x".repeat(40)}`);
  expect(inEnglish(long)).toBe(` of bill of lading ${"y".repeat(39)}…`);
});

test("each name comes with its manifest and its id", () => {
  const manifests = [{ id: "m1", billOfLading: "A" }, { billOfLading: "B" }];
  expect(inEnglish(nameManifests(manifests))).toEqual([
    { id: "m1", name: "bill of lading A", whose: " of bill of lading A", manifest: manifests[0] },
    { id: undefined, name: "bill of lading B", whose: " of bill of lading B", manifest: manifests[1] },
  ]);
});
