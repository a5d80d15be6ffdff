import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { containers } from "../../platform/db/tables.ts";
import { attachNextManifests, type AttachmentParts } from "./attachment-store.ts";
import { auditAttached } from "./audit-attached.ts";
import { escalateMismatch, type MismatchParts } from "./escalate-mismatch.ts";
import type { ManifestRow } from "../record/manifest-store.ts";

/**
 * Attaches the manifests that wait for a locked container, such as one that a manifest has left, and escalates the
 * container when its manifests no longer fit its pictures. `leaving` is the manifest that has left.
 */
export async function replaceManifest(
  tx: DatabaseOrTransaction,
  parts: AttachmentParts & MismatchParts,
  left: typeof containers.$inferSelect,
  leaving?: ManifestRow,
): Promise<void> {
  const next = await attachNextManifests(tx, left, parts);
  const added = new Set(next.map(({ id }) => id));
  await auditAttached(tx, parts.audit, left.id, [...added]);
  const attached = (now: readonly ManifestRow[]) => {
    const stayed = now.filter(({ id }) => !added.has(id));
    // Without any that stayed, everything is compared again.
    return leaving && stayed.length > 0 ? [...stayed, leaving] : stayed;
  };
  if (leaving || added.size > 0) await escalateMismatch(tx, parts, left.id, { attached });
}
