import type { CategoryClass, CategoryMap } from "@container-inspection/shared-schemas";
import { normaliseWords } from "./normalise-words.ts";

/** A category map made ready for matching: words are normalised once, and found without going through all of them. */
export type CompiledMap = Pick<CategoryMap, "minConfidence" | "certainConfidence" | "quantityTolerance" | "classes"> & {
  /** Named in every match, so that a result can be traced to the map it came from. */
  version: number;
  /** Normalised. */
  emptyClasses: ReadonlySet<string>;
  /** Normalised. */
  emptyDeclarations: ReadonlySet<string>;
  /** Classes by every normalised name a model may give them. */
  classesByName: ReadonlyMap<string, CategoryClass>;
  /** Names of classes that carry other goods, such as pallets. */
  carriers: ReadonlySet<string>;
  /** Normalised keywords by the first word of each. */
  keywords: ReadonlyMap<string, readonly { keyword: string; entry: CategoryClass }[]>;
};

/** Makes one version of the category map ready for matching. */
export function compileMap(version: number, map: CategoryMap): CompiledMap {
  const { minConfidence, certainConfidence, quantityTolerance, classes } = map;
  const names = classes.flatMap((entry) =>
    [entry.name, entry.plural, ...entry.aliases].map((name) => [normaliseWords(name), entry] as const),
  );
  const keywords = classes.flatMap((entry) =>
    entry.keywords.map((keyword) => ({ keyword: normaliseWords(keyword), entry })),
  );
  return {
    version,
    minConfidence,
    certainConfidence,
    quantityTolerance,
    classes,
    emptyClasses: new Set(map.emptyClasses.map(normaliseWords)),
    emptyDeclarations: new Set(map.emptyDeclarations.map(normaliseWords)),
    classesByName: new Map(names),
    carriers: new Set(classes.filter(({ carrier }) => carrier).map(({ name }) => name)),
    keywords: Map.groupBy(keywords, ({ keyword }) => keyword.split(" ", 1)[0] ?? ""),
  };
}
