import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { updateContainer } from "../containers/container-store.ts";
import { attachWaitingManifest } from "../manifests/attachment-store.ts";
import type { HeldContainer, VisitParts, VisitRecord } from "./visited-container.ts";
import { insertVisit, nextVisitNumber, updateVisit } from "./visit-store.ts";

/**
 * Opens the next visit of a locked container: it begins without scans and with the manifest that waits for its number;
 * the previous visit keeps its state.
 */
export async function openNextVisit(
  tx: DatabaseOrTransaction,
  { newId, audit, nowMs }: Pick<VisitParts, "newId" | "audit" | "nowMs">,
  { container, visit: before }: HeldContainer,
  { openedAt, openedBy, openedById }: Omit<VisitRecord, "at"> & { openedAt: Date },
): Promise<HeldContainer> {
  const { id: containerId, status, manifestId, categoryScan, categoryScanOrderedAt } = container;
  await updateVisit(tx, before.id, { status, manifestId, categoryScan, categoryScanOrderedAt });
  const visitId = newId();
  const number = await nextVisitNumber(tx, containerId);
  const visit = await insertVisit(tx, { id: visitId, containerId, number, openedBy, openedById, openedAt });
  const blank = { status: "REGISTERED" as const, manifestId: null, categoryScan: null, categoryScanOrderedAt: null };
  const begun = await updateContainer(tx, containerId, { visitId, ...blank }, nowMs);
  const waiting = await attachWaitingManifest(tx, begun, nowMs, { isLocked: true });
  const attached = { ...begun, manifestId: waiting?.id ?? null };
  const after = { containerId, number, openedBy, openedAt: openedAt.toISOString(), manifestId: attached.manifestId };
  await audit(tx, { action: "visit.open", subject: { type: "visit", id: visitId }, before: null, after });
  const changed = ["visit", "status", "manifestId", "categoryScan"];
  await recordEvent(tx, { kind: "container.updated", containerId, changed }, nowMs);
  return { container: attached, visit };
}
