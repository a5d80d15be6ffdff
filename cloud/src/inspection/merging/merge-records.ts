import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { escalateMismatch, type MismatchParts } from "../manifests/escalate-mismatch.ts";
import { keepLanes } from "../judging/keep-lane.ts";
import { findManifestsById } from "../record/manifest-store.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { joinLegalHolds } from "../record/container-rules.ts";
import {
  type ContainerRow,
  type OwnedContainer,
  readBackContainer,
  updateContainer,
} from "../record/container-store.ts";
import { countRecords, markMerged } from "./merge-store.ts";
import { presentContainer, snapshotContainer } from "../record/present-container.ts";
import { mergeEscalations } from "./merge-escalations.ts";
import { mergeVisits } from "./merge-visits.ts";

export type MergeParts = MismatchParts & { visitGapMs: number; userId: string };
/**
 * The target as it is afterwards. With a conflict, the manifest of the misread container would have to be detached:
 * keep nothing.
 */
export type Merge = { kind: "merged"; target: OwnedContainer } | { kind: "manifest-conflict" };

/**
 * Moves all records of a misread container to the right one and deletes it. The transaction holds both as
 * `lockForMerge` locks them; the caller rolls it back on a conflict.
 */
export async function mergeRecords(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  { merged, target }: { merged: OwnedContainer; target: OwnedContainer },
): Promise<Merge> {
  const { nowMs } = parts;
  const pair = { merged: merged.container, target: target.container };
  const [mergedId, targetId] = [pair.merged.id, pair.target.id];
  const moved = await countRecords(tx, mergedId);
  await mergeEscalations(tx, parts, pair);
  await markMerged(tx, pair, nowMs);
  await mergeVisits(tx, parts, pair);
  if (pair.merged.legalHold)
    await updateContainer(tx, targetId, { legalHold: joinLegalHolds(pair.target, pair.merged) }, nowMs);
  if (!(await areAttachedTo(tx, attachedIds(pair.merged), targetId))) return { kind: "manifest-conflict" };
  const changed = await readBackContainer(tx, targetId);
  await recordMerge(tx, parts, { merged, target, changed, moved });
  await keepLanes(tx, parts, targetId);
  await escalateNewMatch(tx, parts, pair, changed.container);
  return { kind: "merged", target: await readBackContainer(tx, targetId) };
}

async function areAttachedTo(tx: DatabaseOrTransaction, ids: readonly string[], containerId: string) {
  const found = await findManifestsById(tx, ids);
  return found.length === ids.length && found.every(({ container }) => container?.id === containerId);
}

/** Records the merge in the audit log of both containers, and as live events. */
async function recordMerge(
  tx: DatabaseOrTransaction,
  { audit, nowMs }: MergeParts,
  merge: { merged: OwnedContainer; target: OwnedContainer; changed: OwnedContainer; moved: Record<string, number> },
): Promise<void> {
  const { merged, target, changed, moved } = merge;
  const { id: mergedId, containerNumber } = merged.container;
  const { id: targetId } = target.container;
  await audit(tx, {
    action: "container.merge",
    subject: { type: "container", id: mergedId },
    before: snapshotContainer(merged.container),
    after: { mergedIntoId: targetId, mergedIntoNumber: target.container.containerNumber, moved },
  });
  await audit(tx, {
    action: "container.take-over",
    subject: { type: "container", id: targetId },
    before: snapshotContainer(target.container),
    after: { ...snapshotContainer(changed.container), mergedId, mergedNumber: containerNumber, moved },
  });
  await recordEvent(tx, { kind: "container.deleted", containerId: mergedId, mergedIntoId: targetId }, nowMs);
  const [before, after] = [presentContainer(target), presentContainer(changed)];
  const fields = ["status", "manifestId", "manifestIds", "categoryScan", "legalHold"] as const;
  const differing = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  await recordEvent(tx, { kind: "container.updated", containerId: targetId, changed: ["visit", ...differing] }, nowMs);
}

/**
 * Escalates the target where a manifest and a scan came together only by the merge, or met under another number, and do
 * not fit.
 */
async function escalateNewMatch(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  { merged, target }: { merged: ContainerRow; target: ContainerRow },
  changed: ContainerRow,
): Promise<void> {
  const isMatchOf = (one: ContainerRow) =>
    attachedIds(one).join() === attachedIds(changed).join() &&
    one.categoryScan?.scanId === changed.categoryScan?.scanId;
  if (isMatchOf(target)) return;
  const before = isMatchOf(merged) ? { containerNumber: merged.containerNumber } : { attached: () => [] };
  await escalateMismatch(tx, parts, changed.id, before);
}
