import { and, eq, isNull, or, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { visits } from "../../platform/db/tables.ts";

/** The manifests of a container or visit, as its columns hold them. */
type Attached = { manifestId: string | null; furtherManifestIds: string[] };

/** The ids of the manifests that are attached to a container or visit, the first attached one first. */
export function attachedIds({ manifestId, furtherManifestIds }: Attached): string[] {
  return manifestId === null ? [] : [manifestId, ...furtherManifestIds];
}

/** The columns of a container or visit with these manifests. */
export function attachedColumns([first, ...furtherManifestIds]: readonly string[]): Attached {
  return { manifestId: first ?? null, furtherManifestIds };
}

/** True for a container or visit to which a manifest is attached. Each condition has its own index. */
export function holdsManifest(
  { manifestId, furtherManifestIds }: { manifestId: AnyPgColumn; furtherManifestIds: AnyPgColumn },
  id: string | SQLWrapper,
): SQL | undefined {
  // Two conditions on the array: the first one is that of its index.
  const isFurther = and(sql`${furtherManifestIds} <> '{}'`, sql`${furtherManifestIds} @> array[${id}]::text[]`);
  return or(eq(manifestId, id), isFurther);
}

/** The containers with a visit, ended ones included, on which a manifest is attached. */
export async function findEndedWithManifest(
  tx: DatabaseOrTransaction,
  manifestId: string,
): Promise<{ containerId: string }[]> {
  return tx
    .selectDistinct({ containerId: visits.containerId })
    .from(visits)
    .where(and(holdsManifest(visits, manifestId), isNull(visits.joinedIntoId)));
}
