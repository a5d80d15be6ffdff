import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredLine } from "../reading/declared-line.ts";
import {
  aboutLines,
  describeSeen,
  doubtOf,
  evidenceOf,
  explanationsOf,
  formatNumber,
  listLines,
} from "./finding-texts.ts";
import type { SeenClass, SeenPicture } from "./pictures.ts";
import { type GoodsSettings, isOpen } from "./undeclared-rules.ts";

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
  const total = declaredCount(seen, lines, settings);
  if (total === undefined) return [];
  const severity = severityOf(first.picture, seen, total, settings);
  // Stryker disable next-line EqualityOperator: an equal count is no deviation
  const isMore = seen.count > total;
  if (severity === undefined || (others.length > 0 && !isMore)) return [];
  const open = isMore ? lines.filter((line) => isOpen(line, settings.map)) : [];
  const counted = lines.filter(({ countedAs }) => countedAs === seen.name);
  return [
    {
      rule: "quantity-deviation",
      severity: open.length > 0 ? "info" : severity,
      lane: "cargo",
      className: seen.name,
      declared: describeSeen({ ...seen, count: total }),
      observed: describeSeen(seen),
      ...aboutLines(counted),
      evidence: parts.flatMap((part) => evidenceOf(part.picture, [part.seen])),
      explanation: explanationsOf(counted),
      message: `${explainCounts(parts, seen, total, { severity, counted, isMore })}${doubtOf(open)}`,
    },
  ];
}

const addUp = (one: SeenClass, other: SeenClass): SeenClass => ({
  ...one,
  count: one.count + other.count,
  sightings: [...one.sightings, ...other.sightings],
});

type Deviation = { severity: MatchFinding["severity"]; counted: readonly DeclaredLine[]; isMore: boolean };

function explainCounts(parts: Parts, seen: SeenClass, total: number, { severity, counted, isMore }: Deviation): string {
  const declared = describeSeen({ ...seen, count: total });
  const are = total === 1 ? "is" : "are";
  const percent = `${formatNumber((100 * Math.abs(seen.count - total)) / total)} %`;
  if (isMore) {
    const more = total === 0 ? "" : `: ${percent} more`;
    return `${declared} ${are} declared (${listLines(counted)}), but ${show(parts)} ${formatNumber(seen.count)}${more}.`;
  }
  if (severity !== "info")
    return (
      `${declared} ${are} declared (${listLines(counted)}), but a picture of the whole load shows ` +
      `${formatNumber(seen.count)}: ${percent} fewer.`
    );
  const why =
    parts[0].picture.view === "xray-full" ? "others may be hidden or missed by the model" : "others may be out of view";
  return `The picture shows ${formatNumber(seen.count)} of ${declared} declared; ${why}.`;
}

function show(parts: Parts): string {
  if (parts.length === 1) return "the picture shows";
  const cameras = new Intl.ListFormat("en-GB").format(parts.map(({ picture }) => `${picture.cameraId}`));
  return `the pictures of the cameras ${cameras}, which see different parts of the load, together show`;
}

/** Returns the declared number of a class; undefined if a line that may show it states no count. */
function declaredCount({ name, kind }: SeenClass, lines: readonly DeclaredLine[], { map }: GoodsSettings) {
  const fitting = lines.filter(({ classes }) => classes.has(name));
  const counted = fitting.filter(({ countedAs }) => countedAs === name);
  const isComplete = fitting.every(({ countedAs, packageCount }) =>
    countedAs === name ? packageCount !== undefined : countedAs !== undefined && !map.carriers.has(countedAs),
  );
  // Goods that are declared in packages may nevertheless be on pallets.
  const mayCarry = kind === "carrier" && lines.some(({ countedAs }) => countedAs !== name);
  if (kind === "unknown" || counted.length === 0 || !isComplete || mayCarry) return undefined;
  return counted.reduce((sum, { packageCount = 0 }) => sum + packageCount, 0);
}

/** Undefined if the count matches the declared one within the precision of the model. */
function severityOf(
  picture: SeenPicture,
  { sightings, count, kind }: SeenClass,
  total: number,
  { map, rules }: GoodsSettings,
): MatchFinding["severity"] | undefined {
  const [mean, variance] = sightings.reduce(
    ([sum, spread], { quantity, confidence }) => [
      sum + quantity * confidence,
      spread + quantity ** 2 * confidence * (1 - confidence),
    ],
    [0, 0] as [number, number],
  );
  const deviation = Math.sqrt(variance + (0.05 * total) ** 2 + 1);
  const above = (mean - total * (1 + map.quantityTolerance)) / deviation;
  if (above > rules.excessWarningDeviations) {
    const isCritical = above > rules.excessCriticalDeviations && mean > rules.excessCriticalFactor * total;
    return isCritical ? "critical" : "warning";
  }
  if (count >= total * (1 - map.quantityTolerance)) return undefined;
  const carriesOthers = kind !== "carrier" && picture.seen.some((seen) => seen.kind === "carrier");
  if (picture.view !== "xray-full" || carriesOthers) return "info";
  const { recall } = rules.models.find(({ name }) => name === picture.modelName) ?? rules.otherModels;
  const expected = total * recall;
  const missing = (expected - count) / Math.sqrt(expected * (1 - recall) + (0.05 * total) ** 2 + 1);
  return missing > rules.shortageWarningDeviations ? "warning" : "info";
}
