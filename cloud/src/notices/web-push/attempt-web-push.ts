import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { Outcome } from "../deliveries/delivery-rules.ts";
import type { Needs } from "../parts.ts";
import { composeWebMessage } from "./compose-web-message.ts";
import { snapshotSubscription } from "./present-subscription.ts";
import { deleteSubscription, findSubscriptionOf, type SubscriptionRow } from "./subscription-store.ts";

/** A notice as it is recorded, and the subscription that it goes to. */
type Delivery = Parameters<typeof composeWebMessage>[0] & { deviceId: string; userId: string };

/** Sends a notice to a browser. A subscription that its push service no longer has is removed. */
export async function attemptWebPush(
  parts: Needs<"db" | "webPush" | "nowMs" | "newId">,
  delivery: Delivery,
  { ttlSeconds, signal }: { ttlSeconds: number; signal: AbortSignal },
): Promise<Outcome> {
  const subscription = await findSubscriptionOf(parts.db, delivery);
  if (!subscription)
    return { kind: "dropped", reason: "The browser is no longer subscribed, or its user may not see the notice." };
  const { endpoint, p256dh, auth } = subscription;
  const { collapseKey } = delivery;
  const message = { endpoint, keys: { p256dh, auth }, payload: composeWebMessage(delivery), collapseKey, ttlSeconds };
  const outcome = await parts.webPush.send(message, signal);
  if (outcome.kind !== "dead-token") return outcome;
  await remove(parts, subscription);
  return { kind: "dropped", reason: outcome.reason };
}

async function remove(parts: Needs<"db" | "nowMs" | "newId">, subscription: SubscriptionRow): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const removed = await deleteSubscription(tx, subscription);
    if (!removed) return;
    const subject = { type: "push-subscription", id: removed.id };
    const before = snapshotSubscription(removed);
    await auditOfService(parts)(tx, { action: "push-subscription.remove", subject, before, after: null });
  });
}
