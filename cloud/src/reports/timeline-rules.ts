import type {
  AuditEntry,
  Container,
  DetectionVerdict,
  Escalation,
  Evidence,
  Scan,
  TimelineEntry,
} from "@container-inspection/shared-schemas";

type TimelineScan = Pick<Scan, "id" | "type" | "source" | "status"> & { at: Date; by: string | null; found: number };
type GivenVerdict = { scan: Pick<Scan, "id" | "type">; found: string | null; verdict: DetectionVerdict };
type Renaming = Pick<AuditEntry, "at" | "after"> & { by: string };

/** What happened to a container: everything it is told from, in any order. */
export type TimelineFacts = {
  container: Pick<Container, "id" | "source" | "createdAt">;
  /** Who registered it; null for a device. */
  registeredBy: string | null;
  renamings: readonly Renaming[];
  scans: readonly TimelineScan[];
  verdicts: readonly GivenVerdict[];
  evidence: readonly Evidence[];
  escalations: readonly Escalation[];
};

const said = { confirmed: "was confirmed", rejected: "was rejected", corrected: "is really " };
const decided = { clear: "Cleared", hold: "Held", inspect: "To be inspected" };

/** Puts what happened to a container in order, oldest first. */
export function buildTimeline(facts: TimelineFacts): TimelineEntry[] {
  const { container, registeredBy, renamings, scans, verdicts, evidence, escalations } = facts;
  const registered: TimelineEntry = {
    at: container.createdAt,
    event: "registered",
    actor: registeredBy,
    message: container.source === "edge" ? "Seen for the first time by a device." : "Registered.",
    subjectId: container.id,
  };
  return [
    registered,
    ...renamings.map((renaming) => tellRenaming(renaming, container.id)),
    ...scans.map(tellScan),
    ...verdicts.map(tellVerdict),
    ...evidence.map(tellEvidence),
    ...escalations.flatMap(tellEscalation),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function tellRenaming({ at, after, by }: Renaming, subjectId: string): TimelineEntry {
  const number = after?.["containerNumber"];
  const message = `Its number was set to ${typeof number === "string" ? number : "another one"}.`;
  return { at, event: "number-set", actor: by, message, subjectId };
}

function tellScan({ id, type, status, at, by, found }: TimelineScan): TimelineEntry {
  const results = { done: `${found} detected`, pending: "the result is pending", failed: "it failed" };
  const message = `Scan (${type}): ${results[status]}.`;
  return { at: at.toISOString(), event: "scanned", actor: by, message, subjectId: id };
}

function tellVerdict({ scan, found, verdict: given }: GivenVerdict): TimelineEntry {
  const { verdict, className, note, reviewer, reviewedAt: at } = given;
  const name = found ?? "something without a name";
  const message = `${name} (${scan.type} scan) ${said[verdict]}${className ?? ""}${note === null ? "." : `: ${note}`}`;
  return { at, event: "reviewed", actor: reviewer.email, message, subjectId: scan.id };
}

function tellEvidence({ evidenceId, receivedAt, uploader, note }: Evidence): TimelineEntry {
  const message = `Photo added${note === null ? "." : `: ${note}`}`;
  return { at: receivedAt, event: "evidence-added", actor: uploader.email, message, subjectId: evidenceId };
}

function tellEscalation(escalation: Escalation): TimelineEntry[] {
  const { id: subjectId, reason, raisedBy, claimedBy, claimedAt, resolvedBy, resolvedAt, decision } = escalation;
  const entries: TimelineEntry[] = [
    { at: escalation.createdAt, event: "escalated", actor: raisedBy?.email ?? null, message: reason, subjectId },
  ];
  if (claimedBy && claimedAt !== null) {
    const message = "The escalation was claimed.";
    entries.push({ at: claimedAt, event: "claimed", actor: claimedBy.email, message, subjectId });
  }
  if (resolvedAt !== null && decision !== null) {
    const message = `${decided[decision]}: ${escalation.decisionReason ?? ""}`;
    entries.push({ at: resolvedAt, event: "decided", actor: resolvedBy?.email ?? null, message, subjectId });
  }
  return entries;
}
