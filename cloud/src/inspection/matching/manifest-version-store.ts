import { createHash } from "node:crypto";
import type { StoredMatch } from "@container-inspection/shared-schemas";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { manifests, manifestVersions } from "../../platform/db/tables.ts";

type ManifestRow = typeof manifests.$inferSelect;
type ManifestRef = StoredMatch["manifests"][number];
type VersionRow = typeof manifestVersions.$inferSelect;

/** The current version of a manifest, with its SHA-256. */
export function versionOf(manifest: ManifestRow, nowMs: number): VersionRow {
  const { id: manifestId, version } = manifest;
  const {
    createdById: _by,
    version: _version,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    deletedAt: _,
    ...rest
  } = manifest;
  const content = sortKeys(rest);
  const sha256 = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { manifestId, version, sha256, content, createdAt: new Date(nowMs) };
}

/** How a stored match refers to a manifest. */
export const refOf = ({ manifestId, version, sha256 }: VersionRow): ManifestRef => ({ manifestId, version, sha256 });

/** Keeps manifests as they stand; versions that are kept already stay. */
export async function keepVersions(tx: DatabaseOrTransaction, versions: readonly VersionRow[]): Promise<void> {
  if (versions.length > 0)
    await tx
      .insert(manifestVersions)
      .values([...versions])
      .onConflictDoNothing();
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
