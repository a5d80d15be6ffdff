import { and, desc, eq, isNull, lt } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { evidence } from "../../platform/db/evidence-tables.ts";
import { containers, users, visits } from "../../platform/db/tables.ts";
import type { Thumbnail } from "../../platform/images/draw-thumbnail.ts";

export type EvidenceRow = typeof evidence.$inferSelect;
/** A photo with who uploaded it and the visit it belongs to. */
export type UploadedEvidence = {
  evidence: EvidenceRow;
  visit: { number: number };
  uploader: { id: string; email: string };
};

const uploaded = { evidence, visit: { number: visits.number }, uploader: { id: users.id, email: users.email } };

/** What is kept of a thumbnail that lies in `folder` of the storage. */
export function thumbnailColumns(folder: string, { bytes, sha256 }: Thumbnail) {
  return { thumbnailKey: `${folder}/thumbnail`, thumbnailSha256: sha256, thumbnailSizeBytes: bytes.length };
}

export async function insertEvidence(tx: DatabaseOrTransaction, row: typeof evidence.$inferInsert): Promise<void> {
  await tx.insert(evidence).values(row);
}

/** The container, and the photo if it is one of its own. Undefined without the container. */
export async function findEvidence(
  db: DatabaseOrTransaction,
  containerId: string,
  evidenceId: string,
): Promise<{ container: { ownerId: string }; found: UploadedEvidence | null } | undefined> {
  const [row] = await db
    .select({ container: { ownerId: containers.ownerId }, ...uploaded })
    .from(containers)
    .leftJoin(
      evidence,
      and(eq(evidence.containerId, containers.id), eq(evidence.id, evidenceId), isNull(evidence.deletedAt)),
    )
    .leftJoin(visits, eq(visits.id, evidence.visitId))
    .leftJoin(users, eq(users.id, evidence.uploaderId))
    .where(and(eq(containers.id, containerId), isNull(containers.deletedAt)));
  if (!row) return undefined;
  const { container, evidence: photo, visit, uploader } = row;
  return { container, found: photo && visit && uploader ? { evidence: photo, visit, uploader } : null };
}

export type EvidenceFilter = {
  containerId: string;
  visitId?: string | undefined;
  /** Only photos that arrived before this one. */
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

/** Takes a photo away; false when somebody else just did. */
export async function deleteEvidenceRow(
  db: DatabaseOrTransaction,
  evidenceId: string,
  { deletedById, nowMs }: { deletedById: string; nowMs: number },
): Promise<boolean> {
  const taken = await db
    .update(evidence)
    .set({ deletedAt: new Date(nowMs), deletedById })
    .where(and(eq(evidence.id, evidenceId), isNull(evidence.deletedAt)))
    .returning({ id: evidence.id });
  return taken.length > 0;
}
