import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { GoodsRules } from "@container-inspection/shared-schemas/rules/goods-rules";
import type { CompiledMap } from "../reading/compile-map.ts";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { type Translatable, english, state, type Words } from "../english.ts";
import { chanceOfAtLeast, probabilityOfAny } from "./chance.ts";
import {
  aboutLines,
  describePictures,
  describeSeen,
  doubtOf,
  evidenceOf,
  explanationsOf,
  formatPercent,
  formatProbability,
  listLines,
  nameMany,
} from "./finding-texts.ts";
import type { SeenClass, SeenPicture, Sighting } from "./pictures.ts";

/** Category map and site rules by which goods are judged. */
export type GoodsSettings = { map: CompiledMap; rules: GoodsRules };

/** Lines that do not identify their goods, or state only what carries them: they may be anything packed. */
export function isOpen({ kind, classes }: DeclaredLine, map: CompiledMap): boolean {
  return kind !== "goods" || [...classes.keys()].every((name) => map.carriers.has(name));
}

/**
 * Limits a severity beside lines that leave their goods open. Goods that the map does not know, and packages on pallets
 * that state nothing else, never count against the shipper; beside a vague description, a critical finding is a
 * warning. Where every line leaves its goods open, findUndeclared makes packages information.
 */
export function limitBeside(
  open: readonly DeclaredLine[],
  severity: MatchFinding["severity"],
): MatchFinding["severity"] {
  if (open.some(({ kind }) => kind !== "vague")) return "info";
  return open.length > 0 && severity === "critical" ? "warning" : severity;
}

/**
 * Objects in a picture that no declared line explains. A model misnames some of the declared objects and sees some that
 * are not there, so that each class is judged by two figures: how often an honest load would look like this (by the
 * model's rates of errors, and only by objects large enough to be taken for this one), and how probable it is that one
 * of these detections is right (by confidence and size). Packages are only information beside goods that the map does
 * not know, and where every line is vague, so that nothing is declared to compare with.
 */
export function findUndeclared(
  picture: SeenPicture,
  lines: readonly DeclaredLine[],
  settings: GoodsSettings,
  all: readonly SeenPicture[] = [],
): MatchFinding[] {
  const { map } = settings;
  const explained = new Set(lines.flatMap(({ classes }) => [...classes.keys()]));
  const undeclared = picture.seen.filter(({ kind, name }) => kind === "goods" && !explained.has(name));
  const declaredSeen = picture.seen.filter(({ name }) => explained.has(name));
  const open = lines.filter((line) => isOpen(line, map));
  return undeclared.map((seen) => {
    const honest = { declaredSeen, others: undeclared, lines, settings };
    const chance = chanceOfError(picture, seen, honest);
    const probability = probabilityOf(seen.sightings, settings.rules);
    const judged = { chance, probability, isStandIn: standsIn(seen, honest), open };
    const severity = severityOf(seen, judged, honest);
    return state({
      rule: "observed-goods-not-declared",
      severity,
      lane: "cargo",
      className: seen.name,
      declared: listLines(lines),
      observed: describeSeen(seen),
      probability: Math.round(probability * 1_000) / 1_000,
      ...aboutLines(lines),
      evidence: evidenceOf(picture, [seen]),
      explanation: [
        ...explanationsOf(lines),
        explainProbability(seen, settings.rules),
        english`by the error rates that are set for the model, ${formatChance(chance)} of the pictures of honest loads look like this`,
      ],
      message: english`The picture shows ${describeSeen(seen)}, which nothing on the manifest explains (probability ${formatProbability(probability)}); declared: ${listLines(lines)}.${doubtOf(open)}${contradict(picture, seen, { all, explained })}`,
    });
  });
}

/** Another picture of the same view that shows declared goods and none of these, after a space; else nothing. */
function contradict(
  { scanId, view }: SeenPicture,
  seen: SeenClass,
  { all, explained }: { all: readonly SeenPicture[]; explained: ReadonlySet<string> },
): Words {
  const { name } = seen;
  const other = all.find(
    (one) =>
      one.scanId !== scanId &&
      one.view === view &&
      one.seen.some((shown) => explained.has(shown.name)) &&
      !one.seen.some((shown) => shown.name === name),
  );
  if (!other) return "";
  const by = other.cameraId === null ? "" : english` by camera ${other.cameraId}`;
  return english` Another picture${by} shows ${describePictures([other])}, and no ${nameMany(seen)}.`;
}

/**
 * Honest contents of a picture that can be mistaken for something else, and the settings to judge them by.
 */
type Honest = {
  declaredSeen: readonly SeenClass[];
  others: readonly SeenClass[];
  lines: readonly DeclaredLine[];
  settings: GoodsSettings;
};
type Judged = { chance: number; probability: number; isStandIn: boolean; open: readonly DeclaredLine[] };

function severityOf(
  { name, sightings }: SeenClass,
  { chance, probability, isStandIn, open }: Judged,
  { lines, settings: { map, rules } }: Honest,
): MatchFinding["severity"] {
  const isWhole = rules.wholeObjects.includes(name);
  if (!isWhole && (open.length === lines.length || limitBeside(open, "critical") === "info")) return "info";
  const { warningChance, criticalChance } = isWhole ? rules.undeclaredWholeObjects : rules.undeclaredPackages;
  // An object without a stated area may be large.
  const areaShare = sightings.reduce((sum, sighting) => sum + (sighting.areaShare ?? 1), 0);
  if (chance > warningChance || probability < rules.warningProbability) return "info";
  if (isWhole && areaShare < rules.wholeObjectAreaShare) return "info";
  const isSure = sightings.some(({ confidence }) => confidence >= map.certainConfidence);
  const isProbable = chance <= criticalChance && probability >= rules.criticalProbability;
  const isCritical = isProbable && isSure && areaShare >= rules.criticalAreaShare;
  const isLimited = isStandIn || open.some(({ kind }) => kind === "unknown" || (kind === "vague" && !isWhole));
  return isCritical && !isLimited ? "critical" : "warning";
}

/** Rate from which a model sees a whole load of one class as its look-alike, and not single objects of it. */
const WHOLE_LOAD_RATE = 0.05;

/**
 * True if the objects may be unseen declared goods that look like them: detected with the low confidence of errors; or,
 * in a picture without any declared goods, of a pair that is often confused, and no more than were declared.
 */
function standsIn({ name, sightings, count }: SeenClass, honest: Honest): boolean {
  const { lines, settings } = honest;
  const unseen = unseenLookAlikes(name, honest);
  const isUnsure = sightings.every(({ confidence }) => shareOfErrors(confidence, settings.rules) >= 0.1);
  const areDeclared = (className: string) => {
    const counts = lines
      .filter(({ classes }) => classes.has(className))
      .map(({ packageCount = Infinity }) => packageCount);
    return count <= counts.reduce((sum, one) => sum + one, 0);
  };
  const isWholeLoad = honest.declaredSeen.every((seen) => seen.kind === "carrier");
  return unseen.some(
    ({ class: declared, rate }) => isUnsure || (isWholeLoad && rate >= WHOLE_LOAD_RATE && areDeclared(declared)),
  );
}

/** Returns the probability that errors of the model make an honest load look at least like this. */
export function chanceOfError({ modelName }: SeenPicture, { name, sightings }: SeenClass, honest: Honest): number {
  const { map, rules } = honest.settings;
  const model = rules.models.find((known) => known.name === modelName) ?? rules.otherModels;
  const classes = model.classes ?? map.classes.length;
  const unseen = unseenLookAlikes(name, honest).reduce((sum, { rate }) => sum + rate, 0);
  const surestFirst = sightings.toSorted(
    (one, other) => other.confidence - one.confidence || (other.areaShare ?? 1) - (one.areaShare ?? 1),
  );
  // Of the surest ones so far; 0 where the size of one is not known, so that any object may have been taken for it.
  let smallest = 1;
  return Math.min(
    ...surestFirst.map(({ areaShare = 0, confidence }, index) => {
      smallest = Math.min(smallest, areaShare);
      const largeShare = smallest >= rules.criticalAreaShare ? rules.largeStrayShare : 1;
      const strays = (model.straysPerPicture * largeShare) / classes;
      // In an honest load every object is a declared one, those under another name too.
      const misnamed = [...honest.declaredSeen, ...honest.others].reduce((sum, seen) => {
        const share = model.misnamedByClass?.[seen.name] ?? model.misnamedShare;
        return sum + expectedMistakes(seen, { name, smallest, misnamedShare: share, classes }, map);
      }, 0);
      return chanceOfAtLeast(index + 1, (strays + misnamed) * shareOfErrors(confidence, rules) + unseen);
    }),
  );
}

/** The share of wrong detections that reach a confidence. */
function shareOfErrors(confidence: number, { errorConfidences }: GoodsRules): number {
  const reached = errorConfidences.filter(({ fromConfidence }) => confidence >= fromConfidence);
  return Math.min(1, ...reached.map(({ share }) => share));
}

/** A declared object can be taken for one of a similar size: it takes at least half of its area. */
const mayBeTakenFor = (declared: Sighting, areaShare: number) =>
  declared.areaShare === undefined || declared.areaShare >= areaShare / 2;

type Mistaken = { name: string; smallest: number; misnamedShare: number; classes: number };

/**
 * Returns the expected number of objects of a class that are taken for this one: of those that are large enough, the
 * share that the model misnames (mostly as a look-alike, if it has any); of all, the share that the map states for
 * the two.
 */
function expectedMistakes(
  { name: declared, sightings }: SeenClass,
  { name, smallest, misnamedShare, classes }: Mistaken,
  map: CompiledMap,
): number {
  const alike = map.lookAlikes.filter((one) => one.class === declared);
  const known = alike.find(({ takenFor }) => takenFor === name);
  const rate = misnamedShare / (known ? alike.length : Math.max(1, classes - 1));
  const large = sightings.filter((sighting) => mayBeTakenFor(sighting, smallest)).length;
  return Math.max(large * rate, known ? sightings.length * known.rate : 0);
}

/** Declared classes that look like this one, and that the picture does not show. */
function unseenLookAlikes(name: string, { declaredSeen, lines, settings }: Honest) {
  return settings.map.lookAlikes.filter(
    ({ class: declared, takenFor }) =>
      takenFor === name &&
      lines.some(({ classes }) => classes.has(declared)) &&
      !declaredSeen.some((seen) => seen.name === declared),
  );
}

/** The basis of a probability: what the model states, and what the settings hold of its detections. */
function explainProbability({ sightings }: SeenClass, rules: GoodsRules): Translatable {
  const shares = sightings.map(createPrecisionOf(rules));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const share = most === least ? formatPercent(most) : english`${formatPercent(least)} to ${formatPercent(most)}`;
  return english`probability: the model's confidence times ${share}, the share of right detections of this size that the rule set states`;
}

/** Returns a function that states the share of detections of a size that are right, as the rule set does. */
function createPrecisionOf({ classPrecision }: GoodsRules): (sighting: Sighting) => number {
  const largestFirst = classPrecision.toSorted((one, other) => other.fromAreaShare - one.fromAreaShare);
  return ({ areaShare = 1 }) =>
    (largestFirst.find(({ fromAreaShare }) => areaShare >= fromAreaShare) ?? largestFirst.at(-1))?.precision ?? 0;
}

/** The probability that the model names at least one of the objects correctly. */
export function probabilityOf(sightings: readonly Sighting[], rules: GoodsRules): number {
  const precisionOf = createPrecisionOf(rules);
  return probabilityOfAny(sightings.map((sighting) => precisionOf(sighting) * sighting.confidence));
}

// Stryker disable next-line EqualityOperator: no chance that a computer holds is exactly 0.001
const formatChance = (chance: number) => (chance < 0.001 ? english`less than 0.1 %` : formatPercent(chance));
