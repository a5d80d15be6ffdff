import { isPlaceholderNumber } from "@container-inspection/shared-schemas/passages";
import { eq } from "drizzle-orm";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { escalations, evidence, scans } from "../../platform/db/tables.ts";
import type { MergeParts } from "../merging/merge-records.ts";
import { mustStay } from "../record/container-rules.ts";
import { deleteContainerRow, readBackContainer } from "../record/container-store.ts";
import { snapshotContainer } from "../record/present-container.ts";

/** Deletes a container that stands for an unidentified vehicle, once nothing is recorded under it any longer. */
export async function removeIfEmpty(
  tx: DatabaseOrTransaction,
  { audit, nowMs }: Pick<MergeParts, "audit" | "nowMs">,
  containerId: string,
): Promise<void> {
  const { container } = await readBackContainer(tx, containerId);
  if (!isPlaceholderNumber(container.numberKey) || mustStay(container) || container.manifestId !== null) return;
  for (const table of [scans, evidence, escalations] as const)
    if ((await tx.$count(table, eq(table.containerId, containerId))) > 0) return;
  await deleteContainerRow(tx, containerId, nowMs);
  const [subject, before] = [{ type: "container", id: containerId }, snapshotContainer(container)];
  await audit(tx, { action: "container.delete", subject, before, after: null });
  await recordEvent(tx, { kind: "container.deleted", containerId, mergedIntoId: null }, nowMs);
}
