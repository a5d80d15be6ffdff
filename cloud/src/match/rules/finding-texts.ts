import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { join, joins, listNames, named, quantity, type Translatable, english, type Words } from "../english.ts";
import type { SeenClass, SeenPicture } from "./pictures.ts";

const MAX_LINES = 50;
const MAX_EVIDENCE = 50;
const MAX_EXPLANATIONS = 10;

/** `3 vehicles`, `1 sack`. */
export const describeSeen = ({ name, plural, count }: Pick<SeenClass, "name" | "plural" | "count">): Translatable =>
  english`${count} ${count === 1 ? named(name) : nameMany({ plural })}`;

/** The plural of a class. */
export const nameMany = ({ plural }: Pick<SeenClass, "plural">): Translatable =>
  typeof plural === "string" ? named(plural) : plural;

/** A share of 1 as a percentage. */
export const formatPercent = (share: number): Translatable => english`${quantity(100 * share)} %`;

/** A probability as a percentage; no rule is ever fully sure. */
export const formatProbability = (probability: number): Translatable =>
  probability > 0.999 ? english`above 99.9 %` : formatPercent(probability);

/** The labels of declared lines. */
export const listLines = (lines: readonly DeclaredLine[]): Words => listNames(lines.map(({ label }) => label));

/** Declared lines with their labels: `Line 2 (Shoes)`, `Lines 1, 2 (Coffee, Tea)`. */
export const describeLines = (lines: readonly DeclaredLine[]): Translatable =>
  english`${beginWithPlaces(lines)} (${listLines(lines)})`;

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
export const placeOf = ({ line, whose }: Place): Translatable => english`line ${String(line)}${whose}`;

/** `Line 3`, or `Line 3 of bill of lading X`, at the beginning of a sentence. */
export const beginWithPlace = ({ line, whose }: Place): Translatable => english`Line ${String(line)}${whose}`;

/** `lines 1, 2`, or `line 1 of bill of lading X, lines 1, 2 of bill of lading Y` where there are several manifests. */
export const namePlaces = (lines: readonly Place[]): Words => listNames(groupPlaces(lines).map(nameGroup));

/** Places as `namePlaces` has them, at the beginning of a sentence. */
export function beginWithPlaces(lines: readonly Place[]): Words {
  const [first, ...others] = groupPlaces(lines);
  return listNames([...(first ? [beginWithGroup(first)] : []), ...others.map(nameGroup)]);
}

type PlaceGroup = { numbers: Words; isOne: boolean; whose: Words };

/** The numbers of lines, once each, by the manifest that they are in. */
function groupPlaces(lines: readonly Place[]): PlaceGroup[] {
  return [...Map.groupBy(lines, ({ whose }) => String(whose)).values()].map((of) => {
    const numbers = [...new Set(of.map(({ line }) => String(line)))];
    return { numbers: listNames(numbers), isOne: numbers.length === 1, whose: of[0]?.whose ?? "" };
  });
}

const nameGroup = ({ numbers, isOne, whose }: PlaceGroup) =>
  isOne ? english`line ${numbers}${whose}` : english`lines ${numbers}${whose}`;
const beginWithGroup = ({ numbers, isOne, whose }: PlaceGroup) =>
  isOne ? english`Line ${numbers}${whose}` : english`Lines ${numbers}${whose}`;

/** `Line 3 may explain it.`, after a space, where lines leave their goods open; nothing where none does. */
export const doubtOf = (open: readonly DeclaredLine[]): Words =>
  open.length === 0 ? "" : english` ${beginWithPlaces(open)} may explain it.`;

/**
 * Describes the combined content of pictures: of each class, the highest number that one of them shows.
 */
export function describePictures(pictures: readonly SeenPicture[]): Words {
  const classes = Map.groupBy(
    pictures.flatMap(({ seen }) => seen),
    ({ name }) => name,
  );
  const largest = [...classes.values()].flatMap((all) =>
    all.toSorted((one, other) => other.count - one.count).slice(0, 1),
  );
  return largest.length === 0 ? english`nothing` : listNames(largest.map(describeSeen));
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
export function explanationsOf(lines: readonly DeclaredLine[]): Translatable[] {
  const entries = lines.flatMap(({ line, whose, classes }) =>
    [...classes.values()].map((entry) => ({ entry, line, whose })),
  );
  const all = [...Map.groupBy(entries, ({ entry }) => String(entry)).values()];
  return all.slice(0, MAX_EXPLANATIONS).map((of) => english`${of[0]?.entry ?? ""} (${namePlaces(of)})`);
}

/** `line 3`, `lines 1, 2, 5 and 4 more`. */
export const nameLines = (lines: readonly number[]): Words => namePlaces(lines.map((line) => ({ line, whose: "" })));

/** Names of classes, each of which may be meant: `sack or carton`. */
export const anyClass = (names: Iterable<string>): Words => join([...names].map(named), joins.or);
