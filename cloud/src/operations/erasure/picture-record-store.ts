import { eq } from "drizzle-orm";
import { findStandingHolds } from "../../inspection/escalations/escalation-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, evidence, scans } from "../../platform/db/tables.ts";
import type { PictureState } from "./picture-rules.ts";

/** A scan or a photo with its stored objects: the picture, its thumbnail, and its annotated copy. */
export type PictureRecord = {
  id: string;
  folder: "scans" | "evidence";
  containerId: string;
  keys: string[];
  sha256: string | null;
  /** Time at which its picture was deleted; null while it is kept. */
  deletedAt: Date | null;
};

type Found = PictureRecord & Pick<PictureState, "isPending">;

/**
 * Finds a scan or a photo (`ev_…`) with what decides about its picture. Its container and the record are locked until
 * the transaction ends, in the order in which other writes lock them.
 */
export async function lockPicture(
  tx: DatabaseOrTransaction,
  id: string,
): Promise<{ record: PictureRecord; state: PictureState } | undefined> {
  const found = await findRecord(tx, id, {});
  if (!found) return undefined;
  const [container] = await tx
    .select({ status: containers.status, legalHold: containers.legalHold })
    .from(containers)
    .where(eq(containers.id, found.containerId))
    .for("update");
  const record = await findRecord(tx, id, { isLocked: true });
  // A merge moved the record between the two reads: the container that it is now in must be locked instead.
  if (!container || record?.containerId !== found.containerId) return lockPicture(tx, id);
  const standingHolds = await findStandingHolds(tx, found.containerId);
  const { isPending, ...rest } = record;
  return { record: rest, state: { container, standingHolds, hasPicture: rest.keys.length > 0, isPending } };
}

type Locking = { isLocked?: boolean };

const findRecord = (tx: DatabaseOrTransaction, id: string, locking: Locking): Promise<Found | undefined> =>
  id.startsWith("ev_") ? findPhoto(tx, id, locking) : findScan(tx, id, locking);

async function findScan(tx: DatabaseOrTransaction, id: string, { isLocked }: Locking): Promise<Found | undefined> {
  const query = tx.select().from(scans).where(eq(scans.id, id));
  const [scan] = await (isLocked ? query.for("update") : query);
  if (!scan) return undefined;
  const { containerId, imageKey, visualizationKey, thumbnailKey, imageSha256, imageDeletedAt, status } = scan;
  const keys = [imageKey, visualizationKey, thumbnailKey].filter((key) => key !== null);
  const place = { id, folder: "scans" as const, containerId };
  return { ...place, keys, sha256: imageSha256, deletedAt: imageDeletedAt, isPending: status === "pending" };
}

async function findPhoto(tx: DatabaseOrTransaction, id: string, { isLocked }: Locking): Promise<Found | undefined> {
  const query = tx.select().from(evidence).where(eq(evidence.id, id));
  const [photo] = await (isLocked ? query.for("update") : query);
  if (!photo) return undefined;
  const { containerId, imageKey, visualizationKey, thumbnailKey, imageSha256 } = photo;
  const keys = [imageKey, visualizationKey, thumbnailKey].filter((key) => key !== null);
  const deletedAt = photo.imageDeletedAt ?? photo.deletedAt;
  return { id, folder: "evidence", containerId, keys, sha256: imageSha256, deletedAt, isPending: false };
}

/** Marks the picture of a locked record as deleted, as the end of its retention does. */
export async function markPictureErased(
  tx: DatabaseOrTransaction,
  { id, folder }: Pick<PictureRecord, "id" | "folder">,
  now: Date,
): Promise<void> {
  const table = folder === "scans" ? scans : evidence;
  await tx.update(table).set({ imageDeletedAt: now }).where(eq(table.id, id));
}
