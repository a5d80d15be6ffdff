import type { CategoryClass, CategoryMap } from "@container-inspection/shared-schemas/category-map";

/** A class while it is edited; its lists have one word on each line. */
export type EditedClass = {
  name: string;
  plural: string;
  carrier: boolean;
  whole: boolean;
  aliases: string;
  packageCodes: string;
  hsChapters: string;
  hsCodes: string;
  packageWords: string;
  keywords: string;
  /** Keywords by language. */
  translations: Record<string, string>;
};

/**
 * A category map while it is edited: everything is text, so that nothing typed is refused or lost on the way. A list
 * that the bundled map provides is null.
 */
export type EditedMap = {
  minConfidence: string;
  certainConfidence: string;
  quantityTolerance: string;
  emptyClasses: string;
  emptyDeclarations: string;
  exceptions: string | null;
  vagueDescriptions: string | null;
  fillerWords: string | null;
  /** One on each line: `crate > pallet 0.1`. */
  lookAlikes: string | null;
  classes: EditedClass[];
};

export const EMPTY_CLASS: EditedClass = {
  name: "",
  plural: "",
  carrier: false,
  whole: false,
  aliases: "",
  packageCodes: "",
  hsChapters: "",
  hsCodes: "",
  packageWords: "",
  keywords: "",
  translations: {},
};

const textOf = (words: readonly string[] = []) => words.join("\n");
const textOrBundled = (words: readonly string[] | undefined) => (words === undefined ? null : textOf(words));

export function editedOf(map: CategoryMap): EditedMap {
  return {
    minConfidence: String(map.minConfidence),
    certainConfidence: String(map.certainConfidence),
    quantityTolerance: String(map.quantityTolerance),
    emptyClasses: textOf(map.emptyClasses),
    emptyDeclarations: textOf(map.emptyDeclarations),
    exceptions: textOrBundled(map.exceptions),
    vagueDescriptions: textOrBundled(map.vagueDescriptions),
    fillerWords: textOrBundled(map.fillerWords),
    lookAlikes: textOrBundled(map.lookAlikes?.map(lineOf)),
    classes: map.classes.map(editedClassOf),
  };
}

type LookAlike = NonNullable<CategoryMap["lookAlikes"]>[number];

/** A pair of look-alikes as one line. */
export const lineOf = ({ class: name, takenFor, rate }: LookAlike) => `${name} > ${takenFor} ${rate}`;

function editedClassOf(entry: CategoryClass): EditedClass {
  const { name, plural, carrier, whole = false, translations = {} } = entry;
  return {
    name,
    plural,
    carrier,
    whole,
    aliases: textOf(entry.aliases),
    packageCodes: textOf(entry.packageCodes),
    hsChapters: textOf(entry.hsChapters),
    hsCodes: textOf(entry.hsCodes),
    packageWords: textOf(entry.packageWords),
    keywords: textOf(entry.keywords),
    translations: Object.fromEntries(
      Object.entries(translations).map(([language, words]) => [language, textOf(words)]),
    ),
  };
}

/** The lines of a text that hold something, each once. */
const wordsOf = (text: string) => [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);

/** The intended map. Text that is no number becomes NaN, which the service rejects, as it does an incomplete pair. */
export function mapOf(edited: EditedMap): CategoryMap {
  const { exceptions, vagueDescriptions, fillerWords, lookAlikes } = edited;
  return {
    minConfidence: numberOf(edited.minConfidence),
    certainConfidence: numberOf(edited.certainConfidence),
    quantityTolerance: numberOf(edited.quantityTolerance),
    emptyClasses: wordsOf(edited.emptyClasses),
    emptyDeclarations: wordsOf(edited.emptyDeclarations),
    classes: edited.classes.map(classOf),
    ...(exceptions !== null && { exceptions: wordsOf(exceptions) }),
    ...(vagueDescriptions !== null && { vagueDescriptions: wordsOf(vagueDescriptions) }),
    ...(fillerWords !== null && { fillerWords: wordsOf(fillerWords) }),
    ...(lookAlikes !== null && { lookAlikes: wordsOf(lookAlikes).map(lookAlikeOf) }),
  };
}

const numberOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

function lookAlikeOf(line: string): LookAlike {
  const [, name = line, takenFor = "", rate = ""] = /^(.+?) > (.+) (\S+)$/.exec(line) ?? [];
  return { class: name.trim(), takenFor: takenFor.trim(), rate: numberOf(rate) };
}

function classOf(edited: EditedClass): CategoryClass {
  const languages = Object.entries(edited.translations)
    .map(([language, text]): [string, string[]] => [language, wordsOf(text)])
    .filter(([, words]) => words.length > 0);
  return {
    name: edited.name.trim(),
    plural: edited.plural.trim(),
    carrier: edited.carrier,
    aliases: wordsOf(edited.aliases),
    packageCodes: wordsOf(edited.packageCodes),
    hsChapters: wordsOf(edited.hsChapters),
    hsCodes: wordsOf(edited.hsCodes),
    packageWords: wordsOf(edited.packageWords),
    keywords: wordsOf(edited.keywords),
    ...(languages.length > 0 && { translations: Object.fromEntries(languages) }),
    ...(edited.whole && { whole: true }),
  };
}
