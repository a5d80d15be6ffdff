import { repeat } from "../../platform/concurrency/repeat.ts";
import { createDeliverWebhook, type WebhookParts } from "./deliver-webhook.ts";
import type { Needs } from "../parts.ts";
import { dispatchEvents } from "./dispatch-events.ts";
import { claimDueDeliveries, type WebhookDeliveryRow } from "./webhook-delivery-store.ts";

/** Attempts that one process makes for one webhook at once, so that a slow receiver does not delay the others. */
const PER_WEBHOOK = 4;
/** Longer than any attempt takes. */
const LEASE_MS = 60_000;

export type RunningWebhooks = {
  /** Starts no further attempts, and aborts those that still run after `drainMs`: another process makes them again. */
  stop: (drainMs: number) => Promise<void>;
};

/**
 * Creates deliveries for new events at once and every `intervalMs`, and attempts those that are due, also whenever an
 * attempt has ended. The table of deliveries is the queue, which all processes share: decision 0015 has the
 * measurements.
 */
export function runWebhooks(
  parts: WebhookParts & Needs<"webhookFormats">,
  { intervalMs = 1_000 } = {},
): RunningWebhooks {
  const stopping = new AbortController();
  const attempts = attemptDueDeliveries(parts);
  const dispatch = async () => {
    while (!stopping.signal.aborted && (await dispatchEvents(parts))) attempts.wake();
    attempts.wake();
  };
  const dispatching = repeat(intervalMs, dispatch, (error) =>
    parts.logger.warn({ err: error }, "webhook deliveries could not be created; retrying"),
  );
  return {
    async stop(drainMs) {
      stopping.abort();
      await Promise.all([dispatching.stop(), attempts.stop(drainMs)]);
    },
  };
}

/** Attempts the deliveries that are due, whenever it is woken or an attempt has ended. */
function attemptDueDeliveries(parts: WebhookParts): RunningWebhooks & { wake: () => void } {
  const { db, logger, nowMs } = parts;
  const deliver = createDeliverWebhook(parts);
  const underWay = new Map<string, Set<Promise<void>>>();
  const [stopping, cutOff] = [new AbortController(), new AbortController()];
  let isWanted = false;
  let claiming: Promise<void> | undefined;

  function start(delivery: WebhookDeliveryRow): void {
    const { webhookId, id } = delivery;
    const attempts = underWay.get(webhookId) ?? new Set();
    underWay.set(webhookId, attempts);
    const attempt = deliver(delivery, cutOff.signal)
      .catch((error: unknown) => {
        logger.warn({ err: error, deliveryId: id }, `webhook delivery failed; retrying in ${LEASE_MS / 1_000} s`);
      })
      .finally(() => {
        attempts.delete(attempt);
        if (attempts.size === 0) underWay.delete(webhookId);
        wake();
      });
    attempts.add(attempt);
  }

  async function claim(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      const now = new Date(nowMs());
      const room = new Map([...underWay].map(([webhookId, attempts]) => [webhookId, PER_WEBHOOK - attempts.size]));
      const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
      for (const due of await claimDueDeliveries(db, { now, leaseEndsAt, perWebhook: PER_WEBHOOK, room })) start(due);
    }
  }

  function wake(): void {
    isWanted = true;
    claiming ??= claim()
      .catch((error: unknown) => logger.warn({ err: error }, "due webhook deliveries could not be read; retrying"))
      .finally(() => {
        claiming = undefined;
        if (isWanted && !stopping.signal.aborted) wake();
      });
  }

  return {
    wake,
    async stop(drainMs) {
      stopping.abort();
      const cutting = setTimeout(() => cutOff.abort(), drainMs);
      await claiming;
      await Promise.all([...underWay.values()].flatMap((attempts) => [...attempts]));
      clearTimeout(cutting);
    },
  };
}
