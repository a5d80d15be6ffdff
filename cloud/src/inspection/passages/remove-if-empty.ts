import { isPlaceholderNumber } from "@container-inspection/shared-schemas/passages";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { MergeParts } from "../merging/merge-records.ts";
import { mustStay } from "../record/container-rules.ts";
import { deleteContainerRow, readBackContainer } from "../record/container-store.ts";
import { snapshotContainer } from "../record/present-container.ts";
import { isWithoutRecords } from "./moved-records-store.ts";

/** Deletes a container that stands for an unidentified vehicle, once nothing is recorded under it any longer. */
export async function removeIfEmpty(
  tx: DatabaseOrTransaction,
  { audit, nowMs }: Pick<MergeParts, "audit" | "nowMs">,
  containerId: string,
): Promise<void> {
  const { container } = await readBackContainer(tx, containerId);
  if (!isPlaceholderNumber(container.numberKey) || mustStay(container) || container.manifestId !== null) return;
  if (!(await isWithoutRecords(tx, containerId))) return;
  await deleteContainerRow(tx, containerId, nowMs);
  const [subject, before] = [{ type: "container", id: containerId }, snapshotContainer(container)];
  await audit(tx, { action: "container.delete", subject, before, after: null });
  await recordEvent(tx, { kind: "container.deleted", containerId, mergedIntoId: null }, nowMs);
}
