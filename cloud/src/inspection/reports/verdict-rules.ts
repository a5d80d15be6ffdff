import type { NumberCheck } from "@container-inspection/shared-schemas/container-number";
import type { ContainerStatus } from "@container-inspection/shared-schemas/containers";
import { INCOMPLETE_RULES, type MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Examination } from "@container-inspection/shared-schemas/examinations";
import type { ReportVerdict, VerdictReason } from "@container-inspection/shared-schemas/reports";
import type { ScanType } from "@container-inspection/shared-schemas/scans";
import { ALERT_RULES } from "../../match/rules/alert-findings.ts";
import { english, join, joins, messageOf, named, withPhrase, type Words } from "../../match/english.ts";
import type { Phrase } from "@container-inspection/shared-schemas/phrase";
import { describeExamination } from "./examination-rules.ts";
import { formatTime } from "../../match/rules/finding-grounds.ts";
import { scanNames } from "./scan-name-rules.ts";

/** A detection that a reviewer rejected. */
type Rejection = { className: string | null; by: string; note: string | null };
/** A finished scan of the visit, with what its reviewers rejected. */
type JudgedScan = { id: string; type: ScanType; receivedAt: Date; rejected: readonly Rejection[] };

/** The facts that a verdict is judged from, at one moment. */
export type VerdictFacts = {
  status: ContainerStatus;
  /** The decisions to hold that are in force, newest first. */
  holds: readonly { at: Date; by: string; reason: string }[];
  /** Reason for the legal hold of the container; null without one. */
  legalHold: string | null;
  numberCheck: NumberCheck;
  /** Its number is that of a chassis or trailer. */
  isChassis: boolean;
  /** Numbers of waiting manifests that its number may be a misreading of, likeliest first. */
  nearMisses: readonly string[];
  /** Time at which the container last got another number. */
  renumberedAt: Date | null;
  /** Time at which a misread container was last merged into this one. */
  mergedAt: Date | null;
  /** The manifests that are attached. */
  manifests: readonly { id: string; updatedAt: Date }[];
  /**
   * Combined findings of all pictures of the visit, compared with the manifest if the visit has one.
   */
  findings: readonly MatchFinding[];
  /** The finished scans of the visit, newest first. */
  scans: readonly JudgedScan[];
  /** Newer scans without a result. */
  unfinished: readonly { type: ScanType; status: "pending" | "failed" }[];
  /** Reasons about when manifests came, and about those that wait. */
  papers: readonly VerdictReason[];
  /** Newest first. */
  examinations: readonly Examination[];
  openEscalation: { reason: string; reasonPhrase?: Phrase | undefined; scanId: string | null } | null;
  /** The last decision that cleared the container, with the manifests it had then. */
  lastClear: { at: Date; by: string; reason: string; manifestIds: readonly string[] } | null;
};

/** Sentence about a number that is of no container. */
export const CHASSIS_NUMBER = english`The number is that of a chassis or trailer (equipment category Z), not of a freight container: set the number of the container.`;

/** The worse verdict wins, and comes first. */
const ranks: Record<ReportVerdict, number> = { hold: 0, attention: 1, incomplete: 2, clear: 3 };

/**
 * Judges a container: `hold` while it is held, under a legal hold or has a critical finding on its visit, `attention`
 * while a supervisor should look at something, `incomplete` while something is missing, else `clear`; with every
 * reason, the worst first. A finding in one picture stays until a person decides, regardless of later pictures.
 * A decision to clear settles the findings known when it was taken, and those seen again in the same place; other
 * pictures, and another, changed or newly compared manifest, are considered again, and so is everything once another
 * container was merged into this one. Detections that a reviewer rejected do not count against the container, but are
 * listed with the reviewer.
 */
export function judge(facts: VerdictFacts): { verdict: ReportVerdict; reasons: VerdictReason[] } {
  const papers = Object.groupBy(facts.papers, ({ verdict }) => (verdict === "clear" ? "notes" : "problems"));
  const problems = [
    ...judgeStatus(facts),
    ...judgeFindings(facts),
    ...(papers.problems ?? []),
    ...facts.examinations.flatMap((one) => (verdictOf(facts, one) === "clear" ? [] : [noteExamination(facts, one)])),
    ...judgeNumber(facts),
    ...findMissing(facts),
  ];
  const reasons = [
    ...problems,
    ...(problems.length === 0 ? [explainClear(facts)] : []),
    ...scanTypes.flatMap((type) => listRejections(type, facts.scans)),
    ...(papers.notes ?? []),
    ...facts.examinations.flatMap((one) => (verdictOf(facts, one) === "clear" ? [noteExamination(facts, one)] : [])),
  ];
  const sorted = reasons.toSorted((one, other) => ranks[one.verdict] - ranks[other.verdict]);
  // Stryker disable next-line OptionalChaining,StringLiteral: there is always a reason; the types cannot know
  return { verdict: sorted[0]?.verdict ?? "clear", reasons: sorted };
}

function judgeStatus({ status, holds, legalHold, openEscalation }: VerdictFacts): VerdictReason[] {
  const held = holds.map((hold) =>
    reason("held", "hold", english`Held by ${hold.by} at ${formatTime(hold.at)}: ${hold.reason}`),
  );
  const unexplained = reason("held", "hold", english`A supervisor decided to hold the container.`);
  const inspection = reason("inspection-ordered", "attention", english`A supervisor ordered an inspection.`);
  const grounds = withPhrase(openEscalation?.reason ?? "", openEscalation?.reasonPhrase);
  const why = english`An escalation is waiting for a decision: ${grounds}`;
  return [
    ...(held.length === 0 && status === "HELD" ? [unexplained] : held),
    ...(legalHold === null
      ? []
      : [reason("legal-hold", "hold", english`The container is under a legal hold: ${legalHold}`)]),
    ...(status === "INSPECT" ? [inspection] : []),
    ...(openEscalation ? [reason("escalation-open", "attention", why)] : []),
  ];
}

function judgeFindings(facts: VerdictFacts): VerdictReason[] {
  return facts.findings
    .filter((finding) => !isSettledFinding(facts, finding))
    .flatMap((finding) => {
      const { rule, severity, phrases } = finding;
      const message = withPhrase(finding.message, phrases?.message);
      if (INCOMPLETE_RULES.has(rule)) return facts.lastClear ? [] : [reason(rule, "incomplete", message)];
      if (severity === "info") return [];
      const verdict = severity === "critical" ? "hold" : "attention";
      const later = noteLaterScan(facts, finding);
      return [reason(rule, verdict, later === "" ? message : english`${message}${later}`)];
    });
}

/**
 * True for a finding that was known when the container was last cleared: its pictures had arrived, and the manifests
 * that it compares them with are the same and unchanged. A finding that was decided about and is seen again in its
 * place is settled too.
 */
function isSettledFinding(facts: VerdictFacts, finding: MatchFinding): boolean {
  const { manifests, lastClear, renumberedAt, scans } = facts;
  if (finding.decided) return finding.decided.decision !== "hold" || facts.holds.length === 0;
  const rests = scans.filter((scan) => restsOn(finding, scan));
  if (!rests.every((scan) => wasSeen(facts, scan))) return false;
  if (ALERT_RULES.has(finding.rule)) return rests.length > 0;
  const changedAt = [...manifests.map(({ updatedAt }) => updatedAt), ...(renumberedAt ? [renumberedAt] : [])];
  return (
    lastClear !== null &&
    lastClear.manifestIds.length === manifests.length &&
    manifests.every(({ id }) => lastClear.manifestIds.includes(id)) &&
    changedAt.every((at) => isSettled(facts, at))
  );
}

/** A note where a later scan of the same kind does not show it again: that alone settles nothing. */
function noteLaterScan({ scans }: VerdictFacts, finding: MatchFinding): Words {
  if (!ALERT_RULES.has(finding.rule)) return "";
  const found = scans.find((scan) => restsOn(finding, scan));
  const latest = scans.find(({ type }) => type === found?.type);
  return latest && !restsOn(finding, latest) ? english` The latest ${scanNames[latest.type]} does not show it.` : "";
}

const restsOn = ({ evidence }: MatchFinding, { id }: JudgedScan) =>
  evidence?.some(({ scanId }) => scanId === id) ?? false;

/** A find forbids the release until a decision that knew of it; a seizure needs review until then. */
function verdictOf(facts: VerdictFacts, { result, at }: Examination): ReportVerdict {
  if (result === "nothing" || isSettled(facts, new Date(at))) return "clear";
  return result === "found" ? "hold" : "attention";
}

function noteExamination(facts: VerdictFacts, examination: Examination): VerdictReason {
  const { by, at } = examination;
  const message = english`Examined by ${by.email} at ${formatTime(new Date(at))}. ${describeExamination(examination)}`;
  return reason("examined", verdictOf(facts, examination), message);
}

function judgeNumber(facts: VerdictFacts): VerdictReason[] {
  const { numberCheck, isChassis, renumberedAt, lastClear } = facts;
  const wasAccepted = lastClear !== null && (renumberedAt === null || isSettled(facts, renumberedAt));
  if (wasAccepted) return [];
  const problems = [
    ...(numberCheck === "bad-check-digit"
      ? [english`The check digit of the container number is wrong: it may have been misread.`]
      : []),
    ...(isChassis ? [CHASSIS_NUMBER] : []),
  ];
  return problems.map((message) => reason("number-check", "attention", message));
}

function findMissing({ manifests, nearMisses, scans, unfinished, lastClear }: VerdictFacts): VerdictReason[] {
  const waiting = unfinished.map(({ type, status }) =>
    status === "pending"
      ? reason("scan-pending", "incomplete", english`A newer ${scanNames[type]} is waiting for its result.`)
      : reason("scan-failed", "incomplete", english`A newer ${scanNames[type]} failed. Take it again.`),
  );
  if (lastClear) return waiting;
  return [
    ...waiting,
    ...(manifests.length > 0
      ? []
      : [reason("no-manifest", "incomplete", english`No manifest is attached.${noteNearMisses(nearMisses)}`)]),
    ...(scans.some(({ type }) => type === "category")
      ? []
      : [reason("no-category-scan", "incomplete", english`No category scan exists yet.`)]),
  ];
}

const noteNearMisses = ([best]: readonly string[]): Words =>
  best === undefined ? "" : english` A manifest with the similar number ${best} has no container: check the number.`;

const scanTypes: readonly ScanType[] = ["illegal", "category", "defect"];

function listRejections(type: ScanType, scans: readonly JudgedScan[]): VerdictReason[] {
  const rejected = scans.filter((scan) => scan.type === type).flatMap((scan) => scan.rejected);
  if (rejected.length === 0) return [];
  const listed = rejected.slice(0, MAX_NAMES).map(({ className, by, note }) => {
    const name = named(className ?? "an unnamed object");
    return note === null ? english`${name} (rejected by ${by})` : english`${name} (rejected by ${by}: ${note})`;
  });
  const left = rejected.length - MAX_NAMES;
  const first = join(listed, joins.comma);
  const names = left > 0 ? english`${first} and ${left} more` : first;
  return [reason("findings-rejected", "clear", english`Left out of the ${named(type)} scans: ${names}.`)];
}

/** Findings that leave something uncompared or unexplained, although none counts against the container. */
const LEFT_OPEN_RULES: ReadonlySet<string> = new Set([
  "cargo-not-visible",
  "declared-goods-unknown",
  "observed-goods-not-declared",
  "observed-goods-unknown",
]);

function explainClear({ lastClear, findings }: VerdictFacts): VerdictReason {
  if (lastClear) return reason("cleared", "clear", english`Cleared by ${lastClear.by}: ${lastClear.reason}`);
  const message = findings.some(({ rule }) => LEFT_OPEN_RULES.has(rule))
    ? english`No finding counts against the container, but not everything fits the manifest or could be compared with it: see the findings.`
    : english`The scans fit the manifest, and there are no findings against the container.`;
  return reason("nothing-found", "clear", message);
}

/** True for facts known when the container was last cleared; a clearance before a merge settles nothing. */
function isSettled({ lastClear, mergedAt }: VerdictFacts, at: Date): boolean {
  return lastClear !== null && at < lastClear.at && (mergedAt?.getTime() ?? -Infinity) < lastClear.at.getTime();
}

/**
 * True for a scan that had arrived when the container was last cleared; one on its way at that moment escalated
 * afterwards.
 */
function wasSeen(facts: VerdictFacts, scan: JudgedScan): boolean {
  return isSettled(facts, scan.receivedAt) && facts.openEscalation?.scanId !== scan.id;
}

const MAX_NAMES = 10;

function reason(rule: string, verdict: ReportVerdict, message: Words): VerdictReason {
  return { rule, verdict, ...messageOf(message) };
}
