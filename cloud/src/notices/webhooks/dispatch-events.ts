import { findEventsAfter, findNewestPosition, type FoundEvent } from "../../journal/events/event-store.ts";
import type { Needs } from "../parts.ts";
import { findCursor, lockCursor, moveCursor } from "./webhook-cursor-store.ts";
import { insertWebhookDeliveries } from "./webhook-delivery-store.ts";
import { findSubscribers } from "./webhook-store.ts";

/** Events that one transaction hands on. */
const PAGE = 100;

/**
 * Hands the live events that are new to the webhooks that want them: a delivery for each, exactly once, whatever process
 * does it and wherever it is cut off. Those who write events know nothing of webhooks. Answers whether more are waiting.
 */
export async function dispatchEvents(parts: Needs<"db" | "nowMs" | "newId">): Promise<boolean> {
  const { db } = parts;
  const [before, newest] = [await findCursor(db), await findNewestPosition(db)];
  if (!newest || (before.position?.xid === newest.xid && before.position.id === newest.id)) return false;
  return db.transaction(async (tx) => {
    if (!(await lockCursor(tx))) return false;
    const { position: from, isForeign } = await findCursor(tx);
    const subscribers = await findSubscribers(tx);
    if (isForeign || subscribers.length === 0) {
      // Events from before somebody wanted them are nobody's. Looked up under the lock: another process may be further by now.
      await moveCursor(tx, (await findNewestPosition(tx)) ?? newest);
      return false;
    }
    const { events } = await findEventsAfter(tx, from, PAGE);
    const deliveries = events.flatMap((event) =>
      subscribers
        .filter(({ events: wanted, createdAt }) => wanted.includes(event.kind) && createdAt <= event.at)
        .map(({ id }) => makeDelivery(parts, id, event)),
    );
    await insertWebhookDeliveries(tx, deliveries);
    const last = events.at(-1);
    if (last) await moveCursor(tx, last.position);
    return events.length === PAGE;
  });
}

/** The body is what `GET /v1/events` would tell, with the names that the Standard Webhooks specification gives its frame. */
function makeDelivery(
  { newId, nowMs }: Needs<"newId" | "nowMs">,
  webhookId: string,
  { kind, at, data, container }: FoundEvent,
) {
  const { ownerId: _ownerId, ...shown } = container ?? {};
  const told = { ...(container && { container: shown }), ...data };
  return {
    id: newId(),
    webhookId,
    type: kind,
    payload: JSON.stringify({ type: kind, timestamp: at.toISOString(), data: told }),
    status: "pending" as const,
    nextAttemptAt: new Date(nowMs()),
    createdAt: new Date(nowMs()),
  };
}
