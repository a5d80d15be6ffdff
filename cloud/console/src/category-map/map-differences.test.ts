import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { describe, expect, test } from "vitest";
import { editedOf, mapOf } from "./edited-map.ts";
import { differencesOf } from "./map-differences.ts";
import { classProblems, hasMapProblem } from "./map-problems.ts";

const crate = {
  name: "crate",
  plural: "crates",
  carrier: false,
  aliases: ["wooden box"],
  packageCodes: ["CR"],
  hsChapters: ["44"],
  keywords: ["crate"],
};
const map: CategoryMap = {
  minConfidence: 0.25,
  certainConfidence: 0.5,
  quantityTolerance: 0.1,
  emptyClasses: ["empty"],
  emptyDeclarations: ["empty", "no goods"],
  exceptions: ["van gogh"],
  lookAlikes: [{ class: "crate", takenFor: "pallet > flat", rate: 0.05 }],
  classes: [
    crate,
    {
      ...crate,
      name: "sack",
      plural: "sacks",
      aliases: ["bag"],
      whole: true,
      translations: { de: ["Sack", "Beutel"] },
    },
  ],
};
const edited = editedOf(map);

describe("an edited category map", () => {
  test("is the map that it was made of until something is edited", () => {
    expect(differencesOf(map, mapOf(edited))).toEqual([]);
    expect(mapOf(editedOf(mapOf(edited)))).toEqual(mapOf(edited));
  });

  test("ignores the order of words, and blanks around names", () => {
    const [first, ...others] = edited.classes;
    const classes = [{ ...first!, name: " crate " }, ...others];
    expect(differencesOf(map, mapOf({ ...edited, classes, emptyDeclarations: ["no goods", "empty"] }))).toEqual([]);
  });

  test("keeps a list that the bundled map provides apart from an empty one", () => {
    expect(mapOf(edited)).not.toHaveProperty("fillerWords");
    expect(differencesOf(map, mapOf({ ...edited, fillerWords: [] }))).toEqual([
      { place: "Filler words", removed: ["(as in the bundled map)"], added: [] },
    ]);
  });

  test("has a problem where no number was typed", () => {
    const lookAlikes = [{ class: "crate", takenFor: "sack", rate: "often" }];
    const wrong = mapOf({ ...edited, minConfidence: "", lookAlikes });
    expect([wrong.minConfidence, wrong.lookAlikes?.[0]?.rate]).toEqual([Number.NaN, Number.NaN]);
    expect([hasMapProblem(edited), hasMapProblem({ ...edited, minConfidence: "" })]).toEqual([false, true]);
    expect(hasMapProblem({ ...edited, lookAlikes })).toBe(true);
  });

  test("names the class beside which a name occurs twice, whatever its case and signs", () => {
    const second = { ...edited.classes[1]!, aliases: ["Wooden-Box"] };
    expect(classProblems([edited.classes[0]!, second])).toEqual([
      undefined,
      "“wooden box” is a name of the class crate, too.",
    ]);
  });
});

describe("the differences", () => {
  test("name each place with its removals and additions", () => {
    const [first, second] = edited.classes;
    const other = mapOf({
      ...edited,
      minConfidence: "30",
      lookAlikes: [{ class: "crate", takenFor: "sack", rate: "20" }],
      classes: [
        { ...first!, carrier: true, keywords: ["crate", "frame"] },
        { ...second!, translations: { de: ["Sack"], fr: ["sac"] } },
      ],
    });
    expect(differencesOf(map, other)).toEqual([
      { place: "Least confidence", removed: ["25 %"], added: ["30 %"] },
      { place: "Look-alikes", removed: ["crate > pallet > flat 5 %"], added: ["crate > sack 20 %"] },
      { place: "Class crate, carries other goods", removed: ["no"], added: ["yes"] },
      { place: "Class crate, keywords", removed: [], added: ["frame"] },
      { place: "Class sack, keywords (de)", removed: ["Beutel"], added: [] },
      { place: "Class sack, keywords (fr)", removed: [], added: ["sac"] },
    ]);
  });

  test("count the words of a class that is added or removed", () => {
    const without = { ...map, classes: [crate] };
    expect(differencesOf(map, without)).toEqual([{ place: "Class sack", removed: ["the class, 6 words"], added: [] }]);
    expect(differencesOf(without, map)).toEqual([
      { place: "Class sack", removed: [], added: ["a new class, 6 words"] },
    ]);
  });
});
