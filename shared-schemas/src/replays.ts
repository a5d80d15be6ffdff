import { z } from "zod";
import { matchFinding, severity } from "./manifest-match.ts";
import { datetime, orNull } from "./primitives.ts";
import { proposeRuleSetRequest } from "./rule-sets.ts";

/** Lane of a visit, with a separate value for a comparison that could not be made. */
export const replayLane = z.enum(["green", "yellow", "red", "incomplete"]).meta({ id: "ReplayLane" });
export type ReplayLane = z.infer<typeof replayLane>;

/** A share of decided cases, with the bounds between which the true one lies with 95 % confidence (Wilson). */
export const shareEstimate = z
  .object({
    share: z.number().min(0).max(1),
    lowerBound: z.number().min(0).max(1),
    upperBound: z.number().min(0).max(1),
  })
  .meta({ id: "ShareEstimate" });
export type ShareEstimate = z.infer<typeof shareEstimate>;

const ruleCounts = z
  .object({
    findings: z.int().describe("warnings or critical findings of this rule"),
    confirmed: z.int().describe("of them, confirmed by a decision to hold or by a verdict on a detection"),
    rejected: z.int().describe("of them, settled by a decision to clear or by a verdict on every detection"),
    precision: orNull(shareEstimate).describe("confirmed ÷ (confirmed + rejected); null while no user has judged one"),
  })
  .meta({ id: "ReplayRuleCounts" });
export type ReplayRuleCounts = z.infer<typeof ruleCounts>;

const lostFinding = z
  .object({
    containerId: z.string(),
    containerNumber: z.string(),
    visitId: z.string(),
    finding: matchFinding,
    confirmedBy: z.enum(["examination", "decision", "verdict"]),
  })
  .meta({ id: "LostFinding" });
export type LostFinding = z.infer<typeof lostFinding>;

/** Changes that a candidate would have made. */
export const replayResult = z
  .object({
    visits: z.int(),
    lanes: z.array(z.object({ from: replayLane, to: replayLane, visits: z.int() })).describe("in force → candidate"),
    escalations: z.object({
      perDay: z.array(z.object({ day: z.string(), inForce: z.number(), candidate: z.number() })),
      average: z
        .object({ inForce: z.number(), candidate: z.number() })
        .describe("over the days with visits; visits with a critical finding, and the random sample of green ones"),
    }),
    rules: z.array(z.object({ rule: z.string(), severity, inForce: ruleCounts, candidate: ruleCounts })),
    proposals: z.array(z.string()).describe("critical rules that are wrong too often, to be made warnings"),
    lostFindings: z.object({ total: z.int(), first: z.array(lostFinding) }),
    greenSample: z.object({
      decided: z.int().describe("visits of the random sample that users cleared or held"),
      wrong: z.int().describe("of them, held"),
      wrongShare: orNull(shareEstimate),
      foundByCandidate: z.int().describe("of the wrong ones, those that are not green under the candidate"),
    }),
  })
  .meta({ id: "ReplayResult" });
export type ReplayResult = z.infer<typeof replayResult>;

/** A visit that the candidate judges differently. */
export const replayChange = z
  .object({
    visitId: z.string(),
    visitNumber: z.int(),
    containerId: z.string(),
    containerNumber: z.string(),
    scanId: z.string().nullable().describe("the newest picture of the visit"),
    from: replayLane,
    to: replayLane,
    added: z.array(matchFinding).describe("warnings and critical findings that only the candidate gives"),
    removed: z.array(matchFinding).describe("warnings and critical findings that only the rules in force give"),
  })
  .meta({ id: "ReplayChange" });
export type ReplayChange = z.infer<typeof replayChange>;

/** A run of a candidate over stored visits. */
export const replay = z
  .object({
    id: z.string(),
    ruleSetVersion: z.int(),
    state: z.enum(["running", "finished", "failed"]),
    days: z.int(),
    since: datetime.describe("visits whose last record is from this time or later"),
    base: z
      .object({ ruleSetVersion: z.int(), mapVersion: z.int() })
      .describe("what was in force when it started: an activation needs a replay over what is in force then"),
    progress: z.object({ visits: z.int(), of: z.int() }),
    startedBy: z.object({ id: z.string(), email: z.string() }),
    startedAt: datetime,
    finishedAt: datetime.nullable(),
    failure: z.string().nullable(),
    result: orNull(replayResult).describe("null until it is finished"),
    changes: z.array(replayChange).optional().describe("of a draft: the newest 100 visits that it judges differently"),
  })
  .meta({ id: "Replay" });
export type Replay = z.infer<typeof replay>;

export const startReplayRequest = z.object({
  days: z.int().min(1).max(90).default(90).describe("how far back"),
  draft: proposeRuleSetRequest.optional().describe("what is replayed in place of a candidate; nothing of it is kept"),
});

type Sides<Value> = { inForce: Value; candidate: Value };

/** Counts of a replay so far; small, whatever the number of visits. */
export type ReplayTally = {
  visits: number;
  /** Number of visits by both lanes, such as `red green`. */
  lanes: Record<string, number>;
  /** Escalations by day. */
  days: Record<string, Sides<number>>;
  /** Counts by rule and severity, such as `alert critical`. */
  rules: Record<string, Sides<{ findings: number; confirmed: number; rejected: number }>>;
  lost: { total: number; first: LostFinding[] };
  /** The random sample of green visits: decided ones, wrong ones, and those of them that the candidate finds. */
  sample: { decided: number; wrong: number; found: number };
};
