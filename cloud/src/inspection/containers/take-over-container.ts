import { mergeEscalations } from "../escalations/merge-escalations.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { escalateMismatch, type MismatchParts } from "../manifests/escalate-mismatch.ts";
import { findManifest } from "../manifests/manifest-store.ts";
import { takeOverVisits } from "../visits/take-over-visits.ts";
import { joinLegalHolds } from "./container-rules.ts";
import { type ContainerRow, findContainer, type OwnedContainer, updateLegalHold } from "./container-store.ts";
import { countRecords, markMerged } from "./merge-store.ts";
import { presentContainer, snapshotContainer } from "./present-container.ts";

export type TakeOverParts = MismatchParts & { visitGapMs: number; userId: string };
/** What the heir shows then; nothing may be kept where the manifest of the misread one would have to come off. */
export type TakeOver = { kind: "merged"; heir: OwnedContainer } | { kind: "manifest-conflict" };

/**
 * Gives all that a misread container has to the right one and takes it away. The transaction holds both as `lockForMerge` does, and is
 * rolled back by the caller on a conflict.
 */
export async function takeOverContainer(
  tx: DatabaseOrTransaction,
  parts: TakeOverParts,
  { gone, heir }: { gone: OwnedContainer; heir: OwnedContainer },
): Promise<TakeOver> {
  const { nowMs } = parts;
  const pair = { gone: gone.container, heir: heir.container };
  const [goneId, heirId] = [pair.gone.id, pair.heir.id];
  const moved = await countRecords(tx, goneId);
  await mergeEscalations(tx, parts, pair);
  await markMerged(tx, goneId, heirId, nowMs);
  await takeOverVisits(tx, parts, pair);
  if (pair.gone.legalHold) await updateLegalHold(tx, heirId, joinLegalHolds(pair.heir, pair.gone), nowMs);
  if (!(await isAttachedTo(tx, pair.gone.manifestId, heirId))) return { kind: "manifest-conflict" };
  const changed = await readBack(tx, heirId);
  await tell(tx, parts, { gone, heir, changed, moved });
  const isEscalated = await escalateNewMatch(tx, parts, pair, changed.container);
  return { kind: "merged", heir: isEscalated ? await readBack(tx, heirId) : changed };
}

/** True where there is no manifest, too. */
async function isAttachedTo(tx: DatabaseOrTransaction, manifestId: string | null, containerId: string) {
  if (manifestId === null) return true;
  return (await findManifest(tx, manifestId))?.container?.id === containerId;
}

/** In the audit log of both, and to dashboards. */
async function tell(
  tx: DatabaseOrTransaction,
  { audit, nowMs }: TakeOverParts,
  merge: { gone: OwnedContainer; heir: OwnedContainer; changed: OwnedContainer; moved: Record<string, number> },
): Promise<void> {
  const { gone, heir, changed, moved } = merge;
  const { id: goneId, containerNumber } = gone.container;
  const { id: heirId } = heir.container;
  await audit(tx, {
    action: "container.merge",
    subject: { type: "container", id: goneId },
    before: snapshotContainer(gone.container),
    after: { mergedIntoId: heirId, mergedIntoNumber: heir.container.containerNumber, moved },
  });
  await audit(tx, {
    action: "container.take-over",
    subject: { type: "container", id: heirId },
    before: snapshotContainer(heir.container),
    after: { ...snapshotContainer(changed.container), mergedId: goneId, mergedNumber: containerNumber, moved },
  });
  await recordEvent(tx, { kind: "container.deleted", containerId: goneId, mergedIntoId: heirId }, nowMs);
  const [before, after] = [presentContainer(heir), presentContainer(changed)];
  const fields = ["status", "manifestId", "categoryScan", "legalHold"] as const;
  const differing = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  await recordEvent(tx, { kind: "container.updated", containerId: heirId, changed: ["visit", ...differing] }, nowMs);
}

/** A manifest and a scan that came together only now, or with another number, may not fit. Answers whether that escalated the heir. */
async function escalateNewMatch(
  tx: DatabaseOrTransaction,
  parts: TakeOverParts,
  { gone, heir }: { gone: ContainerRow; heir: ContainerRow },
  changed: ContainerRow,
): Promise<boolean> {
  const isMatchOf = ({ manifestId, categoryScan }: ContainerRow) =>
    manifestId === changed.manifestId && categoryScan?.scanId === changed.categoryScan?.scanId;
  if (isMatchOf(heir)) return false;
  const before = isMatchOf(gone) ? { containerNumber: gone.containerNumber } : { manifest: null };
  return escalateMismatch(tx, parts, changed.id, before);
}

async function readBack(tx: DatabaseOrTransaction, id: string): Promise<OwnedContainer> {
  const found = await findContainer(tx, id);
  if (!found) throw new Error(`the locked container ${id} vanished`);
  return found;
}
