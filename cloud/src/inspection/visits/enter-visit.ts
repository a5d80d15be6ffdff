import { recordEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AtEnd } from "../../platform/idempotency/receipts.ts";
import { joinVisits } from "./join-visits.ts";
import { openNextVisit } from "./open-next-visit.ts";
import { containerOn, type HeldContainer, type VisitParts, type VisitRecord } from "../record/visited-container.ts";
import { chooseVisit, findContinuation, isCurrentFor } from "../record/visit-rules.ts";
import { findVisits, insertVisit, nextVisitNumber, noteRecord, type VisitRow } from "../record/visit-store.ts";

export type EnteredVisit = {
  visit: VisitRow;
  /** The container as it is now, with its current visit, which need not be the one that was entered. */
  held: HeldContainer;
  /**
   * The container as it is on the visit: status, manifest and category scan are that visit's, and `visitId` names it.
   */
  container: HeldContainer["container"];
};

/**
 * Finds or opens the visit that a record belongs to, and extends it to the record's time. The container is locked.
 * `atEnd` takes that write for a visit that is current already, which nothing else waits for; without it the write is
 * made at once.
 */
export async function enterVisit(
  tx: DatabaseOrTransaction,
  parts: VisitParts,
  held: HeldContainer,
  record: VisitRecord,
  atEnd?: AtEnd,
): Promise<EnteredVisit> {
  const { container, visit } = held;
  const { at } = record;
  if (isCurrentFor(visit, container.status, at, parts.visitGapMs)) {
    if (atEnd) atEnd(() => noteRecord(tx, visit.id, at));
    else await noteRecord(tx, visit.id, at);
    if (visit.lastWriteAt === null) await recordBegun(tx, parts, visit);
    return { visit, held, container };
  }
  const current = { id: visit.id, status: container.status };
  const choice = chooseVisit(at, await findVisits(tx, container.id), current, parts.visitGapMs);
  if (choice.kind === "next") {
    const next = await openNextVisit(tx, parts, held, { ...record, openedAt: at });
    await noteRecord(tx, next.visit.id, at);
    await recordBegun(tx, parts, next.visit);
    return { visit: next.visit, held: next, container: next.container };
  }
  const entered = choice.kind === "known" ? choice.visit : await insertMissedVisit(tx, parts, held, record);
  await noteRecord(tx, entered.id, at);
  if (entered.lastWriteAt === null) await recordBegun(tx, parts, entered);
  return joinContinuation(tx, parts, held, entered.id);
}

/** Records that the container has arrived: its visit has a first record. */
const recordBegun = (tx: DatabaseOrTransaction, { nowMs }: VisitParts, visit: Pick<VisitRow, "id" | "containerId">) =>
  recordEvent(tx, { kind: "visit.begun", containerId: visit.containerId, visitId: visit.id }, nowMs);

/** Opens a visit that is already over, since later ones are known. */
async function insertMissedVisit(
  tx: DatabaseOrTransaction,
  { newId, audit }: VisitParts,
  { container }: HeldContainer,
  { at, openedBy, openedById }: VisitRecord,
): Promise<VisitRow> {
  const [id, containerId] = [newId(), container.id];
  const number = await nextVisitNumber(tx, containerId);
  const visit = { id, containerId, number, openedBy, openedById, openedAt: at, status: "REGISTERED" as const };
  const after = { containerId, number, openedBy, openedAt: at.toISOString(), missed: true };
  await audit(tx, { action: "visit.open", subject: { type: "visit", id }, before: null, after });
  return insertVisit(tx, visit);
}

/** A late record can close the gap to the next visit: the two were one. */
async function joinContinuation(
  tx: DatabaseOrTransaction,
  parts: VisitParts,
  held: HeldContainer,
  visitId: string,
): Promise<EnteredVisit> {
  const known = await findVisits(tx, held.container.id);
  const visit = known.find(({ id }) => id === visitId);
  if (!visit) throw new Error(`the visit ${visitId} of a locked container vanished`);
  const next = findContinuation(visit, known, parts.visitGapMs);
  if (!next) {
    const isCurrent = visit.id === held.visit.id;
    return { visit, held: isCurrent ? { ...held, visit } : held, container: containerOn(held, visit) };
  }
  const joined = await joinVisits(tx, parts, { from: { ...held, visit }, into: { ...held, visit: next } });
  const isCurrent = joined.visit.id === held.visit.id;
  return {
    visit: joined.visit,
    held: isCurrent ? joined : held,
    container: containerOn(joined, joined.visit),
  };
}
