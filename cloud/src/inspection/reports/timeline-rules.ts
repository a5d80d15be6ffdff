import type { AuditEntry } from "@container-inspection/shared-schemas/audit";
import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Escalation } from "@container-inspection/shared-schemas/escalations";
import type { Examination } from "@container-inspection/shared-schemas/examinations";
import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import type { TimelineEntry } from "@container-inspection/shared-schemas/reports";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import type { Visit } from "@container-inspection/shared-schemas/visits";
import { english, join, joins, messageOf, named, withPhrase, type Words } from "../../match/english.ts";
import { formatTime } from "../../match/rules/finding-grounds.ts";
import { scanNames } from "./scan-name-rules.ts";
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
  amendments: readonly (Write & Pick<AuditEntry, "before"> & { whose: Words; fields: readonly string[] })[];
  /** Attachments of manifests. */
  papers: readonly (PaperStep & { whose: Words; receivedAt: Date; declaredGoods: unknown })[];
  /** Manifests that wait for the container. */
  waiting: readonly { id: string; whose: Words; receivedAt: Date; since: Date }[];
  /** Misread containers that were merged into it. */
  merges: readonly Write[];
  scans: readonly TimelineScan[];
  verdicts: readonly GivenVerdict[];
  evidence: readonly Evidence[];
  examinations: readonly Examination[];
  escalations: readonly Escalation[];
};

const verdictTexts = { confirmed: english`was confirmed`, rejected: english`was rejected` };
const decided = { clear: english`Cleared`, hold: english`Held`, inspect: english`To be inspected` };

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
      source === "edge"
        ? [visit.openedAt, english`Seen for the first time by a device.`]
        : [createdAt, english`Registered.`];
    return { at, event: "registered", actor, ...messageOf(message), subjectId };
  }
  const number = String(visit.number);
  const message =
    visit.openedBy === "edge"
      ? english`Visit ${number} began: it was seen by a device.`
      : english`Visit ${number} began: opened by a person.`;
  return { at: visit.openedAt, event: "visit-opened", actor, ...messageOf(message), subjectId };
}

function presentRenaming({ at, after, by }: Write, subjectId: string): TimelineEntry {
  const number = after?.["containerNumber"];
  const message =
    typeof number === "string"
      ? english`Its number was set to ${number}.`
      : english`Its number was set to another one.`;
  return { at, event: "number-set", actor: by, ...messageOf(message), subjectId };
}

function presentAmendment(
  { at, before, after, whose, fields, by }: TimelineFacts["amendments"][number],
  subjectId: string,
): TimelineEntry {
  const amended = describeAmended(before ?? {}, after ?? {});
  const message = english`The manifest${whose} was changed: ${fields.join(", ")}.${amended}`;
  return { at, event: "manifest-changed", actor: by, ...messageOf(message), subjectId };
}

/** A device's first record takes what waits: its visit begins with that, however late the record arrives. */
function presentPaper(paper: TimelineFacts["papers"][number], openedAt: string): TimelineEntry {
  const { by, manifestId, step, whose, receivedAt } = paper;
  const declared = step === "detached" ? describeDeclared(paper.declaredGoods) : "";
  const removed = declared === "" ? "" : english` It declares ${declared}.`;
  const message =
    step === "attached"
      ? english`The manifest${whose}, received at ${formatTime(receivedAt)}, was attached.`
      : english`The manifest${whose} was detached.${removed}`;
  const at = paper.isByPerson ? paper.at : new Date(Math.max(receivedAt.getTime(), Date.parse(openedAt)));
  return { at: at.toISOString(), event: `manifest-${step}`, actor: by, ...messageOf(message), subjectId: manifestId };
}

/** A manifest that waited before the visit began waits from its beginning on. */
function presentWaiting(
  { id, whose, receivedAt, since }: TimelineFacts["waiting"][number],
  openedAt: string,
): TimelineEntry {
  const message = english`A manifest${whose}, received at ${formatTime(receivedAt)}, waits: it is not attached.`;
  const at = new Date(Math.max(since.getTime(), Date.parse(openedAt))).toISOString();
  return { at, event: "manifest-waits", actor: null, ...messageOf(message), subjectId: id };
}

function presentMerge({ at, after, by: actor }: Write, subjectId: string): TimelineEntry {
  const number = after?.["mergedNumber"];
  const message =
    typeof number === "string"
      ? english`What was recorded as ${number} was merged into it.`
      : english`What was recorded as another container was merged into it.`;
  return { at, event: "merged", actor, ...messageOf(message), subjectId };
}

function presentScan({ id, type, status, at, by, found }: TimelineScan): TimelineEntry {
  const scan = named(type);
  const messages = {
    done: english`Scan (${scan}): ${found} detected.`,
    pending: english`Scan (${scan}): the result is pending.`,
    failed: english`Scan (${scan}): it failed.`,
  };
  return { at: at.toISOString(), event: "scanned", actor: by, ...messageOf(messages[status]), subjectId: id };
}

function presentVerdict({ scan, found, verdict: given }: GivenVerdict): TimelineEntry {
  const { note, reviewer, reviewedAt: at } = given;
  const name = (given.verdict === "added" ? given.className : found) ?? "an unnamed object";
  const judged = english`${named(name)} (${scanNames[scan.type]}) ${textOf(given)}`;
  const message = note === null ? english`${judged}.` : english`${judged}: ${note}`;
  return { at, event: "reviewed", actor: reviewer.email, ...messageOf(message), subjectId: scan.id };
}

function textOf({ verdict, className, polygon }: GivenVerdict["verdict"]): Words {
  if (verdict === "added") return english`was added: the model missed it`;
  if (verdict !== "corrected") return verdictTexts[verdict];
  const parts = [
    ...(className === null ? [] : [english`is really ${named(className)}`]),
    ...(polygon ? [english`was outlined again`] : []),
  ];
  return join(parts, joins.and);
}

function presentPhoto({ evidenceId, timestamp, receivedAt, clockSuspect, uploader, note }: Evidence): TimelineEntry {
  const message = note === null ? english`Photo added.` : english`Photo added: ${note}`;
  return {
    at: clockSuspect ? receivedAt : timestamp,
    event: "evidence-added",
    actor: uploader.email,
    ...messageOf(message),
    subjectId: evidenceId,
  };
}

function presentExamination(examination: Examination): TimelineEntry {
  const { id: subjectId, at, by } = examination;
  return { at, event: "examined", actor: by.email, ...messageOf(describeExamination(examination)), subjectId };
}

function presentEscalation(escalation: Escalation): TimelineEntry[] {
  const {
    id: subjectId,
    reason,
    reasonPhrase,
    raisedBy,
    claimedBy,
    claimedAt,
    resolvedBy,
    resolvedAt,
    decision,
  } = escalation;
  const entries: TimelineEntry[] = [
    {
      at: escalation.createdAt,
      event: "escalated",
      actor: raisedBy?.email ?? null,
      ...messageOf(withPhrase(reason, reasonPhrase)),
      subjectId,
    },
  ];
  if (claimedBy && claimedAt !== null) {
    const message = english`The escalation was claimed.`;
    entries.push({ at: claimedAt, event: "claimed", actor: claimedBy.email, ...messageOf(message), subjectId });
  }
  if (resolvedAt !== null) {
    const outcome = decision === null ? english`Merged` : decided[decision];
    const message = english`${outcome}: ${escalation.decisionReason ?? ""}`;
    entries.push({
      at: resolvedAt,
      event: "decided",
      actor: resolvedBy?.email ?? null,
      ...messageOf(message),
      subjectId,
    });
  }
  return entries;
}
