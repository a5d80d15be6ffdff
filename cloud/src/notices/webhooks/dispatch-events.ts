import type { WebhookFormat } from "@container-inspection/shared-schemas/trade-events";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findEventsAfter, findNewestPosition, type FoundEvent } from "../../journal/events/event-store.ts";
import { contentOf } from "../../journal/events/format-event.ts";
import type { Needs } from "../parts.ts";
import { findCursor, lockCursor, moveCursor } from "./webhook-cursor-store.ts";
import { insertWebhookDeliveries } from "./webhook-delivery-store.ts";
import { findSubscribers } from "./webhook-store.ts";

/** Events of one transaction. */
const PAGE = 100;

/**
 * Creates a delivery of each new live event for each webhook that subscribes to it: exactly once, by any process and
 * across crashes. Recording an event does not depend on webhooks. Returns whether more events are waiting.
 */
export async function dispatchEvents(parts: Needs<"db" | "nowMs" | "newId" | "webhookFormats">): Promise<boolean> {
  const { db } = parts;
  const [before, newest] = [await findCursor(db), await findNewestPosition(db)];
  if (!newest || (before.position?.xid === newest.xid && before.position.id === newest.id)) return false;
  return db.transaction(async (tx) => {
    if (!(await lockCursor(tx))) return false;
    const { position: from, isForeign } = await findCursor(tx);
    // Under the lock, since another process may have moved on; before the subscriptions, so that it includes no event
    // that came after one.
    const upTo = (await findNewestPosition(tx)) ?? newest;
    const subscribers = await findSubscribers(tx);
    if (isForeign || subscribers.length === 0) {
      // Events from before the first subscription are skipped.
      await moveCursor(tx, upTo);
      return false;
    }
    const { events } = await findEventsAfter(tx, from, PAGE);
    const deliveries: ReturnType<typeof makeDelivery>[] = [];
    for (const event of events) {
      const receivers = subscribers.filter(
        ({ events: wanted, createdAt }) => wanted.includes(event.kind) && createdAt <= event.at,
      );
      const bodies = await writeBodies(tx, parts, event, new Set(receivers.map(({ format }) => format)));
      for (const { id, format } of receivers) {
        const body = bodies.get(format);
        if (body !== undefined) deliveries.push(makeDelivery(parts, id, event, body));
      }
    }
    await insertWebhookDeliveries(tx, deliveries);
    const last = events.at(-1);
    if (last) await moveCursor(tx, last.position);
    return events.length === PAGE;
  });
}

/**
 * Writes an event in the formats that are asked for. Our own body has the data of `GET /v1/events`, in the envelope of
 * the Standard Webhooks specification. In another format, an event that means nothing there has no body.
 */
async function writeBodies(
  tx: DatabaseOrTransaction,
  { webhookFormats }: Needs<"webhookFormats">,
  event: FoundEvent,
  formats: ReadonlySet<WebhookFormat>,
): Promise<ReadonlyMap<WebhookFormat, string>> {
  const bodies = new Map<WebhookFormat, string>();
  for (const format of formats) {
    if (format === "live-events") {
      const { kind: type, at } = event;
      bodies.set(format, JSON.stringify({ type, timestamp: at.toISOString(), data: contentOf(event) }));
      continue;
    }
    const { count, body } = (await webhookFormats?.[format](tx, [event])) ?? { count: 0, body: "" };
    if (count > 0) bodies.set(format, body);
  }
  return bodies;
}

function makeDelivery(
  { newId, nowMs }: Needs<"newId" | "nowMs">,
  webhookId: string,
  { kind: type, traceparent }: FoundEvent,
  payload: string,
) {
  return {
    id: newId(),
    webhookId,
    type,
    payload,
    traceparent,
    status: "pending" as const,
    nextAttemptAt: new Date(nowMs()),
    createdAt: new Date(nowMs()),
  };
}
