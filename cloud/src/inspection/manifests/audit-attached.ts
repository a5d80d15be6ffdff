import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

/** Writes into the audit log that manifests were attached to a container: an entry for the history of each. */
export async function auditAttached(
  tx: DatabaseOrTransaction,
  audit: Audit,
  containerId: string,
  manifestIds: readonly string[],
): Promise<void> {
  const entry = { action: "container.attach-manifest", subject: { type: "container", id: containerId } };
  for (const manifestId of manifestIds)
    await audit(tx, { ...entry, before: { manifestId: null }, after: { manifestId } });
}

/** Writes into the audit log that manifests were detached from a container: an entry for the history of each. */
export async function auditDetached(
  tx: DatabaseOrTransaction,
  audit: Audit,
  containerId: string,
  manifestIds: readonly string[],
): Promise<void> {
  const entry = { action: "container.detach-manifest", subject: { type: "container", id: containerId } };
  for (const manifestId of manifestIds)
    await audit(tx, { ...entry, before: { manifestId }, after: { manifestId: null } });
}
