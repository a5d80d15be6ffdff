import { recordEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { MergeParts } from "../merging/merge-records.ts";
import { readBackContainer } from "../record/container-store.ts";
import { markScanned, noteRecord, updateVisit } from "../record/visit-store.ts";
import { enterVisit } from "../visits/enter-visit.ts";
import { findSpan, moveRecordRows, setEdgeVisitBegin, type VisitPlace } from "./moved-records-store.ts";
import { movePassageEscalation } from "./move-passage-escalation.ts";
import type { PassageRecord } from "./passage-store.ts";
import { settleLeft } from "./settle-left.ts";
import { showNewestScan } from "./show-newest-scan.ts";

type Part = {
  /** Those that were taken first come first. */
  records: readonly PassageRecord[];
  fromId: string;
  intoId: string;
};

/** Moves some records of a locked container to the visit of another one that is on at the time of the first of them. */
export async function movePart(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  { records, fromId, intoId }: Part,
): Promise<void> {
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) return;
  const { nowMs } = parts;
  const held = await readBackContainer(tx, intoId);
  const { visit } = await enterVisit(tx, parts, held, { at: first.at, openedBy: "edge", openedById: null });
  await noteRecord(tx, visit.id, last.at);
  const idsOf = (kind: PassageRecord["kind"]) => records.filter((one) => one.kind === kind).map(({ id }) => id);
  const scanIds = idsOf("scan");
  const place = { containerId: intoId, visitId: visit.id };
  await moveRecordRows(tx, place, { scanIds, evidenceIds: idsOf("evidence") });
  if (scanIds.length > 0) await markScanned(tx, place, nowMs);
  await showNewestScan(tx, place, nowMs);
  const leftVisits = [...new Set(records.map(({ visitId }) => visitId))];
  for (const visitId of leftVisits) {
    await trimVisit(tx, { containerId: fromId, visitId });
    await showNewestScan(tx, { containerId: fromId, visitId }, nowMs);
  }
  const escalationMoved = await movePassageEscalation(tx, parts, { fromId, intoId, visitId: visit.id, scanIds });
  await settleLeft(tx, parts, { containerId: fromId, visitIds: leftVisits, escalationMoved });
  await recordMove(tx, parts, { fromId, intoId, moved: records.length });
}

/** Records the move in the audit log of both containers, and as live events. */
async function recordMove(
  tx: DatabaseOrTransaction,
  { audit, nowMs }: MergeParts,
  { fromId, intoId, moved }: { fromId: string; intoId: string; moved: number },
): Promise<void> {
  const [from, into] = [await readBackContainer(tx, fromId), await readBackContainer(tx, intoId)];
  const subjectOf = (id: string) => ({ type: "container", id });
  const given = { intoContainerId: intoId, intoNumber: into.container.containerNumber, moved };
  const taken = { fromContainerId: fromId, fromNumber: from.container.containerNumber, moved };
  await audit(tx, { action: "container.give-passage", subject: subjectOf(fromId), before: null, after: given });
  await audit(tx, { action: "container.take-passage", subject: subjectOf(intoId), before: null, after: taken });
  for (const containerId of [fromId, intoId])
    await recordEvent(tx, { kind: "container.updated", containerId, changed: ["visit", "categoryScan"] }, nowMs);
}

/** Sets the span of a visit to that of its records: it began and ended with those that have left. */
async function trimVisit(tx: DatabaseOrTransaction, place: VisitPlace): Promise<void> {
  const span = await findSpan(tx, place);
  await updateVisit(tx, place.visitId, { lastWriteAt: span?.to ?? null });
  if (span) await setEdgeVisitBegin(tx, place.visitId, span.from);
}
