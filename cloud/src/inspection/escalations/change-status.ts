import type { ContainerStatus } from "@container-inspection/shared-schemas/containers";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { type ContainerRow, updateContainer } from "../record/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { findStandingHolds } from "./escalation-store.ts";

/**
 * Sets the status of a container that the transaction holds locked, after an escalation or a decision. While a hold
 * decision is in force, the container stays HELD. Returns its status.
 */
export async function changeStatus(
  tx: DatabaseOrTransaction,
  { audit, nowMs }: { audit: Audit; nowMs: number },
  { id, status: before }: Pick<ContainerRow, "id" | "status">,
  wanted: ContainerStatus,
): Promise<ContainerStatus> {
  const status = (await findStandingHolds(tx, id)).length > 0 ? "HELD" : wanted;
  await updateContainer(tx, id, { status }, nowMs);
  const isChanged = status !== before;
  const subject = { type: "container", id };
  if (isChanged)
    await audit(tx, { action: "container.set-status", subject, before: { status: before }, after: { status } });
  const changed = isChanged ? ["status"] : ["isEscalated"];
  await recordEvent(tx, { kind: "container.updated", containerId: id, changed }, nowMs);
  return status;
}
