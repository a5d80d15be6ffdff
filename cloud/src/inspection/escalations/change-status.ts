import type { ContainerStatus } from "@container-inspection/shared-schemas";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { type ContainerRow, updateContainer } from "../containers/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";

/** Sets the status of a container that the transaction holds locked, after an escalation or a decision. */
export async function changeStatus(
  tx: DatabaseOrTransaction,
  { audit, nowMs }: { audit: Audit; nowMs: number },
  { id, status: before }: Pick<ContainerRow, "id" | "status">,
  status: ContainerStatus,
): Promise<void> {
  await updateContainer(tx, id, { status }, nowMs);
  const subject = { type: "container", id };
  await audit(tx, { action: "container.set-status", subject, before: { status: before }, after: { status } });
  await recordEvent(tx, { kind: "container.updated", containerId: id, changed: ["status"] }, nowMs);
}
