import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { join, joins, quantity, type Translatable, english, state } from "../english.ts";
import { aboutLines, describeSeen, doubtOf, evidenceOf, explanationsOf, listLines } from "./finding-texts.ts";
import type { SeenClass, SeenPicture, Sighting } from "./pictures.ts";
import { chanceOfError, type GoodsSettings, isOpen, limitBeside, probabilityOf } from "./undeclared-rules.ts";

/**
 * Compares the count of a class with the declared count, if every line that may show it states a count. More than
 * declared is evidence in any view. Fewer is evidence only if a picture shows the whole load; elsewhere the rest may
 * be behind it.
 */
export function compareQuantities(
  picture: SeenPicture,
  lines: readonly DeclaredLine[],
  settings: GoodsSettings,
): MatchFinding[] {
  return picture.seen.flatMap((seen) => compareCount([{ picture, seen }], lines, settings));
}

/**
 * Counts over the pictures of cameras that see different parts of a load, as the rule set states: of each camera the
 * picture that shows most. Together they can only show that there is more than declared.
 */
export function compareAcrossCameras(
  pictures: readonly SeenPicture[],
  lines: readonly DeclaredLine[],
  settings: GoodsSettings,
): MatchFinding[] {
  return settings.rules.disjointCameras.flatMap((cameras) => {
    const names = new Set(pictures.flatMap(({ seen }) => seen.map(({ name }) => name)));
    return [...names].flatMap((name) => {
      const [first, ...others] = cameras.flatMap((camera) => mostOf(name, pictures, camera) ?? []);
      return first && others.length > 0 ? compareCount([first, ...others], lines, settings) : [];
    });
  });
}

/** A class as one picture shows it. */
type Part = { picture: SeenPicture; seen: SeenClass };
type Parts = readonly [Part, ...Part[]];

function mostOf(name: string, pictures: readonly SeenPicture[], camera: string): Part | undefined {
  const parts = pictures
    .filter(({ cameraId }) => cameraId === camera)
    .flatMap((picture) => picture.seen.filter((seen) => seen.name === name).map((seen) => ({ picture, seen })));
  return parts.toSorted((one, other) => other.seen.count - one.seen.count)[0];
}

/** The parts are of one class, and show different objects. */
function compareCount(parts: Parts, lines: readonly DeclaredLine[], settings: GoodsSettings): MatchFinding[] {
  const [first, ...others] = parts;
  const seen = others.reduce((sum, part) => addUp(sum, part.seen), first.seen);
  const declared = declaredCount(seen, lines, settings);
  if (declared === undefined) return [];
  const { total, counted } = declared;
  // Stryker disable next-line EqualityOperator: an equal count is no deviation
  const isMore = seen.count > total;
  const found = isMore
    ? judgeExcess(first.picture, seen, { declared, lines, settings })
    : judgeShortage(first.picture, seen, declared, settings);
  if (found === undefined || (others.length > 0 && !isMore)) return [];
  const open = isMore ? lines.filter((line) => isOpen(line, settings.map)) : [];
  const severity = limitBeside(open, found);
  return [
    state({
      rule: "quantity-deviation",
      severity,
      lane: "cargo",
      className: seen.name,
      declared: describeDeclared(seen, declared),
      observed: describeSeen(seen),
      ...aboutLines(counted),
      evidence: parts.flatMap((part) => evidenceOf(part.picture, [part.seen])),
      explanation: explanationsOf(counted),
      message: english`${explainCounts(parts, seen, declared, { severity: found, isMore })}${doubtOf(open)}`,
    }),
  ];
}

const addUp = (one: SeenClass, other: SeenClass): SeenClass => ({
  ...one,
  count: one.count + other.count,
  sightings: [...one.sightings, ...other.sightings],
});

type Deviation = { severity: MatchFinding["severity"]; isMore: boolean };

function explainCounts(parts: Parts, seen: SeenClass, stated: Declared, { severity, isMore }: Deviation): Translatable {
  const { total, counted, isExact } = stated;
  const objects = describeDeclared(seen, stated);
  const lines = listLines(counted);
  const declared =
    total === 1 ? english`${objects} is declared (${lines})` : english`${objects} are declared (${lines})`;
  const deviation = quantity((100 * Math.abs(seen.count - total)) / total);
  if (isMore) {
    const more = total === 0 ? "" : english`: ${deviation} % more`;
    const shown = isExact ? quantity(seen.count) : describeSeen(seen);
    return english`${declared}, but ${show(parts, shown)}${more}.`;
  }
  if (severity !== "info")
    return english`${declared}, but a picture of the whole load shows ${seen.count}: ${deviation} % fewer.`;
  return parts[0].picture.view === "xray-full"
    ? english`The picture shows ${seen.count} of ${objects} declared; others may be hidden or missed by the model.`
    : english`The picture shows ${seen.count} of ${objects} declared; others may be out of view.`;
}

/** The declared number of a class, or of packages where the paper does not state what they are. */
function describeDeclared(seen: SeenClass, { total, isExact }: Declared): Translatable {
  if (isExact) return describeSeen({ ...seen, count: total });
  return total === 1 ? english`${total} package` : english`${total} packages`;
}

function show(parts: Parts, shown: Translatable): Translatable {
  if (parts.length === 1) return english`the picture shows ${shown}`;
  const cameras = join(
    parts.map(({ picture }) => String(picture.cameraId)),
    joins.comma,
    joins.and,
  );
  return english`the pictures of the cameras ${cameras}, which see different parts of the load, together show ${shown}`;
}

/**
 * Number of a class that the paper states: exact where every line counts this class, else the most that the packages of
 * the lines can be.
 */
type Declared = { total: number; counted: readonly DeclaredLine[]; isExact: boolean };

/** Returns the declared number of a class; undefined if a line that may show it states no count. */
function declaredCount(
  { name, kind }: SeenClass,
  lines: readonly DeclaredLine[],
  settings: GoodsSettings,
): Declared | undefined {
  const limits = lines
    .filter(({ classes }) => classes.has(name))
    .map((line) => ({ line, most: limitOf(line, name, settings) }));
  // Goods that are declared in packages may nevertheless be on pallets.
  const mayCarry = kind === "carrier" && lines.some(({ countedAs }) => countedAs !== name);
  const counted = limits.filter(({ line: { countedAs } }) => countedAs === undefined || countedAs === name);
  if (kind === "unknown" || mayCarry || counted.length === 0 || limits.some(({ most }) => most === undefined))
    return undefined;
  return {
    total: counted.reduce((sum, { most = 0 }) => sum + most, 0),
    counted: counted.map(({ line }) => line),
    isExact: counted.every(({ line }) => line.countedAs === name),
  };
}

/** UN/ECE recommendation 21: a lot and a container hold any number of packages. */
const LOTS: ReadonlySet<string | undefined> = new Set(["LT", "CN"]);

/**
 * The most objects of a class that a line can be. Packages of no known kind are at most their number, unless they may
 * be pallets, or the goods are whole objects that other things come with.
 */
function limitOf(line: DeclaredLine, name: string, { map, rules }: GoodsSettings): number | undefined {
  const { countedAs, packageCount, packageCode, classes } = line;
  if (countedAs === name) return packageCount;
  if (countedAs !== undefined) return map.carriers.has(countedAs) ? undefined : 0;
  const entry = map.classes.find((one) => one.name === name);
  const isWhole = rules.wholeObjects.includes(name);
  const isCountable = isWhole || (entry !== undefined && entry.packageCodes.length > 0);
  const names = [...classes.keys()];
  const mayBeOther = names.some((one) => map.carriers.has(one) || (!isWhole && rules.wholeObjects.includes(one)));
  return isCountable && !mayBeOther && !LOTS.has(packageCode) ? packageCount : undefined;
}

type Compared = { declared: Declared; lines: readonly DeclaredLine[]; settings: GoodsSettings };

/** More than declared; undefined where the precision of the model explains it. */
function judgeExcess(picture: SeenPicture, seen: SeenClass, compared: Compared): MatchFinding["severity"] | undefined {
  const { declared, settings } = compared;
  const { map, rules } = settings;
  // Packages of no known kind may be pallets with their cartons.
  if (!declared.isExact && picture.seen.some(({ kind }) => kind === "carrier")) return undefined;
  const found = rules.wholeObjects.includes(seen.name)
    ? judgeWholeObjects(picture, seen, compared)
    : judgePackages(seen, declared.total, map.quantityTolerance, rules);
  return found === "critical" && !declared.isExact ? "warning" : found;
}

/** Packages are many, so that their number is judged by its standard deviation. */
function judgePackages({ sightings }: SeenClass, total: number, tolerance: number, rules: GoodsSettings["rules"]) {
  const mean = sightings.reduce((sum, { quantity, confidence }) => sum + quantity * confidence, 0);
  const variance = sightings.reduce((sum, { quantity, confidence: p }) => sum + quantity * p * (1 - p), 0);
  const above = (mean - total * (1 + tolerance)) / Math.sqrt(variance + (0.05 * total) ** 2 + 1);
  if (above <= rules.excessWarningDeviations) return undefined;
  const isProbable = probabilityOf(sightings, rules) >= rules.criticalProbability;
  const isFar = above > rules.excessCriticalDeviations && mean > rules.excessCriticalFactor * total;
  return isFar && isProbable ? "critical" : "warning";
}

/**
 * Vehicles and machines are few and large: those beyond the declared number, of which the model is least sure, are
 * judged as undeclared ones are.
 */
function judgeWholeObjects(picture: SeenPicture, seen: SeenClass, { declared, lines, settings }: Compared) {
  const { map, rules } = settings;
  const surplus = sightingsBeyond(declared.total, seen.sightings);
  const areaShare = surplus.reduce((sum, sighting) => sum + (sighting.areaShare ?? 1), 0);
  const explained = picture.seen.filter(({ name }) => lines.some(({ classes }) => classes.has(name)));
  const honest = { declaredSeen: explained, others: [], lines, settings };
  const chance = chanceOfError(picture, { ...seen, sightings: surplus }, honest);
  const probability = probabilityOf(surplus, rules);
  const { warningChance, criticalChance } = rules.undeclaredWholeObjects;
  if (chance > warningChance || probability < rules.warningProbability) return undefined;
  if (areaShare < rules.wholeObjectAreaShare) return undefined;
  const isSure = surplus.some(({ confidence }) => confidence >= map.certainConfidence);
  const isProbable = chance <= criticalChance && probability >= rules.criticalProbability;
  return isSure && isProbable && seen.count > rules.excessCriticalFactor * declared.total ? "critical" : "warning";
}

/** The least sure sightings, after those that the declared number allows. */
function sightingsBeyond(total: number, sightings: readonly Sighting[]): Sighting[] {
  let allowed = total;
  return sightings
    .toSorted((one, other) => other.confidence - one.confidence)
    .filter(({ quantity }) => {
      allowed -= quantity;
      return allowed < 0;
    });
}

/** Fewer than declared; undefined within the tolerance, and where the paper does not state the number exactly. */
function judgeShortage(
  picture: SeenPicture,
  { count, kind }: SeenClass,
  { total, isExact }: Declared,
  { map, rules }: GoodsSettings,
): MatchFinding["severity"] | undefined {
  if (!isExact || count >= total * (1 - map.quantityTolerance)) return undefined;
  const carriesOthers = kind !== "carrier" && picture.seen.some((seen) => seen.kind === "carrier");
  if (picture.view !== "xray-full" || carriesOthers) return "info";
  const { recall } = rules.models.find(({ name }) => name === picture.modelName) ?? rules.otherModels;
  const expected = total * recall;
  const missing = (expected - count) / Math.sqrt(expected * (1 - recall) + (0.05 * total) ** 2 + 1);
  return missing > rules.shortageWarningDeviations ? "warning" : "info";
}
