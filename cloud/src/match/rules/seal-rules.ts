import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { ContainerRules } from "@container-inspection/shared-schemas/rules/container-rules";
import type { DeclaredGoods, DeclaredLine } from "../reading/declared-line.ts";
import { normaliseWords } from "../reading/normalise-words.ts";
import { countDifferences, type DeclaredSeal, readSeals, sealKey } from "../reading/read-seals.ts";
import { join, joins, listNames, type Translatable, english, state } from "../english.ts";
import { aboutLines, namePlaces } from "./finding-texts.ts";
import type { FoundDetection, Picture } from "./pictures.ts";

type Shown = Pick<Picture, "scanId" | "detections">;
type ReadSeal = { text: string; key: string; scanId: string; index: number };

/**
 * Declared seal numbers against those that pictures show. Readers misread single characters, so one that differs is a
 * warning, more are critical. Where a picture shows a declared number, another number beside it is at most a warning:
 * containers have several seals. Where none is declared, two pictures that show different numbers are a warning. A seal
 * that is not read is no finding.
 */
export function checkSeals(goods: DeclaredGoods, pictures: readonly Shown[], settings: ContainerRules): MatchFinding[] {
  const declared = goods.kind === "laden" ? readSeals(goods.lines) : [];
  const seals = new Set(settings.sealClasses.map(normaliseWords));
  const isSeal = ({ className, confidence }: FoundDetection) =>
    (confidence ?? 1) >= settings.sealFromConfidence && seals.has(normaliseWords(className));
  const read = pictures.flatMap((picture) => readFrom(picture, isSeal));
  if (declared.length === 0) return findChangedSeal(read, settings);
  const isConfirmed = read.some(({ key }) => declared.some((seal) => seal.key === key));
  return [...Map.groupBy(read, ({ key }) => key)].flatMap(([key, group]) =>
    judge({ key, group }, declared, { isConfirmed, settings }),
  );
}

/** Two numbers that no picture shows together, and that differ by more than a misread character. */
function findChangedSeal(read: readonly ReadSeal[], { sealCriticalDistance }: ContainerRules): MatchFinding[] {
  const scansOf = (key: string) => read.filter((one) => one.key === key).map(({ scanId }) => scanId);
  const keys = [...new Set(read.map(({ key }) => key))];
  const pairs = keys.flatMap((one, index) => keys.slice(index + 1).map((other) => [one, other] as const));
  const changed = pairs.find(([one, other]) => {
    const together = scansOf(one).some((scanId) => scansOf(other).includes(scanId));
    return !together && countDifferences(one, other) >= sealCriticalDistance;
  });
  if (!changed) return [];
  const seen = read.filter(({ key }) => changed.includes(key));
  const observed = join([...new Map(seen.map(({ key, text }) => [key, text])).values()], joins.and);
  return [
    state({
      rule: "seal-changed",
      severity: "warning",
      lane: "cargo",
      declared: null,
      observed,
      evidence: evidenceOfSeals(seen),
      explanation: [
        english`seal numbers that differ by ${sealCriticalDistance} characters or more are different seals`,
      ],
      message: english`The pictures show the seal numbers ${observed}, and the manifest declares none: check whether the seal was changed.`,
    }),
  ];
}

const evidenceOfSeals = (seals: readonly ReadSeal[]) =>
  [...Map.groupBy(seals, ({ scanId }) => scanId)].map(([scanId, of]) => ({
    scanId,
    detections: of.map(({ index }) => index),
  }));

function readFrom({ scanId, detections }: Shown, isSeal: (detection: FoundDetection) => boolean): ReadSeal[] {
  return detections.flatMap((detection) => {
    const { text = "", index } = detection;
    const key = sealKey(text);
    return key === "" || !isSeal(detection) ? [] : [{ text: text.trim(), key, scanId, index }];
  });
}

/** Compares the readings of one seal number in pictures with the nearest declared number. */
function judge(
  { key, group }: { key: string; group: readonly ReadSeal[] },
  declared: readonly DeclaredSeal<DeclaredLine>[],
  { isConfirmed, settings }: { isConfirmed: boolean; settings: ContainerRules },
): MatchFinding[] {
  const [first] = group;
  const ranked = declared.map((seal) => ({ seal, steps: countDifferences(seal.key, key) }));
  const nearest = ranked.toSorted((one, other) => one.steps - other.steps)[0];
  if (!first || !nearest) return [];
  const { seal, steps } = nearest;
  const isFar = steps >= settings.sealCriticalDistance;
  return [
    state({
      rule: "seal-number",
      severity: steps === 0 ? "info" : isFar && !isConfirmed ? "critical" : "warning",
      lane: "cargo",
      declared: listNames(declared.map(({ number }) => number)),
      observed: first.text,
      ...aboutLines(seal.lines),
      evidence: evidenceOfSeals(group),
      explanation: [
        english`seal numbers that differ by ${settings.sealCriticalDistance} characters or more are critical`,
      ],
      message: explain(first.text, seal, { steps, isFar, isConfirmed }),
    }),
  ];
}

function explain(
  read: string,
  { number, lines }: DeclaredSeal<DeclaredLine>,
  { steps, isFar, isConfirmed }: { steps: number; isFar: boolean; isConfirmed: boolean },
): Translatable {
  const place = namePlaces(lines);
  if (steps === 0) return english`The picture shows the seal number ${read}, as ${place} declares it.`;
  const differ = steps === 1 ? english`1 character differs` : english`${steps} characters differ`;
  const shown = english`The picture shows the seal number ${read}, but ${place} declares ${number}: ${differ}.`;
  if (isConfirmed)
    return english`${shown} Another picture shows a declared number: check whether there is a second seal.`;
  return isFar ? shown : english`${shown} It may have been misread: read the seal again.`;
}
