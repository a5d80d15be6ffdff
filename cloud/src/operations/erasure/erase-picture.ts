import { auditOfCommandLine } from "../../journal/audit/create-audit.ts";
import type { Database } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { deleteEach, type FailedDeletion } from "../retention/delete-objects.ts";
import { lockPicture, markPictureErased, type PictureRecord } from "./picture-record-store.ts";
import { whyPictureStays } from "./picture-rules.ts";

type Parts = { db: Database; storage: ObjectStorage; newId: () => string; nowMs: () => number };

export type ErasedPicture = {
  record: PictureRecord;
  /** True if the picture was deleted before; its remaining objects are deleted now. */
  isRepeated: boolean;
  deletedObjects: number;
  failed: readonly FailedDeletion[];
};

/**
 * Deletes the picture of one scan or photo with its copies, as the end of its retention does: the record stays, with
 * the hash. The record and the audit log change in one transaction, and the objects are deleted afterwards.
 */
export async function erasePicture(
  parts: Parts,
  { id, reason }: { id: string; reason: string },
): Promise<ErasedPicture | { refusal: string }> {
  const outcome = await parts.db.transaction(async (tx) => {
    const found = await lockPicture(tx, id);
    if (!found) return { refusal: `No scan or evidence has the id ${id}.` };
    const { record, state } = found;
    if (record.deletedAt) return { record, isRepeated: true };
    const refusal = whyPictureStays(state);
    if (refusal !== undefined) return { refusal };
    const now = new Date(parts.nowMs());
    await markPictureErased(tx, record, now);
    const kind = record.folder === "scans" ? "scan" : "evidence";
    const after = { reason, imageDeletedAt: now.toISOString(), imageSha256: record.sha256 };
    const audit = auditOfCommandLine(parts);
    await audit(tx, { action: `${kind}.erase-picture`, subject: { type: kind, id }, before: {}, after });
    return { record, isRepeated: false };
  });
  if (outcome.refusal !== undefined) return { refusal: outcome.refusal };
  const { failed } = await deleteEach(parts.storage, outcome.record.keys);
  const left = await findLeft(parts.storage, outcome.record.keys, failed);
  const stays = [...failed, ...left];
  return { ...outcome, deletedObjects: outcome.record.keys.length - stays.length, failed: stays };
}

/** Objects that the storage has reported as deleted and returns all the same. */
async function findLeft(
  storage: ObjectStorage,
  keys: readonly string[],
  failed: readonly FailedDeletion[],
): Promise<FailedDeletion[]> {
  const left: FailedDeletion[] = [];
  for (const key of keys.filter((deleted) => !failed.some((each) => each.key === deleted))) {
    try {
      const stream = await storage.read(key);
      await stream?.cancel();
      if (stream) left.push({ key, error: new Error("the storage reports it as deleted and still returns it") });
    } catch (error) {
      left.push({ key, error });
    }
  }
  return left;
}
