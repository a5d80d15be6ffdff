import { categoryMap, type CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { hsPacking } from "./hs-packing.ts";
import * as words from "./words.ts";

type Described = Pick<CategoryMap["classes"][number], "name" | "plural" | "aliases" | "packageCodes"> & {
  carrier?: boolean;
  whole?: boolean;
};

/** Package codes of UN/ECE recommendation 21 that show how a package looks; codes such as PK, PP and NE do not. */
const classes: readonly Described[] = [
  {
    name: "carton",
    plural: "cartons",
    aliases: ["box", "cardboard box", "case", "package", "parcel"],
    packageCodes: ["CT", "BX", "CS", "4G"],
  },
  {
    name: "pallet",
    plural: "pallets",
    carrier: true,
    aliases: ["euro pallet", "skid"],
    packageCodes: ["PX", "PF", "PE", "OA", "OB", "SI", "PB", "AG", "AH"],
  },
  {
    name: "drum",
    plural: "drums",
    aliases: ["barrel", "keg", "steel drum", "jerrican", "ibc"],
    packageCodes: ["DR", "BA", "KG", "1A", "1B", "1D", "1G", "1H", "IH", "DI", "JC", "JY", "3A", "3H", "WA", "TB"],
  },
  {
    name: "sack",
    plural: "sacks",
    aliases: ["bag", "big bag", "jumbo bag", "bale"],
    packageCodes: ["SA", "BG", "5H", "5L", "5M", "XK", "ZB", "MB", "PD", "BL", "BN", "SX", "FX", "JB", "JT", "WF"],
  },
  {
    name: "crate",
    plural: "crates",
    aliases: ["wooden crate", "wooden box", "wooden case"],
    packageCodes: ["CR", "CK", "DC", "DB", "FC", "FR", "MC", "4C", "4D", "SK", "VI", "7B", "8B"],
  },
  {
    name: "roll",
    plural: "rolls",
    aliases: ["coil", "reel", "spool", "bobbin"],
    packageCodes: ["RO", "RL", "CL", "BB", "SO"],
  },
  { name: "bundle", plural: "bundles", aliases: ["timber", "pipe", "steel bar"], packageCodes: ["BE", "BH", "LG", "LZ", "PI", "PV"] }, // prettier-ignore
  { name: "scrap", plural: "heaps of scrap", aliases: ["scrap metal"], packageCodes: [] },
  { name: "machinery", plural: "machines", whole: true, aliases: ["machine", "engine", "equipment"], packageCodes: [] },
  {
    name: "vehicle",
    plural: "vehicles",
    whole: true,
    aliases: ["car", "truck", "motorcycle", "tractor", "van", "bus"],
    packageCodes: ["VN"],
  },
];

/** The classes in which parts of whole objects come. */
const HOLDS_PARTS: ReadonlySet<string> = new Set(["carton", "crate"]);

/** The map that comes with the product, in force until an admin puts another one. */
export const bundledMap: Required<CategoryMap> = categoryMap.required().parse({
  minConfidence: 0.25,
  certainConfidence: 0.5,
  quantityTolerance: 0.1,
  emptyClasses: ["empty", "empty container"],
  emptyDeclarations: split(words.emptyDeclarations),
  classes: classes.map(complete),
  exceptions: split(words.exceptions),
  vagueDescriptions: split(words.vagueDescriptions),
  fillerWords: split(words.fillerWords),
  lookAlikes: words.lookAlikes.map(([className, takenFor, rate]) => ({ class: className, takenFor, rate })),
});

function complete({ carrier = false, ...described }: Described): CategoryMap["classes"][number] {
  const { name } = described;
  const codes = hsPacking.filter(([, names]) => names.split(" ").includes(name)).flatMap(([list]) => list.split(" "));
  const lists = Object.entries(words.keywords[name] ?? {}).map(([language, list]): [string, string[]] => [
    language,
    [...new Set([...split(list), ...(HOLDS_PARTS.has(name) ? listParts(language) : [])])],
  ]);
  const { en = [], ...translations } = Object.fromEntries(lists);
  return {
    ...described,
    carrier,
    packageWords: split(words.packageWords[name] ?? ""),
    hsChapters: codes.filter((code) => code.length === 2),
    hsCodes: codes.filter((code) => code.length > 2),
    keywords: en,
    ...(lists.length > 0 && { translations }),
  };
}

/** Phrases for parts of whole objects in a language. */
function listParts(language: string): string[] {
  const known = Object.entries(words.parts).find(([name]) => name === language)?.[1];
  if (!known) return [];
  return split(known.wholes).flatMap((whole) => [
    ...split(known.before).map((part) => `${whole} ${part}`),
    ...split(known.after).map((parts) => `${parts} ${whole}`),
  ]);
}

/** The words of a list separated by commas. */
function split(list: string): string[] {
  const found = list.split(",").map((word) => word.trim().replace(/\s+/g, " "));
  return [...new Set(found)].filter((word) => word !== "");
}
