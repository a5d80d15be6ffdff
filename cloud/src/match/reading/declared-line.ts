import type { Words } from "../english.ts";

/**
 * Reason why a class may show a declared line, such as `HS 0901 → sack` or `package code SA → sack`.
 */
export type Explanation = Words;

/** One line of declaredGoods, as far as it is understood. */
export type DeclaredLine = {
  /** Its position in declaredGoods, from 1. */
  line: number;
  /** Index of its manifest among those of the container, from 0. */
  manifest: number;
  /** That manifest's id; undefined outside the service. */
  manifestId: string | undefined;
  /** Words that name that manifest where the container has several, such as ` of bill of lading X`; else empty. */
  whose: Words;
  /** Label by which a person recognises it: its description, shortened, or its code. */
  label: Words;
  /** Its description as normalised words. */
  words: string;
  /** 2 to 12 digits from the left; undefined where it is absent or not understood. */
  hs: string | undefined;
  packageCode: string | undefined;
  /** Packages, where the paper states packages; pieces never become packages. */
  packageCount: number | undefined;
  /** Classes of the model that may show it, each with the map's entry that names it. */
  classes: ReadonlyMap<string, Explanation>;
  /** The class its packages are counted in, where that is beyond doubt. */
  countedAs: string | undefined;
  kind: "goods" | "vague" | "unknown" | "empty";
  /** True where the words begin with "empty" and the others are not understood. */
  mayBeEmpty?: boolean;
  /** A count that is stated but not understood, as written. */
  countNotUnderstood?: string;
  /** Packages that the fields state, where the description states more of them, which then count. */
  countInFields?: number;
  /** The line unchanged, for rules that read weights, volumes and dangerous goods. */
  raw: Readonly<Record<string, unknown>>;
};

/**
 * The goods of one manifest: no list at all, an empty container, or lines of which at least one is not empty. `unsure`
 * holds the lines that may declare something else than an empty container.
 */
export type DeclaredGoods =
  | { kind: "not-stated" }
  | { kind: "empty"; unsure?: DeclaredLine[] }
  | { kind: "laden"; lines: DeclaredLine[] };
