import type { CategoryClass, CategoryMap } from "@container-inspection/shared-schemas/category-map";
import type { Row } from "../rules/setting-values.ts";
import { shownOf, textIn } from "../rules/setting-values.ts";
import { shiftDecimal } from "../rules/shift-decimal.ts";
import { LOOK_ALIKES } from "./map-fields.ts";

/** A class while it is edited. */
export type EditedClass = {
  name: string;
  plural: string;
  carrier: boolean;
  whole: boolean;
  aliases: readonly string[];
  packageCodes: readonly string[];
  hsChapters: readonly string[];
  hsCodes: readonly string[];
  packageWords: readonly string[];
  keywords: readonly string[];
  /** Keywords by language. */
  translations: Readonly<Record<string, readonly string[]>>;
};

/**
 * A category map while it is edited: numbers are percent as text, so that nothing typed is lost on the way. A list that
 * the bundled map provides is null.
 */
export type EditedMap = {
  minConfidence: string;
  certainConfidence: string;
  quantityTolerance: string;
  emptyClasses: readonly string[];
  emptyDeclarations: readonly string[];
  exceptions: readonly string[] | null;
  vagueDescriptions: readonly string[] | null;
  fillerWords: readonly string[] | null;
  lookAlikes: readonly Row[] | null;
  classes: readonly EditedClass[];
};

export const EMPTY_CLASS: EditedClass = {
  name: "",
  plural: "",
  carrier: false,
  whole: false,
  aliases: [],
  packageCodes: [],
  hsChapters: [],
  hsCodes: [],
  packageWords: [],
  keywords: [],
  translations: {},
};

export function editedOf(map: CategoryMap): EditedMap {
  const lookAlikes = shownOf(LOOK_ALIKES, map.lookAlikes);
  return {
    minConfidence: percentOf(map.minConfidence),
    certainConfidence: percentOf(map.certainConfidence),
    quantityTolerance: percentOf(map.quantityTolerance),
    emptyClasses: map.emptyClasses,
    emptyDeclarations: map.emptyDeclarations,
    exceptions: map.exceptions ?? null,
    vagueDescriptions: map.vagueDescriptions ?? null,
    fillerWords: map.fillerWords ?? null,
    lookAlikes: Array.isArray(lookAlikes) ? rowsOf(lookAlikes) : null,
    classes: map.classes.map(({ hsCodes = [], packageWords = [], translations = {}, whole = false, ...entry }) => ({
      ...entry,
      hsCodes,
      packageWords,
      translations,
      whole,
    })),
  };
}

/** 0.075 → "7.5". */
export const percentOf = (share: number) => shiftDecimal(String(share), 2) ?? String(share);
const rowsOf = (shown: readonly unknown[]) => shown.filter((row): row is Row => typeof row === "object");

type LookAlike = NonNullable<CategoryMap["lookAlikes"]>[number];

/** A pair of look-alikes as one line. */
export const lineOf = ({ class: name, takenFor, rate }: LookAlike) => `${name} > ${takenFor} ${percentOf(rate)} %`;

/** The intended map. Text that is no number becomes NaN, which `problemsOf` reports. */
export function mapOf(edited: EditedMap): CategoryMap {
  const { exceptions, vagueDescriptions, fillerWords, lookAlikes } = edited;
  return {
    minConfidence: shareOf(edited.minConfidence),
    certainConfidence: shareOf(edited.certainConfidence),
    quantityTolerance: shareOf(edited.quantityTolerance),
    emptyClasses: [...edited.emptyClasses],
    emptyDeclarations: [...edited.emptyDeclarations],
    classes: edited.classes.map(classOf),
    ...(exceptions !== null && { exceptions: [...exceptions] }),
    ...(vagueDescriptions !== null && { vagueDescriptions: [...vagueDescriptions] }),
    ...(fillerWords !== null && { fillerWords: [...fillerWords] }),
    ...(lookAlikes !== null && { lookAlikes: lookAlikes.map(lookAlikeOf) }),
  };
}

const shareOf = (text: string) => Number(shiftDecimal(text, -2) ?? Number.NaN);

const lookAlikeOf = (row: Row): LookAlike => ({
  class: textIn(row["class"]).trim(),
  takenFor: textIn(row["takenFor"]).trim(),
  rate: shareOf(textIn(row["rate"])),
});

function classOf({ name, plural, whole, hsCodes, packageWords, translations, ...edited }: EditedClass): CategoryClass {
  const languages = Object.entries(translations).filter(([, words]) => words.length > 0);
  return {
    name: name.trim(),
    plural: plural.trim(),
    carrier: edited.carrier,
    aliases: [...edited.aliases],
    packageCodes: [...edited.packageCodes],
    hsChapters: [...edited.hsChapters],
    hsCodes: [...hsCodes],
    packageWords: [...packageWords],
    keywords: [...edited.keywords],
    ...(languages.length > 0 && {
      translations: Object.fromEntries(languages.map(([language, words]) => [language, [...words]])),
    }),
    ...(whole && { whole: true }),
  };
}
