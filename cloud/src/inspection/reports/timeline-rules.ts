import type { AuditEntry } from "@container-inspection/shared-schemas/audit";
import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Escalation } from "@container-inspection/shared-schemas/escalations";
import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import type { TimelineEntry } from "@container-inspection/shared-schemas/reports";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import type { Visit } from "@container-inspection/shared-schemas/visits";
import type { GivenVerdict } from "../pictures/verdict-store.ts";

/** A scan in the timeline: when it counts as taken, by whom or what, and how many detections it has. */
export type TimelineScan = Pick<Scan, "id" | "type" | "source" | "status"> & {
  at: Date;
  by: string | null;
  found: number;
};
type Write = Pick<AuditEntry, "at" | "after"> & { by: string };

/** Everything that happened to a container on a visit, in any order. */
export type TimelineFacts = {
  container: Pick<Container, "id" | "source" | "createdAt">;
  visit: Pick<Visit, "number" | "openedAt" | "openedBy">;
  /** User who registered the container or opened the visit; null for a device. */
  begunBy: string | null;
  renamings: readonly Write[];
  /** Changes of manifests, with words that name one of several, and the fields that changed. */
  amendments: readonly (Write & { whose: string; fields: readonly string[] })[];
  /** Misread containers that were merged into it. */
  merges: readonly Write[];
  scans: readonly TimelineScan[];
  verdicts: readonly GivenVerdict[];
  evidence: readonly Evidence[];
  escalations: readonly Escalation[];
};

const verdictTexts = { confirmed: "was confirmed", rejected: "was rejected" };
const decided = { clear: "Cleared", hold: "Held", inspect: "To be inspected" };

/** Builds the timeline of a container on a visit, oldest entry first. */
export function createTimeline(facts: TimelineFacts): TimelineEntry[] {
  const { container, renamings, amendments, merges, scans, verdicts, evidence, escalations } = facts;
  return [
    presentBeginning(facts),
    ...renamings.map((renaming) => presentRenaming(renaming, container.id)),
    ...amendments.map((amendment) => presentAmendment(amendment, container.id)),
    ...merges.map((merge) => presentMerge(merge, container.id)),
    ...scans.map(presentScan),
    ...verdicts.map(presentVerdict),
    ...evidence.map(presentPhoto),
    ...escalations.flatMap(presentEscalation),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function presentBeginning({ container, visit, begunBy: actor }: TimelineFacts): TimelineEntry {
  const { id: subjectId, source, createdAt } = container;
  if (visit.number === 1) {
    // A device's records may arrive long after it took them; its visit begins with the first one.
    const [at, message] =
      source === "edge" ? [visit.openedAt, "Seen for the first time by a device."] : [createdAt, "Registered."];
    return { at, event: "registered", actor, message, subjectId };
  }
  const by = visit.openedBy === "edge" ? "it was seen by a device" : "opened by a person";
  const message = `Visit ${visit.number} began: ${by}.`;
  return { at: visit.openedAt, event: "visit-opened", actor, message, subjectId };
}

function presentRenaming({ at, after, by }: Write, subjectId: string): TimelineEntry {
  const number = after?.["containerNumber"];
  const message = `Its number was set to ${typeof number === "string" ? number : "another one"}.`;
  return { at, event: "number-set", actor: by, message, subjectId };
}

function presentAmendment(
  { at, whose, fields, by }: TimelineFacts["amendments"][number],
  subjectId: string,
): TimelineEntry {
  const message = `The manifest${whose} was changed: ${fields.join(", ")}.`;
  return { at, event: "manifest-changed", actor: by, message, subjectId };
}

function presentMerge({ at, after, by: actor }: Write, subjectId: string): TimelineEntry {
  const number = after?.["mergedNumber"];
  const message = `What was recorded as ${typeof number === "string" ? number : "another container"} was merged into it.`;
  return { at, event: "merged", actor, message, subjectId };
}

function presentScan({ id, type, status, at, by, found }: TimelineScan): TimelineEntry {
  const results = { done: `${found} detected`, pending: "the result is pending", failed: "it failed" };
  const message = `Scan (${type}): ${results[status]}.`;
  return { at: at.toISOString(), event: "scanned", actor: by, message, subjectId: id };
}

function presentVerdict({ scan, found, verdict: given }: GivenVerdict): TimelineEntry {
  const { note, reviewer, reviewedAt: at } = given;
  const name = (given.verdict === "added" ? given.className : found) ?? "an unnamed object";
  const message = `${name} (${scan.type} scan) ${textOf(given)}${note === null ? "." : `: ${note}`}`;
  return { at, event: "reviewed", actor: reviewer.email, message, subjectId: scan.id };
}

function textOf({ verdict, className, polygon }: GivenVerdict["verdict"]): string {
  if (verdict === "added") return "was added: the model missed it";
  if (verdict !== "corrected") return verdictTexts[verdict];
  const parts = [...(className === null ? [] : [`is really ${className}`]), ...(polygon ? ["was outlined again"] : [])];
  return parts.join(" and ");
}

function presentPhoto({ evidenceId, timestamp, receivedAt, clockSuspect, uploader, note }: Evidence): TimelineEntry {
  const message = `Photo added${note === null ? "." : `: ${note}`}`;
  return {
    at: clockSuspect ? receivedAt : timestamp,
    event: "evidence-added",
    actor: uploader.email,
    message,
    subjectId: evidenceId,
  };
}

function presentEscalation(escalation: Escalation): TimelineEntry[] {
  const { id: subjectId, reason, raisedBy, claimedBy, claimedAt, resolvedBy, resolvedAt, decision } = escalation;
  const entries: TimelineEntry[] = [
    { at: escalation.createdAt, event: "escalated", actor: raisedBy?.email ?? null, message: reason, subjectId },
  ];
  if (claimedBy && claimedAt !== null) {
    const message = "The escalation was claimed.";
    entries.push({ at: claimedAt, event: "claimed", actor: claimedBy.email, message, subjectId });
  }
  if (resolvedAt !== null) {
    const message = `${decision === null ? "Merged" : decided[decision]}: ${escalation.decisionReason ?? ""}`;
    entries.push({ at: resolvedAt, event: "decided", actor: resolvedBy?.email ?? null, message, subjectId });
  }
  return entries;
}
