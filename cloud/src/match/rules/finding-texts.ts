import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredLine } from "../reading/declared-line.ts";
import type { SeenClass, SeenPicture } from "./pictures.ts";

const MAX_LISTED = 3;
const MAX_LINES = 50;
const MAX_EVIDENCE = 50;
const MAX_EXPLANATIONS = 10;

/** `3 vehicles`, `1 sack`. */
export const describeSeen = ({ name, plural, count }: Pick<SeenClass, "name" | "plural" | "count">) =>
  `${formatNumber(count)} ${count === 1 ? name : plural}`;

/** A number with at most one decimal and no grouping. */
export const formatNumber = (value: number) =>
  value.toLocaleString("en", { maximumFractionDigits: 1, useGrouping: false });

/** A share of 1 as a percentage. */
export const formatPercent = (share: number) => `${formatNumber(100 * share)} %`;

/** A probability as a percentage; no rule is ever fully sure. */
export const formatProbability = (probability: number) =>
  probability > 0.999 ? "above 99.9 %" : formatPercent(probability);

/** The first three names, and how many more there are. */
export function listNames(names: readonly string[], separator = ", "): string {
  const shown = names.slice(0, MAX_LISTED).join(separator);
  return names.length > MAX_LISTED ? `${shown} and ${names.length - MAX_LISTED} more` : shown;
}

/** The labels of declared lines. */
export const listLines = (lines: readonly DeclaredLine[]) => listNames(lines.map(({ label }) => label));

/** Declared lines with their labels: `Line 2 (Shoes)`, `Lines 1, 2 (Coffee, Tea)`. */
export const describeLines = (lines: readonly DeclaredLine[]) =>
  `${capitalise(namePlaces(lines))} (${listLines(lines)})`;

/** The fields of a finding about declared lines: as many of their numbers as it holds, and those of each manifest. */
export function aboutLines(lines: readonly DeclaredLine[]): Pick<MatchFinding, "lines" | "manifests"> {
  const held = lines.slice(0, MAX_LINES);
  const papers = [...Map.groupBy(held, ({ manifestId }) => manifestId)].flatMap(([manifestId, of]) =>
    manifestId === undefined ? [] : [{ manifestId, lines: of.map(({ line }) => line) }],
  );
  return { lines: held.map(({ line }) => line), ...(papers.length > 0 && { manifests: papers }) };
}

/** The field of a finding about a whole manifest. */
export const aboutManifest = (manifestId: string | undefined): Pick<MatchFinding, "manifests"> =>
  manifestId === undefined ? {} : { manifests: [{ manifestId, lines: [] }] };

type Place = Pick<DeclaredLine, "line" | "whose">;

/** `line 3`, or `line 3 of bill of lading X` where the container has several manifests. */
export const placeOf = ({ line, whose }: Place) => `line ${line}${whose}`;

/** `lines 1, 2`, or `line 1 of bill of lading X, lines 1, 2 of bill of lading Y` where there are several manifests. */
export function namePlaces(lines: readonly Place[]): string {
  const groups = [...Map.groupBy(lines, ({ whose }) => whose)];
  return listNames(groups.map(([whose, of]) => `${nameLines(of.map(({ line }) => line))}${whose}`));
}

/** `Line 3 may explain it.`, after a space, where lines leave their goods open; nothing where none does. */
export const doubtOf = (open: readonly DeclaredLine[]) =>
  open.length === 0 ? "" : ` ${capitalise(namePlaces(open))} may explain it.`;

/**
 * Describes the combined content of pictures: of each class, the highest number that one of them shows.
 */
export function describePictures(pictures: readonly SeenPicture[]): string {
  const classes = Map.groupBy(
    pictures.flatMap(({ seen }) => seen),
    ({ name }) => name,
  );
  const largest = [...classes.values()].flatMap((all) =>
    all.toSorted((one, other) => other.count - one.count).slice(0, 1),
  );
  return listNames(largest.map(describeSeen)) || "nothing";
}

/** The objects of a picture that a finding rests on. */
export function evidenceOf(
  picture: Pick<SeenPicture, "scanId">,
  seen: readonly SeenClass[],
): NonNullable<MatchFinding["evidence"]> {
  const detections = seen.flatMap(({ sightings }) => sightings.map(({ index }) => index));
  return [{ scanId: picture.scanId, detections: detections.slice(0, MAX_EVIDENCE) }];
}

/**
 * Returns the reasons why the manifests allow the classes of lines: each entry of the map once, with its lines.
 */
export function explanationsOf(lines: readonly DeclaredLine[]): string[] {
  const entries = lines.flatMap(({ line, whose, classes }) =>
    [...classes.values()].map((entry) => ({ entry, line, whose })),
  );
  const grouped = [...Map.groupBy(entries, ({ entry }) => entry)];
  return grouped.slice(0, MAX_EXPLANATIONS).map(([entry, of]) => `${entry} (${namePlaces(of)})`);
}

/** `line 3`, `lines 1, 2, 5 and 4 more`. */
export function nameLines(lines: readonly number[]): string {
  const numbers = [...new Set(lines)];
  return `${numbers.length === 1 ? "line" : "lines"} ${listNames(numbers.map(String))}`;
}

/** The text with its first letter in upper case. */
export const capitalise = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
