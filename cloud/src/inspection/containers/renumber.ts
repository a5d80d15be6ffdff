import type { ContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { attachWaitingManifests } from "../manifests/attachment-store.ts";
import { auditAttached } from "../manifests/audit-attached.ts";
import { keepLanes } from "../judging/keep-lane.ts";
import { escalateMismatch, type MismatchParts } from "../manifests/escalate-mismatch.ts";
import { type OwnedContainer, readBackContainer, updateContainerNumber } from "../record/container-store.ts";
import { snapshotContainer } from "../record/present-container.ts";

/**
 * Gives a locked container another number, with the manifests that wait for that one. The number and these manifests
 * are locked. Fails on the index `containers_number` where the number is taken.
 */
export async function renumber(
  tx: DatabaseOrTransaction,
  found: OwnedContainer,
  number: ContainerNumber,
  parts: MismatchParts,
): Promise<OwnedContainer> {
  const { audit, nowMs } = parts;
  const { id, containerNumber, manifestId } = found.container;
  if (number.text === containerNumber) return found;
  await updateContainerNumber(tx, found.container, number, nowMs);
  if (manifestId === null) await attachWaitingManifests(tx, { ...found.container, numberKey: number.key }, nowMs);
  const changed = await readBackContainer(tx, id);
  const [before, after] = [snapshotContainer(found.container), snapshotContainer(changed.container)];
  await audit(tx, { action: "container.set-number", subject: { type: "container", id }, before, after });
  if (manifestId === null) await auditAttached(tx, audit, id, changed.container.furtherManifestIds);
  await recordEvent(tx, { kind: "container.updated", containerId: id, changed: ["containerNumber"] }, nowMs);
  const other = { containerNumber, ...(manifestId === null ? { attached: () => [] } : {}) };
  await keepLanes(tx, parts, id, (visitId) => visitId !== changed.container.visitId);
  await escalateMismatch(tx, parts, id, other);
  return readBackContainer(tx, id);
}
