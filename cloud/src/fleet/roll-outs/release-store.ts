import type { ReleaseKind } from "@container-inspection/shared-schemas/releases";
import { and, desc, eq, lt, notExists } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { releases, rollOuts, users } from "../../platform/db/tables.ts";

type ReleaseRow = typeof releases.$inferSelect;
/** A release with the address of the administrator who uploaded it. */
export type UploadedRelease = { release: ReleaseRow; uploadedBy: string };

/** Releases, newest first. */
export async function findReleases(
  db: DatabaseOrTransaction,
  { kind, beforeId, limit }: { kind?: ReleaseKind | undefined; beforeId?: string | undefined; limit: number },
): Promise<UploadedRelease[]> {
  return selectUploaded(db)
    .where(
      and(
        kind === undefined ? undefined : eq(releases.kind, kind),
        beforeId === undefined ? undefined : lt(releases.id, beforeId),
      ),
    )
    .orderBy(desc(releases.id))
    .limit(limit);
}

export async function findRelease(db: DatabaseOrTransaction, id: string): Promise<UploadedRelease | undefined> {
  const [found] = await selectUploaded(db).where(eq(releases.id, id));
  return found;
}

/** The release of this kind, name and version. */
export async function findVersion(
  db: DatabaseOrTransaction,
  { kind, name, version }: Pick<ReleaseRow, "kind" | "name" | "version">,
): Promise<UploadedRelease | undefined> {
  const isMeant = and(eq(releases.kind, kind), eq(releases.name, name), eq(releases.version, version));
  const [found] = await selectUploaded(db).where(isMeant);
  return found;
}

/** Adds a release; returns false if a release with this version already exists. */
export async function insertRelease(tx: DatabaseOrTransaction, row: ReleaseRow): Promise<boolean> {
  const added = await tx.insert(releases).values(row).onConflictDoNothing().returning({ id: releases.id });
  return added.length > 0;
}

/** Deletes a release; false where a roll-out names it. */
export async function removeRelease(tx: DatabaseOrTransaction, id: string): Promise<boolean> {
  const naming = tx.select({ id: rollOuts.id }).from(rollOuts).where(eq(rollOuts.releaseId, id));
  const removed = await tx
    .delete(releases)
    .where(and(eq(releases.id, id), notExists(naming)))
    .returning({ id: releases.id });
  return removed.length > 0;
}

const selectUploaded = (db: DatabaseOrTransaction) =>
  db
    .select({ release: releases, uploadedBy: users.email })
    .from(releases)
    .innerJoin(users, eq(users.id, releases.uploadedById))
    .$dynamic();
