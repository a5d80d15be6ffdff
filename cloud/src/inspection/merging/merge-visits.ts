import { type ContainerRow, updateContainer } from "../record/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { attachNextManifests, freeManifestsOf } from "../manifests/attachment-store.ts";
import { attachedColumns, attachedIds } from "../record/attached-manifest-store.ts";
import { joinVisits } from "../visits/join-visits.ts";
import { containerOn, type HeldContainer, type VisitParts } from "../record/visited-container.ts";
import { findContinuation, placeVisit } from "../record/visit-rules.ts";
import {
  findVisits,
  moveVisit,
  nextVisitNumber,
  updateVisit,
  type VisitRow,
  type VisitState,
} from "../record/visit-store.ts";

/**
 * Moves every visit of `merged` to `target`: it joins the visit that its records belong to, or becomes one of the
 * target's own. Both containers are locked and were read before; the manifest of `merged` is detached already, and at
 * most one of the two has an open escalation.
 */
export async function mergeVisits(
  tx: DatabaseOrTransaction,
  parts: VisitParts,
  { merged, target }: { merged: ContainerRow; target: ContainerRow },
): Promise<void> {
  let container = target;
  for (const visit of await findVisits(tx, merged.id))
    container = await mergeVisit(tx, parts, { container: merged, visit }, container);
}

/** Moves one visit; returns the target as it is afterwards. */
async function mergeVisit(
  tx: DatabaseOrTransaction,
  parts: VisitParts,
  from: HeldContainer,
  container: ContainerRow,
): Promise<ContainerRow> {
  const known = await findVisits(tx, container.id);
  const { status, manifestId } = containerOn(from, from.visit);
  const current = { id: container.visitId, status: container.status };
  const place = placeVisit({ ...from.visit, status, manifestId }, known, current, parts.visitGapMs);
  if (place.kind === "next") return followCurrent(tx, parts, from, container);
  if (place.kind === "missed") {
    await addVisit(tx, parts, from, { container, isCurrent: false });
    return closeGaps(tx, parts, container, from.visit.id);
  }
  const into = place.kind === "known" ? place.visit : visitIn(known, current.id);
  const joined = await joinVisits(tx, parts, { from, into: { container, visit: into } });
  // Visits stay in the order in which they began: the current one is the last.
  if (place.kind === "current") await updateVisit(tx, into.id, { openedAt: into.openedAt });
  return closeGaps(tx, parts, joined.container, into.id);
}

/**
 * Makes a visit that comes after all others the current one; the previous visit keeps the state that the container had.
 */
async function followCurrent(
  tx: DatabaseOrTransaction,
  parts: VisitParts,
  from: HeldContainer,
  container: ContainerRow,
): Promise<ContainerRow> {
  const { visitGapMs, nowMs } = parts;
  await updateVisit(tx, container.visitId, stateOf(container));
  await addVisit(tx, parts, from, { container, isCurrent: true });
  const state = stateOf(containerOn(from, from.visit));
  const attached = attachedColumns(await freeManifestsOf(tx, attachedIds(state)));
  const begun = await updateContainer(tx, container.id, { ...state, ...attached, visitId: from.visit.id }, nowMs);
  if (begun.manifestId !== null) return begun;
  const waiting = await attachNextManifests(tx, begun, { settings: { visitGapMs }, nowMs });
  return { ...begun, ...attachedColumns(waiting.map(({ id }) => id)) };
}

async function addVisit(
  tx: DatabaseOrTransaction,
  { audit }: VisitParts,
  from: HeldContainer,
  { container, isCurrent }: { container: ContainerRow; isCurrent: boolean },
): Promise<void> {
  const { id, containerId, number: numberBefore } = from.visit;
  const number = await nextVisitNumber(tx, container.id);
  const state = isCurrent ? null : stateOf(containerOn(from, from.visit));
  await moveVisit(tx, from.visit, { containerId: container.id, number, state });
  const [before, after] = [
    { containerId, number: numberBefore },
    { containerId: container.id, number, isCurrent },
  ];
  await audit(tx, { action: "visit.move", subject: { type: "visit", id }, before, after });
}

/**
 * Joins visits between which a moved visit has closed the gap: they were one, and each round leaves one visit less. A
 * visit that a person or a decision set apart keeps its beginning, and the visit before it ends there at the latest.
 */
async function closeGaps(
  tx: DatabaseOrTransaction,
  parts: VisitParts,
  container: ContainerRow,
  visitId: string,
): Promise<ContainerRow> {
  // The current one is the last.
  if (visitId === container.visitId) return container;
  const known = await findVisits(tx, container.id);
  const visit = visitIn(known, visitId);
  const next = findContinuation(visit, known, parts.visitGapMs);
  if (!next) {
    const { openedAt } = known[known.indexOf(visit) + 1] ?? {};
    if (openedAt && visit.lastWriteAt && openedAt < visit.lastWriteAt)
      await updateVisit(tx, visitId, { lastWriteAt: openedAt });
    return container;
  }
  const joined = await joinVisits(tx, parts, { from: { container, visit }, into: { container, visit: next } });
  return closeGaps(tx, parts, joined.container, next.id);
}

function visitIn(known: readonly VisitRow[], visitId: string): VisitRow {
  const visit = known.find(({ id }) => id === visitId);
  if (!visit) throw new Error(`the visit ${visitId} of a locked container vanished`);
  return visit;
}

function stateOf(state: VisitState): VisitState {
  const { status, manifestId, furtherManifestIds, categoryScan, categoryScanOrderedAt } = state;
  return { status, manifestId, furtherManifestIds, categoryScan, categoryScanOrderedAt };
}
