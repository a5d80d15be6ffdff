import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { ContainerRules } from "@container-inspection/shared-schemas/rules/container-rules";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { findPhrase } from "../reading/find-phrase.ts";
import { listNames, english, state, type Words } from "../english.ts";
import {
  aboutLines,
  describePictures,
  describeSeen,
  evidenceOf,
  formatPercent,
  formatProbability,
  listLines,
} from "./finding-texts.ts";
import type { SeenPicture } from "./pictures.ts";
import { type GoodsSettings, probabilityOf } from "./undeclared-rules.ts";

const RULE = "empty-laden-mismatch";

/** Liquids and gases in bulk, bulk solids: UN/ECE recommendation 21. No camera shows them as objects. */
const BULK_CODES: ReadonlySet<string | undefined> = new Set(["VL", "VQ", "VO", "VY", "VR", "VG"]);
/** Words for goods in bulk, where the rule set states none. */
const BULK_WORDS: string[] = ["in bulk", "isotank", "iso tank"];

/**
 * Declared empty, but something is in the container; pallets left behind are only information. Where the words may
 * declare something else, it is never critical.
 */
export function findCargoInEmpty(
  picture: SeenPicture,
  { rules, map }: GoodsSettings,
  unsure: readonly DeclaredLine[] = [],
): MatchFinding[] {
  const dunnage = picture.seen.filter(({ kind, count }) => kind === "carrier" && count <= rules.dunnagePieces);
  const cargo = picture.seen.filter((seen) => !dunnage.includes(seen));
  // In a fixed order: the text for the next picture of the same things must be the same.
  const observed = listNames(
    picture.seen.toSorted((one, other) => one.name.localeCompare(other.name, "en")).map(describeSeen),
  );
  if (picture.seen.length === 0) return [];
  const finding = { rule: RULE, lane: "cargo" as const, declared: english`empty`, observed };
  if (cargo.length === 0) {
    const message = english`The manifest declares an empty container; the picture shows only ${observed} left in it.`;
    return [state({ ...finding, severity: "info", evidence: evidenceOf(picture, dunnage), message })];
  }
  const probability = probabilityOf(
    cargo.flatMap(({ sightings }) => sightings),
    rules,
  );
  const isSure = cargo.some(({ sightings }) => sightings.some(({ confidence }) => confidence >= map.certainConfidence));
  const isWarning = probability >= rules.warningProbability;
  const isCritical = probability >= rules.criticalProbability && isSure && cargo.some(({ kind }) => kind !== "unknown");
  return [
    state({
      ...finding,
      severity: isCritical && unsure.length === 0 ? "critical" : isWarning ? "warning" : "info",
      probability: round(probability),
      evidence: evidenceOf(picture, cargo),
      message: english`The manifest declares an empty container, but the picture shows ${observed} (probability ${formatProbability(probability)}).`,
    }),
  ];
}

/**
 * Declared laden, but a picture shows an empty container and nothing in it. Where others of the visit show cargo, the
 * pictures disagree: one may show a part of the container, or have been taken before loading.
 */
export function findEmptyInsteadOfCargo(
  picture: SeenPicture,
  lines: readonly DeclaredLine[],
  { settings: { rules }, others }: { settings: GoodsSettings; others: readonly SeenPicture[] },
): MatchFinding[] {
  if (picture.emptyConfidence < rules.emptyConfidence || picture.seen.length > 0 || picture.hasFaint) return [];
  const declared = listLines(lines);
  const empty = english`an empty container (confidence ${formatPercent(picture.emptyConfidence)})`;
  const message =
    others.length === 0
      ? english`The manifest declares ${declared}, but the picture shows ${empty}.`
      : english`The pictures disagree: one shows ${empty}, others show ${describePictures(others)}; declared: ${declared}.`;
  return [
    state({
      rule: RULE,
      severity: others.length === 0 ? "critical" : "warning",
      lane: "cargo",
      declared,
      observed: english`empty container`,
      probability: round(picture.emptyConfidence),
      ...aboutLines(lines),
      evidence: [{ scanId: picture.scanId, detections: picture.emptyIndexes }],
      message,
    }),
  ];
}

/** The cargo of a tank, a flexitank or a bulk container, which pictures do not show as objects. */
export function explainInvisibleCargo(
  lines: readonly DeclaredLine[],
  typeGroup: string | undefined,
  { flexitankWords, liquidWords, bulkWords = BULK_WORDS }: ContainerRules,
): MatchFinding[] {
  const isTank = typeGroup === "T";
  const isInBulk = ({ packageCode, words }: DeclaredLine) =>
    BULK_CODES.has(packageCode) ||
    [flexitankWords, liquidWords, bulkWords].some((phrases) => findPhrase(words, phrases) !== undefined);
  if (!isTank && !lines.every(isInBulk)) return [];
  const declared = listLines(lines);
  const message = isTank
    ? english`No picture shows the declared cargo (${declared}) as objects. It is a tank container: check its weight and its seal.`
    : english`No picture shows the declared cargo (${declared}) as objects. It is carried in bulk: check its weight and its seal.`;
  const rule = "cargo-not-visible";
  return [state({ rule, severity: "info", lane: "cargo", declared, observed: null, ...aboutLines(lines), message })];
}

/** No picture shows anything that a model recognises, which is no evidence of an empty container. */
export function reportNothingRecognised(pictures: readonly SeenPicture[]): MatchFinding {
  const faint = faintNote(pictures);
  const message =
    pictures.length === 1
      ? english`Nothing was recognised in the picture, which does not show what is inside.${faint} Take the picture again, with the door open and light inside.`
      : english`Nothing was recognised in any picture, which does not show what is inside.${faint} Take the picture again, with the door open and light inside.`;
  const finding = { rule: "nothing-recognised", severity: "info", lane: "cargo", declared: null } as const;
  return state({ ...finding, observed: english`nothing`, message });
}

/** Declared empty, and no picture shows anything. */
export function reportEmptyAsDeclared(pictures: readonly SeenPicture[]): MatchFinding {
  const message = english`The manifest declares an empty container, and no object was recognised in it.${faintNote(pictures)}`;
  return state({
    rule: "empty-as-declared",
    severity: "info",
    lane: "cargo",
    declared: english`empty`,
    observed: english`nothing`,
    message,
  });
}

const faintNote = (pictures: readonly SeenPicture[]): Words =>
  pictures.some(({ hasFaint }) => hasFaint) ? english` Some objects were detected too faintly to count.` : "";

/** Pictures of the outside show no cargo. */
export function reportNoCargoPicture(): MatchFinding {
  const message = english`There are only pictures of the outside, which do not show the cargo. Take one of the inside.`;
  return state({
    rule: "cargo-not-pictured",
    severity: "info",
    lane: "cargo",
    declared: null,
    observed: null,
    message,
  });
}

const round = (probability: number) => Math.round(probability * 1_000) / 1_000;
