import { matchFindings, type Scored } from "./average-precision.ts";

/** Performance of a model in use, with all findings from one confidence on: the basis of rules about its errors. */
export type OperatingPoint = {
  confidence: number;
  /** The share of all things that are found, whatever they are called. */
  recall: number;
  /** Share of the found things that have the name of another class: of all, and of those of each class. */
  misnamedShare: number;
  misnamedByClass: Record<string, number>;
  /** Findings that lie on no thing. */
  straysPerPicture: number;
};

/** Findings of one range of confidences: how certain they are in the mean, and how many are right. */
export type ReliabilityBin = { from: number; to: number; findings: number; meanConfidence: number; rightShare: number };

const BINS = 10;

/** Measures a model in use; `names` are its classes. */
export function operatingPoint(pictures: readonly Scored[], names: readonly string[], confidence: number): OperatingPoint {
  const pairs = pictures.flatMap(({ found, truth }) => {
    const sure = found.filter((finding) => finding.confidence >= confidence);
    return matchFindings({ found: sure, truth }, null);
  });
  const things = pictures.reduce((sum, { truth }) => sum + truth.length, 0);
  const found = pairs.flatMap(({ finding, thing }) => (thing ? { name: thing.className, isMisnamed: thing.className !== finding.className } : []));
  const misnamedShareOf = (rows: typeof found) => ratio(rows.filter(({ isMisnamed }) => isMisnamed).length, rows.length);
  return {
    confidence,
    recall: ratio(found.length, things),
    misnamedShare: misnamedShareOf(found),
    misnamedByClass: Object.fromEntries(names.map((name) => [name, misnamedShareOf(found.filter((row) => row.name === name))])),
    straysPerPicture: ratio(pairs.length - found.length, pictures.length),
  };
}

/** All findings with their confidence and whether they lie on a thing of their class. */
export function findingsOf(pictures: readonly Scored[], names: readonly string[]): { confidence: number; isHit: boolean }[] {
  return names.flatMap((name) =>
    pictures.flatMap((picture) =>
      matchFindings(picture, name).map(({ finding, thing }) => ({ confidence: finding.confidence, isHit: thing !== null })),
    ),
  );
}

/** Ten ranges of confidence, from 0 to 1; those without findings are left out. */
export function reliabilityOf(findings: readonly { confidence: number; isHit: boolean }[]): ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, index) => {
    const mine = findings.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === index);
    return {
      from: index / BINS,
      to: (index + 1) / BINS,
      findings: mine.length,
      meanConfidence: ratio(mine.reduce((sum, { confidence }) => sum + confidence, 0), mine.length),
      rightShare: ratio(mine.filter(({ isHit }) => isHit).length, mine.length),
    };
  }).filter(({ findings: count }) => count > 0);
}

const ratio = (count: number, of: number): number => (of === 0 ? 0 : count / of);
