import type { MatchFinding } from "@container-inspection/shared-schemas";
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
 * Counts of a class against what is declared, where every line that may show it states a count. More than declared is
 * evidence in any view. Fewer is evidence only where a picture shows the whole load; elsewhere the rest stands behind.
 */
export function compareQuantities(
  picture: SeenPicture,
  lines: readonly DeclaredLine[],
  settings: GoodsSettings,
): MatchFinding[] {
  return picture.seen.flatMap((seen) => {
    const total = declaredCount(seen, lines, settings);
    if (total === undefined) return [];
    const { map } = settings;
    const severity = severityOf(picture, seen, total, settings);
    if (severity === undefined) return [];
    // Stryker disable next-line EqualityOperator: an equal count is no deviation
    const isMore = seen.count > total;
    const open = isMore ? lines.filter((line) => isOpen(line, map)) : [];
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
        evidence: evidenceOf(picture, [seen]),
        explanation: explanationsOf(counted),
        message: `${explainCounts(picture, seen, total, { severity, counted, isMore })}${doubtOf(open)}`,
      },
    ];
  });
}

type Deviation = { severity: MatchFinding["severity"]; counted: readonly DeclaredLine[]; isMore: boolean };

function explainCounts(
  picture: SeenPicture,
  seen: SeenClass,
  total: number,
  { severity, counted, isMore }: Deviation,
): string {
  const declared = describeSeen({ ...seen, count: total });
  const are = total === 1 ? "is" : "are";
  const percent = `${formatNumber((100 * Math.abs(seen.count - total)) / total)} %`;
  if (isMore) {
    const more = total === 0 ? "" : `: ${percent} more`;
    return `${declared} ${are} declared (${listLines(counted)}), but the picture shows ${formatNumber(seen.count)}${more}.`;
  }
  if (severity !== "info")
    return (
      `${declared} ${are} declared (${listLines(counted)}), but a picture of the whole load shows ` +
      `${formatNumber(seen.count)}: ${percent} fewer.`
    );
  const why =
    picture.view === "xray-full" ? "others may be hidden or missed by the model" : "others may be out of view";
  return `The picture shows ${formatNumber(seen.count)} of ${declared} declared; ${why}.`;
}

/** How many of a class are declared; undefined where a line that may show it states no count. */
function declaredCount({ name, kind }: SeenClass, lines: readonly DeclaredLine[], { map }: GoodsSettings) {
  const fitting = lines.filter(({ classes }) => classes.has(name));
  const counted = fitting.filter(({ countedAs }) => countedAs === name);
  const isComplete = fitting.every(({ countedAs, packageCount }) =>
    countedAs === name ? packageCount !== undefined : countedAs !== undefined && !map.carriers.has(countedAs),
  );
  // Goods that are declared in packages may stand on pallets all the same.
  const mayCarry = kind === "carrier" && lines.some(({ countedAs }) => countedAs !== name);
  if (kind === "unknown" || counted.length === 0 || !isComplete || mayCarry) return undefined;
  return counted.reduce((sum, { packageCount = 0 }) => sum + packageCount, 0);
}

/** Undefined where the count is as declared, within what the model can distinguish. */
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
