import { recordEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sendTogether } from "../../platform/db/send-together.ts";
import type { ContainerRow } from "./container-store.ts";

/** Records that a container was created, and that its visit has begun where a record of a device came with it. */
export async function recordCreated(
  tx: DatabaseOrTransaction,
  { id: containerId, source, visitId }: ContainerRow,
  { hasRecord, nowMs }: { hasRecord: boolean; nowMs: number },
): Promise<void> {
  const created = () => recordEvent(tx, { kind: "container.created", containerId, source }, nowMs);
  const begun = () => recordEvent(tx, { kind: "visit.begun", containerId, visitId }, nowMs);
  await (hasRecord ? sendTogether([created(), begun()]) : created());
}
