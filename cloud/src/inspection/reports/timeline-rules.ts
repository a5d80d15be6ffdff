import type { AuditEntry } from "@container-inspection/shared-schemas/audit";
import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Escalation } from "@container-inspection/shared-schemas/escalations";
import type { Examination } from "@container-inspection/shared-schemas/examinations";
import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import type { TimelineEntry } from "@container-inspection/shared-schemas/reports";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import type { Visit } from "@container-inspection/shared-schemas/visits";
import { formatTime } from "../../match/rules/finding-grounds.ts";
import { describeExamination } from "./examination-rules.ts";
import { describeAmended, describeDeclared } from "./amended-content-rules.ts";
import type { PaperStep } from "./paper-rules.ts";
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
  amendments: readonly (Write & Pick<AuditEntry, "before"> & { whose: string; fields: readonly string[] })[];
  /** Attachments of manifests. */
  papers: readonly (PaperStep & { whose: string; receivedAt: Date; declaredGoods: unknown })[];
  /** Manifests that wait for the container. */
  waiting: readonly { id: string; whose: string; receivedAt: Date; since: Date }[];
  /** Misread containers that were merged into it. */
  merges: readonly Write[];
  scans: readonly TimelineScan[];
  verdicts: readonly GivenVerdict[];
  evidence: readonly Evidence[];
  examinations: readonly Examination[];
  escalations: readonly Escalation[];
};

const verdictTexts = { confirmed: "was confirmed", rejected: "was rejected" };
const decided = { clear: "Cleared", hold: "Held", inspect: "To be inspected" };

/** Builds the timeline of a container on a visit, oldest entry first. */
export function createTimeline(facts: TimelineFacts): TimelineEntry[] {
  const { container, visit, renamings, amendments, merges, scans, verdicts, evidence, escalations } = facts;
  return [
    presentBeginning(facts),
    ...renamings.map((renaming) => presentRenaming(renaming, container.id)),
    ...amendments.map((amendment) => presentAmendment(amendment, container.id)),
    ...facts.papers.map((paper) => presentPaper(paper, visit.openedAt)),
    ...facts.waiting.map((manifest) => presentWaiting(manifest, visit.openedAt)),
    ...merges.map((merge) => presentMerge(merge, container.id)),
    ...scans.map(presentScan),
    ...verdicts.map(presentVerdict),
    ...evidence.map(presentPhoto),
    ...facts.examinations.map(presentExamination),
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
  { at, before, after, whose, fields, by }: TimelineFacts["amendments"][number],
  subjectId: string,
): TimelineEntry {
  const message = `The manifest${whose} was changed: ${fields.join(", ")}.${describeAmended(before ?? {}, after ?? {})}`;
  return { at, event: "manifest-changed", actor: by, message, subjectId };
}

/** A device's first record takes what waits: its visit begins with that, however late the record arrives. */
function presentPaper(paper: TimelineFacts["papers"][number], openedAt: string): TimelineEntry {
  const { by, manifestId, step, whose, receivedAt } = paper;
  const came = step === "attached" ? `, received at ${formatTime(receivedAt)},` : "";
  const declared = step === "detached" ? describeDeclared(paper.declaredGoods) : "";
  const removed = declared === "" ? "" : ` It declares ${declared}.`;
  const message = `The manifest${whose}${came} was ${step}.${removed}`;
  const at = paper.isByPerson ? paper.at : new Date(Math.max(receivedAt.getTime(), Date.parse(openedAt)));
  return { at: at.toISOString(), event: `manifest-${step}`, actor: by, message, subjectId: manifestId };
}

/** A manifest that waited before the visit began waits from its beginning on. */
function presentWaiting(
  { id, whose, receivedAt, since }: TimelineFacts["waiting"][number],
  openedAt: string,
): TimelineEntry {
  const message = `A manifest${whose}, received at ${formatTime(receivedAt)}, waits: it is not attached.`;
  const at = new Date(Math.max(since.getTime(), Date.parse(openedAt))).toISOString();
  return { at, event: "manifest-waits", actor: null, message, subjectId: id };
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

function presentExamination(examination: Examination): TimelineEntry {
  const { id: subjectId, at, by } = examination;
  return { at, event: "examined", actor: by.email, message: describeExamination(examination), subjectId };
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
