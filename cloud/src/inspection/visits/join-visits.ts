import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { attachedColumns, attachedIds } from "../record/attached-manifest-store.ts";
import { updateContainer } from "../record/container-store.ts";
import { isNewer } from "../record/order-scans.ts";
import { freeManifestsOf } from "../manifests/attachment-store.ts";
import { containerOn, type HeldContainer, type VisitParts } from "../record/visited-container.ts";
import { stricterStatus } from "../record/visit-rules.ts";
import { moveRecords, updateVisit, type VisitRow, type VisitState } from "../record/visit-store.ts";

/**
 * Joins two visits that turned out to be one: all records of `from` move to `into`, which may be a visit of another
 * container. The manifests of `into` stay; if it has none, it gets those of `from` that are not attached elsewhere.
 * Both containers are locked; at most one of their open escalations, if any, may be of these visits.
 */
export async function joinVisits(
  tx: DatabaseOrTransaction,
  { audit, nowMs }: Pick<VisitParts, "audit" | "nowMs">,
  { from, into }: { from: HeldContainer; into: HeldContainer },
): Promise<HeldContainer> {
  await moveRecords(tx, from.visit, into.visit);
  const [left, kept] = [containerOn(from, from.visit), containerOn(into, into.visit)];
  const [own, other] = [attachedIds(kept), attachedIds(left)];
  const attached = own.length > 0 ? own : await freeManifestsOf(tx, other);
  const state: VisitState = {
    ...latestScan(left, kept),
    status: stricterStatus(left.status, kept.status),
    ...attachedColumns(attached),
  };
  const standing = state.status === kept.status ? into.visit : from.visit;
  const { closedAt, decision } = standing;
  const span = { ...joinSpans(from.visit, into.visit), closedAt, decision };
  const isCurrent = into.visit.id === into.container.visitId;
  await updateVisit(tx, into.visit.id, isCurrent ? span : { ...span, ...state });
  await updateVisit(tx, from.visit.id, {
    joinedIntoId: into.visit.id,
    status: left.status,
    ...attachedColumns(other),
  });
  const container = isCurrent ? await updateContainer(tx, into.container.id, state, nowMs) : into.container;
  await audit(tx, {
    action: "visit.join",
    subject: { type: "visit", id: from.visit.id },
    before: {
      containerId: from.visit.containerId,
      number: from.visit.number,
      status: left.status,
      manifests: other,
    },
    after: {
      containerId: into.visit.containerId,
      number: into.visit.number,
      status: state.status,
      manifests: attached,
    },
  });
  return { container, visit: { ...into.visit, ...span, ...(isCurrent ? {} : state) } };
}

/** The newer category scan of the two. */
function latestScan(left: VisitState, kept: VisitState): Pick<VisitState, "categoryScan" | "categoryScanOrderedAt"> {
  const [scanId, orderedAt] = [left.categoryScan?.scanId, left.categoryScanOrderedAt];
  const shown = { scanId: kept.categoryScan?.scanId, orderedAt: kept.categoryScanOrderedAt };
  const isLeftNewer = scanId !== undefined && orderedAt !== null && isNewer({ scanId, orderedAt }, shown);
  const { categoryScan, categoryScanOrderedAt } = isLeftNewer ? left : kept;
  return { categoryScan, categoryScanOrderedAt };
}

/** Returns the span from the earlier beginning to the later end. */
function joinSpans(one: VisitRow, other: VisitRow) {
  const ends = [one.lastWriteAt, other.lastWriteAt].filter((time) => time !== null).map(Number);
  return {
    openedAt: one.openedAt < other.openedAt ? one.openedAt : other.openedAt,
    lastWriteAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
  };
}
