import type { ManifestChange } from "@container-inspection/shared-schemas/manifests";
import type { AuditRow } from "../../journal/audit/audit-store.ts";

/**
 * The fields whose changes the history reports: what users write, and the container that the manifest is attached to.
 */
const FIELDS = [
  "containerNumber", "billOfLading", "vessel", "origin", "destination", "shipper", "consignee", "declaredGoods",
  "containerType", "weight", "status", "containerId",
]; // prettier-ignore

/**
 * Presents an audit entry about a manifest, or about a container that it was attached to or detached from, as a change
 * of the manifest.
 */
export function presentChange(entry: AuditRow, manifestId: string): ManifestChange {
  const { id, at, actorType, actorId, actorName, before, after } = entry;
  const entryFields = { id, at: at.toISOString(), actor: { type: actorType, id: actorId, name: actorName } };
  if (entry.subjectType === "manifest") {
    const action = before === null ? "created" : after === null ? "deleted" : "updated";
    return { ...entryFields, action, changes: changesOf(before ?? {}, after ?? {}) };
  }
  // A visit that begins with the manifest names its container.
  const containerId = entry.subjectType === "visit" ? after?.["containerId"] : entry.subjectId;
  return after?.["manifestId"] === manifestId
    ? { ...entryFields, action: "attached", changes: [{ field: "containerId", before: null, after: containerId }] }
    : { ...entryFields, action: "detached", changes: [{ field: "containerId", before: containerId, after: null }] };
}

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): ManifestChange["changes"] {
  return FIELDS.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })).filter(
    (change) => change.before !== null || change.after !== null,
  );
}
