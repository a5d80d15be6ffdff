import { and, desc, eq, isNull, lt } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, evidence, users, visits } from "../../platform/db/tables.ts";
import type { Thumbnail } from "../../platform/images/draw-thumbnail.ts";

export type EvidenceRow = typeof evidence.$inferSelect;
/** A photo with who uploaded it and the visit it belongs to. */
export type UploadedEvidence = {
  evidence: EvidenceRow;
  visit: { number: number };
  uploader: { id: string; email: string };
};

const uploaded = { evidence, visit: { number: visits.number }, uploader: { id: users.id, email: users.email } };

/** The columns of a thumbnail that is stored in `folder`. */
export function thumbnailColumns(folder: string, { bytes, sha256 }: Thumbnail) {
  return { thumbnailKey: `${folder}/thumbnail`, thumbnailSha256: sha256, thumbnailSizeBytes: bytes.length };
}

export async function insertEvidence(tx: DatabaseOrTransaction, row: typeof evidence.$inferInsert): Promise<void> {
  await tx.insert(evidence).values(row);
}

/** A container as its photos need it, and the photo of an id where it is one of the container's. */
export type FoundEvidence = {
  container: Pick<typeof containers.$inferSelect, "ownerId" | "status" | "legalHold">;
  photo: UploadedEvidence | null;
};

/** The container with the photo of this id; undefined where the container does not exist. */
export async function findEvidence(
  db: DatabaseOrTransaction,
  containerId: string,
  evidenceId: string,
): Promise<FoundEvidence | undefined> {
  const [row] = await db
    .select({
      container: { ownerId: containers.ownerId, status: containers.status, legalHold: containers.legalHold },
      ...uploaded,
    })
    .from(containers)
    .leftJoin(
      evidence,
      and(eq(evidence.containerId, containers.id), eq(evidence.id, evidenceId), isNull(evidence.deletedAt)),
    )
    .leftJoin(visits, eq(visits.id, evidence.visitId))
    .leftJoin(users, eq(users.id, evidence.uploaderId))
    .where(and(eq(containers.id, containerId), isNull(containers.deletedAt)));
  if (!row) return undefined;
  const { container, evidence: found, visit, uploader } = row;
  return { container, photo: found && visit && uploader ? { evidence: found, visit, uploader } : null };
}

export type EvidenceFilter = {
  containerId: string;
  visitId?: string | undefined;
  /** Cursor: id of a photo; the page contains only photos that arrived before it. */
  beforeId?: string | undefined;
  limit: number;
};

/** Photos of a container in the order they arrived, newest first. */
export async function findEvidenceOf(
  db: DatabaseOrTransaction,
  { containerId, visitId, beforeId, limit }: EvidenceFilter,
): Promise<UploadedEvidence[]> {
  return db
    .select(uploaded)
    .from(evidence)
    .innerJoin(visits, eq(visits.id, evidence.visitId))
    .innerJoin(users, eq(users.id, evidence.uploaderId))
    .where(
      and(
        eq(evidence.containerId, containerId),
        isNull(evidence.deletedAt),
        visitId === undefined ? undefined : eq(evidence.visitId, visitId),
        beforeId === undefined ? undefined : lt(evidence.id, beforeId),
      ),
    )
    .orderBy(desc(evidence.id))
    .limit(limit);
}

/** Deletes a photo of a locked container; the row stays for the records that refer to it. */
export async function deleteEvidenceRow(
  tx: DatabaseOrTransaction,
  evidenceId: string,
  { deletedById, nowMs }: { deletedById: string; nowMs: number },
): Promise<void> {
  await tx
    .update(evidence)
    .set({ deletedAt: new Date(nowMs), deletedById })
    .where(and(eq(evidence.id, evidenceId), isNull(evidence.deletedAt)));
}
