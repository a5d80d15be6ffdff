import type { ForwarderStatus } from "./forwarder.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { RecordKind } from "../outbox/record.ts";

/** The delivery state of a record; `note` is the reason why it waits or is parked. */
export type DeliveryProgress = { state: "waiting" | "held-up" | "delivered" | "parked"; note: string | null };

/** Returns the state of a record's delivery; undefined for an unknown id. */
export function readProgress(
  { outbox, forwarder }: { outbox: Outbox; forwarder: { status: () => ForwarderStatus } },
  { id, kind }: { id: string; kind: RecordKind },
): DeliveryProgress | undefined {
  if (outbox.delivered().some((record) => record.id === id)) return { state: "delivered", note: null };
  const parked = outbox.parked().find((record) => record.id === id);
  if (parked) return { state: "parked", note: parked.reason };
  if (!outbox.read(id).ok) return undefined;
  const { pause, pausedKinds } = forwarder.status();
  const held = pause ?? pausedKinds.find((paused) => paused.kind === kind);
  return held ? { state: "held-up", note: held.reason } : { state: "waiting", note: null };
}
