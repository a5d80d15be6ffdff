import { and, eq, or, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

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
