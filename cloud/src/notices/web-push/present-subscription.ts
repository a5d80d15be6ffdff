import { hash } from "node:crypto";
import type { PushSubscription } from "@container-inspection/shared-schemas/push";
import type { SubscriptionRow } from "./subscription-store.ts";

/**
 * A subscription in replies. Its endpoint is a secret between the browser, its push service and this service, so that
 * only its hash shows, by which a browser finds its own.
 */
export function presentSubscription({ id, endpoint, name, ...times }: SubscriptionRow): PushSubscription {
  return {
    id,
    name,
    service: new URL(endpoint).host,
    endpointSha256: hash("sha256", endpoint),
    createdAt: times.createdAt.toISOString(),
    lastActiveAt: times.lastActiveAt.toISOString(),
  };
}

/** A subscription in the audit log, with its user. */
export function snapshotSubscription(subscription: SubscriptionRow): PushSubscription & { userId: string } {
  return { ...presentSubscription(subscription), userId: subscription.userId };
}
