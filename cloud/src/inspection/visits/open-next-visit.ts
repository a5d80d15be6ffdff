import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { attachedColumns } from "../record/attached-manifest-store.ts";
import { updateContainer } from "../record/container-store.ts";
import { attachWaitingManifests } from "../manifests/attachment-store.ts";
import { auditAttached } from "../manifests/audit-attached.ts";
import type { HeldContainer, VisitParts, VisitRecord } from "../record/visited-container.ts";
import { insertVisit, nextVisitNumber, updateVisit } from "../record/visit-store.ts";

/**
 * Opens the next visit of a locked container: it begins without scans and with the manifests that wait for its number;
 * the previous visit keeps its state.
 */
export async function openNextVisit(
  tx: DatabaseOrTransaction,
  { newId, audit, nowMs }: Pick<VisitParts, "newId" | "audit" | "nowMs">,
  { container, visit: before }: HeldContainer,
  { openedAt, openedBy, openedById }: Omit<VisitRecord, "at"> & { openedAt: Date },
): Promise<HeldContainer> {
  const { id: containerId, status, manifestId, furtherManifestIds, categoryScan, categoryScanOrderedAt } = container;
  const state = { status, manifestId, furtherManifestIds, categoryScan, categoryScanOrderedAt };
  await updateVisit(tx, before.id, state);
  const visitId = newId();
  const number = await nextVisitNumber(tx, containerId);
  const visit = await insertVisit(tx, { id: visitId, containerId, number, openedBy, openedById, openedAt });
  const blank = { status: "REGISTERED" as const, categoryScan: null, categoryScanOrderedAt: null };
  const begun = await updateContainer(tx, containerId, { visitId, ...blank, ...attachedColumns([]) }, nowMs);
  const waiting = await attachWaitingManifests(tx, begun, nowMs, { isLocked: true });
  const attached = { ...begun, ...attachedColumns(waiting.map(({ id }) => id)) };
  const after = { containerId, number, openedBy, openedAt: openedAt.toISOString(), manifestId: attached.manifestId };
  await audit(tx, { action: "visit.open", subject: { type: "visit", id: visitId }, before: null, after });
  await auditAttached(tx, audit, containerId, attached.furtherManifestIds);
  const changed = ["visit", "status", "manifestId", "manifestIds", "categoryScan"];
  await recordEvent(tx, { kind: "container.updated", containerId, changed }, nowMs);
  return { container: attached, visit };
}
