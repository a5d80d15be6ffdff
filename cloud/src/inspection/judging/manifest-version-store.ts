import { createHash } from "node:crypto";
import type { StoredMatch } from "@container-inspection/shared-schemas/manifest-match";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { manifests, manifestVersions, scans } from "../../platform/db/tables.ts";

type ManifestRow = typeof manifests.$inferSelect;
type ManifestRef = StoredMatch["manifests"][number];
/** A stored version of a manifest. */
export type VersionRow = typeof manifestVersions.$inferSelect;

/** Columns that hold the declarations of a manifest. */
const CONTENT = [
  "containerNumber", "billOfLading", "vessel", "origin", "destination", "shipper", "consignee", "declaredGoods",
  "containerType", "weight", "status",
] as const; // prettier-ignore

/** The current version of a manifest, with its SHA-256. */
export function versionOf(manifest: ManifestRow, nowMs: number): VersionRow {
  const { id: manifestId, version } = manifest;
  const content = sortKeys(Object.fromEntries(CONTENT.map((field) => [field, manifest[field]])));
  const sha256 = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { manifestId, version, sha256, content, createdAt: new Date(nowMs) };
}

/** Returns the reference to a manifest that a stored match contains. */
export const refOf = ({ manifestId, version, sha256 }: VersionRow): ManifestRef => ({ manifestId, version, sha256 });

/** Stores the current versions of manifests; versions that are stored already stay. */
export async function keepVersions(tx: DatabaseOrTransaction, versions: readonly VersionRow[]): Promise<void> {
  if (versions.length > 0)
    await tx
      .insert(manifestVersions)
      .values([...versions])
      .onConflictDoNothing();
}

/** The stored versions of these manifests, and those among `current` that were not stored; the oldest first. */
export async function findVersions(
  db: DatabaseOrTransaction,
  manifestIds: readonly string[],
  current: readonly VersionRow[],
): Promise<VersionRow[]> {
  if (manifestIds.length === 0) return [];
  const stored = await db
    .select()
    .from(manifestVersions)
    .where(inArray(manifestVersions.manifestId, [...manifestIds]))
    .orderBy(asc(manifestVersions.manifestId), asc(manifestVersions.version));
  const isStored = ({ manifestId, version }: VersionRow) =>
    stored.some((one) => one.manifestId === manifestId && one.version === version);
  // Stored as JSONB, the keys of the content have another order than the one of which the SHA-256 was taken.
  return [...stored, ...current.filter((one) => !isStored(one))].map((row) => ({
    ...row,
    content: sortKeys(row.content),
  }));
}

/** The version of a manifest that a scan was compared with. */
export type ComparedVersion = { version: VersionRow; scanId: string };

/**
 * Returns, by manifest id, the version with which a scan of the visit was first compared; ids without a comparison
 * are absent.
 */
export async function findFirstCompared(
  db: DatabaseOrTransaction,
  visit: { id: string; containerId: string },
  manifestIds: readonly string[],
): Promise<Map<string, ComparedVersion>> {
  const matched = sql`exists (select 1 from jsonb_array_elements(${scans.recordedMatch} -> 'manifests') one
    where one ->> 'manifestId' = ${manifestVersions.manifestId} and (one ->> 'version')::int = ${manifestVersions.version})`;
  const found = await db
    .selectDistinctOn([manifestVersions.manifestId], { version: manifestVersions, scanId: scans.id })
    .from(scans)
    .innerJoin(manifestVersions, and(inArray(manifestVersions.manifestId, [...manifestIds]), matched))
    .where(and(eq(scans.containerId, visit.containerId), eq(scans.visitId, visit.id)))
    .orderBy(asc(manifestVersions.manifestId), asc(scans.id));
  return new Map(found.map((compared) => [compared.version.manifestId, compared]));
}

/** The same content always gives the same JSON, whatever the order in which its keys were sent or stored. */
function sortKeys(object: object): Record<string, unknown> {
  const entries = Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sortInner(value)]));
}

function sortInner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortInner);
  return typeof value === "object" && value !== null ? sortKeys(value) : value;
}
