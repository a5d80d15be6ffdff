import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { containers } from "../../platform/db/tables.ts";
import { attachNextManifest, type AttachmentParts } from "./attachment-store.ts";
import { escalateMismatch, type MismatchParts } from "./escalate-mismatch.ts";

/**
 * Attaches the manifest that waits for a locked container whose manifest moved or was deleted, if any, and escalates
 * the container when that manifest does not fit its scan.
 */
export async function replaceManifest(
  tx: DatabaseOrTransaction,
  parts: AttachmentParts & MismatchParts,
  left: typeof containers.$inferSelect,
): Promise<void> {
  const next = await attachNextManifest(tx, left, parts);
  if (!next) return;
  const [subject, before] = [{ type: "container", id: left.id }, { manifestId: null }];
  await parts.audit(tx, { action: "container.attach-manifest", subject, before, after: { manifestId: next.id } });
  await escalateMismatch(tx, parts, left.id, { manifest: null });
}
