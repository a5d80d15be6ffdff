import { type MatchFinding, severity as severities } from "@container-inspection/shared-schemas/manifest-match";
import {
  type LostFinding,
  type ReplayLane,
  replayLane,
  type ReplayResult,
  type ReplayRuleCounts,
  type ReplayTally,
} from "@container-inspection/shared-schemas/replays";
import type { Judgement } from "../../match/rules/judge-pictures.ts";
import { isDecided } from "../../match/rules/same-finding.ts";
import type { Picture } from "../../match/rules/pictures.ts";
import { estimateShare } from "./share-rules.ts";

/**
 * Knowledge of users about a visit: examinations, verdicts on detections, and decisions with the findings they were
 * based on.
 */
export type Decided = {
  /** True for rules that the last examination confirmed, false for others that had found something at that time. */
  examined: ReadonlyMap<string, boolean>;
  verdictOf: (scanId: string, index: number) => "confirmed" | "rejected" | undefined;
  /** Decisions to clear or hold, newest first. */
  decisions: readonly { isHold: boolean; findings: readonly MatchFinding[] }[];
  /** True if the visit was in the random sample of green ones. */
  isSample: boolean;
};

type Judged = Pick<Judgement, "match" | "findings">;

/** One visit, judged by the rules in force and by a candidate on the same pictures and manifests. */
export type ReplayedVisit = {
  visitId: string;
  containerId: string;
  containerNumber: string;
  /** The day on which it began, in UTC. */
  day: string;
  pictures: readonly Picture[];
  inForce: Judged;
  candidate: Judged;
  /** The share of green, complete visits that each samples. */
  sampleShares: { inForce: number; candidate: number };
  decided: Decided;
};

type Counts = Pick<ReplayRuleCounts, "findings" | "confirmed" | "rejected">;

/** Tally before the first visit is counted. */
export const emptyTally: ReplayTally = {
  visits: 0,
  lanes: {},
  days: {},
  rules: {},
  lost: { total: 0, first: [] },
  sample: { decided: 0, wrong: 0, found: 0 },
};

/** A critical rule is proposed as a warning when its precision may be below this share, judged on enough verdicts. */
const MIN_PRECISION = 0.3;
const MIN_VERDICTS = 30;
const MAX_LOST = 100;
const SIDES = ["inForce", "candidate"] as const;

/** The lane of a judgement; without a manifest nothing was compared, so only critical findings have a lane. */
export function replayLaneOf({ match, findings }: Judged): ReplayLane {
  if (findings.some(({ severity, lane }) => severity === "critical" && lane !== "documents")) return "red";
  if (!match) return "incomplete";
  return match.lane === "yellow" && !match.isComplete ? "incomplete" : match.lane;
}

/** The warnings and critical findings that only one of two judgements has. */
function differencesOf({ inForce, candidate, pictures }: ReplayedVisit) {
  const only = (findings: readonly MatchFinding[], others: readonly MatchFinding[]) =>
    findings.filter(
      (finding) =>
        finding.severity !== "info" &&
        !isDecided(
          finding,
          others.filter(({ severity }) => severity === finding.severity),
          pictures,
        ),
    );
  return {
    added: only(candidate.findings, inForce.findings),
    removed: only(inForce.findings, candidate.findings),
  };
}

/** A visit with its lanes and differences under both. */
export const changeOf = (visit: ReplayedVisit) => ({
  visitId: visit.visitId,
  scanId: visit.pictures[0]?.scanId ?? null,
  from: replayLaneOf(visit.inForce),
  to: replayLaneOf(visit.candidate),
  ...differencesOf(visit),
});

/** Returns true if a candidate judges a visit differently. */
export const isChange = ({ from, to, added, removed }: ReturnType<typeof changeOf>): boolean =>
  from !== to || added.length + removed.length > 0;

/** A tally with one more visit. */
export function addVisit(tally: ReplayTally, visit: ReplayedVisit): ReplayTally {
  const lane = `${replayLaneOf(visit.inForce)} ${replayLaneOf(visit.candidate)}`;
  return {
    visits: tally.visits + 1,
    lanes: { ...tally.lanes, [lane]: (tally.lanes[lane] ?? 0) + 1 },
    days: addDay(tally.days, visit),
    rules: addRules(tally.rules, visit),
    lost: addLost(tally.lost, visit),
    sample: addSample(tally.sample, visit),
  };
}

function addDay(days: ReplayTally["days"], { day, sampleShares, ...visit }: ReplayedVisit): ReplayTally["days"] {
  const before = days[day] ?? { inForce: 0, candidate: 0 };
  const expected = (side: (typeof SIDES)[number]) => {
    if (visit[side].findings.some(({ severity }) => severity === "critical")) return 1;
    return replayLaneOf(visit[side]) === "green" ? sampleShares[side] : 0;
  };
  const after = {
    inForce: before.inForce + expected("inForce"),
    candidate: before.candidate + expected("candidate"),
  };
  return { ...days, [day]: after };
}

function addRules(rules: ReplayTally["rules"], visit: ReplayedVisit): ReplayTally["rules"] {
  const after = { ...rules };
  const none: Counts = { findings: 0, confirmed: 0, rejected: 0 };
  for (const side of SIDES)
    for (const finding of visit[side].findings) {
      if (finding.severity === "info") continue;
      const key = `${finding.rule} ${finding.severity}`;
      const known = after[key] ?? { inForce: none, candidate: none };
      const outcome = outcomeOf(finding, visit);
      const { findings, confirmed, rejected } = known[side];
      const counts = {
        findings: findings + 1,
        confirmed: confirmed + (outcome?.isConfirmed === true ? 1 : 0),
        rejected: rejected + (outcome?.isConfirmed === false ? 1 : 0),
      };
      after[key] = { ...known, [side]: counts };
    }
  return after;
}

/**
 * An examination looked at the goods themselves, so it counts first; a decision is on the finding, so it counts before
 * verdicts on the objects that the finding rests on.
 */
function outcomeOf(finding: MatchFinding, { decided, pictures }: ReplayedVisit) {
  const isConfirmed = decided.examined.get(finding.rule);
  if (isConfirmed !== undefined) return { isConfirmed, by: "examination" } as const;
  const decision = decided.decisions.find(({ findings }) => isDecided(finding, findings, pictures));
  if (decision) return { isConfirmed: decision.isHold, by: "decision" } as const;
  const verdicts = (finding.evidence ?? []).flatMap(({ scanId, detections }) =>
    detections.map((index) => decided.verdictOf(scanId, index)),
  );
  if (verdicts.includes("confirmed")) return { isConfirmed: true, by: "verdict" } as const;
  const isRejected = verdicts.length > 0 && verdicts.every((verdict) => verdict === "rejected");
  return isRejected ? ({ isConfirmed: false, by: "verdict" } as const) : undefined;
}

/** Confirmed critical findings that the candidate no longer has as critical ones. */
function addLost({ total, first }: ReplayTally["lost"], visit: ReplayedVisit): ReplayTally["lost"] {
  const { visitId, containerId, containerNumber, pictures } = visit;
  const kept = visit.candidate.findings.filter(({ severity }) => severity === "critical");
  const lost = visit.inForce.findings.flatMap((finding): LostFinding[] => {
    if (finding.severity !== "critical" || isDecided(finding, kept, pictures)) return [];
    const outcome = outcomeOf(finding, visit);
    if (!outcome?.isConfirmed) return [];
    return [{ containerId, containerNumber, visitId, finding, confirmedBy: outcome.by }];
  });
  return { total: total + lost.length, first: [...first, ...lost].slice(0, MAX_LOST) };
}

function addSample(sample: ReplayTally["sample"], visit: ReplayedVisit): ReplayTally["sample"] {
  const { isSample, decisions } = visit.decided;
  if (!isSample || decisions.length === 0) return sample;
  const isWrong = decisions.some(({ isHold }) => isHold);
  const isFound = isWrong && replayLaneOf(visit.candidate) !== "green";
  return {
    decided: sample.decided + 1,
    wrong: sample.wrong + (isWrong ? 1 : 0),
    found: sample.found + (isFound ? 1 : 0),
  };
}

/** The result of a replay, from its counts. */
export function concludeReplay({ visits, lanes, days, rules, lost, sample }: ReplayTally): ReplayResult {
  const perDay = Object.entries(days)
    .toSorted(byKey)
    .map(([day, counts]) => ({ day, inForce: round(counts.inForce), candidate: round(counts.candidate) }));
  const meanOf = (side: (typeof SIDES)[number]) =>
    perDay.length === 0 ? 0 : round(perDay.reduce((sum, one) => sum + one[side], 0) / perDay.length);
  const rows = Object.entries(rules)
    .toSorted(byKey)
    .map(([key, { inForce, candidate }]) => {
      const [rule, severity] = wordsOf(key);
      return {
        rule,
        severity: severities.parse(severity),
        inForce: withPrecision(inForce),
        candidate: withPrecision(candidate),
      };
    });
  return {
    visits,
    lanes: Object.entries(lanes).map(([key, count]) => {
      const [from, to] = wordsOf(key);
      return { from: replayLane.parse(from), to: replayLane.parse(to), visits: count };
    }),
    escalations: { perDay, average: { inForce: meanOf("inForce"), candidate: meanOf("candidate") } },
    rules: rows,
    proposals: rows.flatMap(({ rule, severity, candidate }) => proposeWarning(rule, severity, candidate)),
    lostFindings: lost,
    greenSample: {
      decided: sample.decided,
      wrong: sample.wrong,
      wrongShare: estimateShare(sample.wrong, sample.decided),
      foundByCandidate: sample.found,
    },
  };
}

function proposeWarning(
  rule: string,
  severity: string,
  { confirmed, rejected, precision }: ReplayRuleCounts,
): string[] {
  const verdicts = confirmed + rejected;
  if (severity !== "critical" || !precision || verdicts < MIN_VERDICTS || precision.lowerBound >= MIN_PRECISION)
    return [];
  return [
    `Make the rule ${rule} a warning: users confirmed ${confirmed} of ${verdicts} of its critical findings, so its ` +
      `precision may be as low as ${Math.round(precision.lowerBound * 100)} %.`,
  ];
}

const withPrecision = (counts: Counts): ReplayRuleCounts => ({
  ...counts,
  precision: estimateShare(counts.confirmed, counts.confirmed + counts.rejected),
});

/** The two words of a key of a tally. */
function wordsOf(key: string): readonly [string, string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => one.localeCompare(other);

const round = (value: number) => Math.round(value * 100) / 100;
