import { categoryClass, categoryMap } from "@container-inspection/shared-schemas/category-map";
import { t } from "@lingui/core/macro";
import type { z } from "zod";
import { fieldAt, type NumberField, type RowsField, type WordsField } from "../rules/setting-kinds.ts";

/** A schema of the map has another kind than its editor takes. */
class OtherKindError extends Error {}

const wordsAt = (schema: z.ZodType, path: string): WordsField => {
  const field = fieldAt(schema, path);
  if (field.kind !== "words") throw new OtherKindError(path);
  return field;
};

const numberAt = (schema: z.ZodType, path: string): NumberField => {
  const field = fieldAt(schema, path);
  if (field.kind !== "number") throw new OtherKindError(path);
  return { ...field, isShare: true };
};

const rowsAt = (schema: z.ZodType, path: string): RowsField => {
  const field = fieldAt(schema, path);
  if (field.kind !== "rows") throw new OtherKindError(path);
  return field;
};

const general = categoryMap.shape;
const { aliases, packageCodes, hsChapters, hsCodes, packageWords, keywords } = categoryClass.shape;

/** Numbers of the whole map, which are edited as percent. */
export const NUMBERS = {
  minConfidence: numberAt(general.minConfidence, "minConfidence"),
  certainConfidence: numberAt(general.certainConfidence, "certainConfidence"),
  quantityTolerance: numberAt(general.quantityTolerance, "quantityTolerance"),
};

/** Lists of words of the whole map. */
export const LISTS = {
  emptyClasses: wordsAt(general.emptyClasses, "emptyClasses"),
  emptyDeclarations: wordsAt(general.emptyDeclarations, "emptyDeclarations"),
};

/** Lists that the bundled map provides where a map leaves them out. */
export const OPTIONAL_LISTS = {
  exceptions: wordsAt(general.exceptions, "exceptions"),
  vagueDescriptions: wordsAt(general.vagueDescriptions, "vagueDescriptions"),
  fillerWords: wordsAt(general.fillerWords, "fillerWords"),
};

export const LOOK_ALIKES = rowsAt(general.lookAlikes, "lookAlikes");

/** Lists of each class. */
export const CLASS_LISTS = {
  aliases: wordsAt(aliases, "aliases"),
  packageCodes: wordsAt(packageCodes, "packageCodes"),
  hsChapters: wordsAt(hsChapters, "hsChapters"),
  hsCodes: wordsAt(hsCodes, "hsCodes"),
  packageWords: wordsAt(packageWords, "packageWords"),
  keywords: wordsAt(keywords, "keywords"),
};

type ClassList = keyof typeof CLASS_LISTS;

/** The lists of a class in their order, with a sentence for each. */
export const classLists = (): readonly (readonly [ClassList, string])[] => [
  ["aliases", t`Other names in models`],
  ["packageCodes", t`Package codes, such as CT (UN/ECE recommendation 21)`],
  ["hsChapters", t`HS chapters, two digits`],
  ["hsCodes", t`HS codes, two to six first digits`],
  ["packageWords", t`Words that name the packages, in any language`],
  ["keywords", t`Keywords, where neither package code nor HS code decides`],
];

/** Sentences of the whole map. */
export const generalLabels = () => ({
  minConfidence: t`Detections count from this confidence on:`,
  certainConfidence: t`Undeclared goods are critical from this confidence on:`,
  quantityTolerance: t`A count may differ from the declared quantity by`,
  emptyClasses: t`Classes of an empty container`,
  emptyDeclarations: t`Declarations of an empty container`,
  exceptions: t`Phrases in which keywords mean something else`,
  vagueDescriptions: t`Words that do not describe goods`,
  fillerWords: t`Words that do not concern the goods`,
  lookAlikes: t`Classes that a model takes for another one`,
});
