import type {
  ContainerStatus,
  Detection,
  ManifestMatch,
  NumberCheck,
  ReportVerdict,
  ScanType,
  VerdictReason,
} from "@container-inspection/shared-schemas";

/** A detection that a reviewer rejected. */
type Rejection = { className: string | null; by: string; note: string | null };
/** A scan with what its reviewers left of its detections, and what they rejected. */
type JudgedScan = { id: string; receivedAt: Date; detections: readonly Detection[]; rejected: readonly Rejection[] };

/** The facts that a verdict is judged from, at one moment. */
export type VerdictFacts = {
  status: ContainerStatus;
  /** A decision to hold the container stands. */
  isHeld: boolean;
  numberCheck: NumberCheck;
  /** When the container last got another number. */
  renumberedAt: Date | null;
  /** When a misread container was last merged into it. */
  mergedAt: Date | null;
  manifest: { id: string; updatedAt: Date } | null;
  /** The manifest against the latest category scan. */
  match: ManifestMatch | null;
  /** The latest finished scan of each kind. */
  scans: Record<ScanType, JudgedScan | null>;
  /** Newer scans without a result. */
  unfinished: readonly { type: ScanType; status: "pending" | "failed" }[];
  openEscalation: { reason: string; scanId: string | null } | null;
  /** The last decision that cleared the container, with the manifest it had then. */
  lastClear: { at: Date; by: string; reason: string; manifestId: string | null } | null;
  /** Illegal goods found with at least this confidence, 0 to 1, hold the container. */
  illegalConfidence: number;
};

/** The worse one wins. */
const order: ReportVerdict[] = ["hold", "attention", "incomplete", "clear"];

/**
 * Judges a container: `hold` while it is held or something critical was found, `attention` while a supervisor should
 * look at something, `incomplete` while something is missing, else `clear`; with every reason, the worst first. A
 * decision to clear settles what was known when it was taken: later scans, and another, changed or newly compared
 * manifest, are considered again, and so is everything once another container was merged into this one. Detections that
 * a reviewer rejected do not count against the container, but are listed with the reviewer.
 */
export function judge(facts: VerdictFacts): { verdict: ReportVerdict; reasons: VerdictReason[] } {
  const problems = [
    ...judgeStatus(facts),
    ...judgeIllegalGoods(facts),
    ...judgeMatch(facts),
    ...judgeDefects(facts),
    ...judgeNumber(facts),
    ...findMissing(facts),
  ];
  const reasons = [
    ...problems,
    // Stryker disable next-line ArrayDeclaration: what it would put there has no verdict, and is sorted out below
    ...(problems.length === 0 ? [explainClear(facts)] : []),
    ...scanTypes.flatMap((type) => listRejections(type, facts.scans[type])),
  ];
  const sorted = order.flatMap((verdict) => reasons.filter((reason) => reason.verdict === verdict));
  // Stryker disable next-line OptionalChaining,StringLiteral: there is always a reason; the types cannot know
  return { verdict: sorted[0]?.verdict ?? "clear", reasons: sorted };
}

function judgeStatus({ status, isHeld, openEscalation }: VerdictFacts): VerdictReason[] {
  const held = reason("held", "hold", "A supervisor decided to hold the container.");
  const inspection = reason("inspection-ordered", "attention", "A supervisor ordered an inspection.");
  const why = `An escalation is waiting for a decision: ${openEscalation?.reason}`;
  return [
    ...(isHeld || status === "HELD" ? [held] : []),
    ...(status === "INSPECT" ? [inspection] : []),
    ...(openEscalation ? [reason("escalation-open", "attention", why)] : []),
  ];
}

function judgeIllegalGoods(facts: VerdictFacts): VerdictReason[] {
  const scan = facts.scans.illegal;
  if (!scan || scan.detections.length === 0 || wasSeen(facts, scan)) return [];
  const isSure = ({ confidence }: Detection) => confidence === null || confidence >= facts.illegalConfidence;
  const message = `The latest scan for illegal goods found ${namesOf(scan.detections)}.`;
  return [reason("illegal-goods", scan.detections.some(isSure) ? "hold" : "attention", message)];
}

function judgeMatch(facts: VerdictFacts): VerdictReason[] {
  const { match, manifest, scans, lastClear, renumberedAt } = facts;
  if (!match || !manifest || !scans.category) return [];
  const isSameManifest = lastClear?.manifestId === manifest.id;
  const changedAt = [manifest.updatedAt, ...(renumberedAt ? [renumberedAt] : [])];
  if (isSameManifest && wasSeen(facts, scans.category) && changedAt.every((at) => isSettled(facts, at))) return [];
  return match.findings
    .filter(({ severity }) => severity !== "info")
    .map(({ rule, severity, message }) => reason(rule, severity === "critical" ? "hold" : "attention", message));
}

function judgeDefects(facts: VerdictFacts): VerdictReason[] {
  const scan = facts.scans.defect;
  if (!scan || scan.detections.length === 0 || wasSeen(facts, scan)) return [];
  return [reason("defects", "attention", `The latest defect scan found ${namesOf(scan.detections)}.`)];
}

function judgeNumber(facts: VerdictFacts): VerdictReason[] {
  const { numberCheck, renumberedAt, lastClear } = facts;
  const wasAccepted = lastClear !== null && (renumberedAt === null || isSettled(facts, renumberedAt));
  if (numberCheck !== "bad-check-digit" || wasAccepted) return [];
  return [
    reason("number-check", "attention", "The check digit of the container number is wrong: it may have been misread."),
  ];
}

function findMissing({ manifest, scans, unfinished, lastClear }: VerdictFacts): VerdictReason[] {
  const waiting = unfinished.map(({ type, status }) =>
    status === "pending"
      ? reason("scan-pending", "incomplete", `A newer ${type} scan is waiting for its result.`)
      : reason("scan-failed", "incomplete", `A newer ${type} scan failed. Take it again.`),
  );
  if (lastClear) return waiting;
  return [
    ...waiting,
    ...(manifest ? [] : [reason("no-manifest", "incomplete", "No manifest is attached.")]),
    ...(scans.category ? [] : [reason("no-category-scan", "incomplete", "There is no category scan yet.")]),
  ];
}

const scanTypes: readonly ScanType[] = ["illegal", "category", "defect"];

function listRejections(type: ScanType, scan: JudgedScan | null): VerdictReason[] {
  // Stryker disable next-line ArrayDeclaration: as above, what it would put there has no verdict
  if (!scan || scan.rejected.length === 0) return [];
  const listed = scan.rejected.slice(0, MAX_NAMES).map(({ className, by, note }) => {
    const why = note === null ? "" : `: ${note}`;
    return `${className ?? "an unnamed object"} (rejected by ${by}${why})`;
  });
  const more = scan.rejected.length > MAX_NAMES ? ` and ${scan.rejected.length - MAX_NAMES} more` : "";
  return [reason("findings-rejected", "clear", `Left out of the latest ${type} scan: ${listed.join(", ")}${more}.`)];
}

function explainClear({ lastClear }: VerdictFacts): VerdictReason {
  if (lastClear) return reason("cleared", "clear", `Cleared by ${lastClear.by}: ${lastClear.reason}`);
  return reason(
    "nothing-found",
    "clear",
    "The scans fit the manifest, and there are no findings against the container.",
  );
}

/** True for what was known when the container was last cleared; nothing is settled by a decision on half of it. */
function isSettled({ lastClear, mergedAt }: VerdictFacts, at: Date): boolean {
  return lastClear !== null && at < lastClear.at && (mergedAt?.getTime() ?? -Infinity) < lastClear.at.getTime();
}

/**
 * True for a scan that was there when the container was last cleared; one on its way at that moment escalated
 * afterwards.
 */
function wasSeen(facts: VerdictFacts, scan: JudgedScan): boolean {
  return isSettled(facts, scan.receivedAt) && facts.openEscalation?.scanId !== scan.id;
}

const MAX_NAMES = 10;

function namesOf(detections: readonly Detection[]): string {
  const names = [...new Set(detections.map(({ className }) => className ?? "an unnamed object"))];
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return `${names.slice(0, MAX_NAMES).join(", ")}${more}`;
}

function reason(rule: string, verdict: ReportVerdict, message: string): VerdictReason {
  return { rule, verdict, message };
}
