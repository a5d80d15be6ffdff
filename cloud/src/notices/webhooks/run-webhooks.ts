import type { Needs } from "../parts.ts";
import { createDeliverWebhook } from "./deliver-webhook.ts";
import { dispatchEvents } from "./dispatch-events.ts";
import { claimDueDeliveries, type WebhookDeliveryRow } from "./webhook-delivery-store.ts";

/** Attempts that one process makes for one webhook at once, so that a slow receiver does not delay the others. */
const PER_WEBHOOK = 4;
/** Longer than any attempt takes. */
const LEASE_MS = 60_000;

const RETRYING = `webhook delivery failed; retrying in ${LEASE_MS / 1_000} s`;

export type RunningWebhooks = {
  /** Starts no further attempts, and aborts those that still run after `drainMs`: another process makes them again. */
  stop: (drainMs: number) => Promise<void>;
};

/**
 * Creates deliveries for new events, and attempts those that are due: at once, every `intervalMs`, and what is due also
 * whenever an attempt has ended. The table of deliveries is the queue, which all processes share: decision 0015 has the measurements.
 * A failure is logged and tried again in the next round.
 */
export function runWebhooks(
  parts: Needs<"settings" | "db" | "webhookHttp" | "logger" | "nowMs" | "newId" | "random">,
  { intervalMs = 1_000 } = {},
): RunningWebhooks {
  const { db, logger, nowMs } = parts;
  const deliver = createDeliverWebhook(parts);
  const underWay = new Map<string, Set<Promise<void>>>();
  const [stopping, cutOff] = [new AbortController(), new AbortController()];
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;
  let claiming: Promise<void> | undefined;

  function start(delivery: WebhookDeliveryRow): void {
    const { webhookId, id } = delivery;
    const attempts = underWay.get(webhookId) ?? new Set();
    underWay.set(webhookId, attempts);
    const attempt = deliver(delivery, cutOff.signal)
      .catch((error: unknown) => logger.warn({ err: error, deliveryId: id }, RETRYING))
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
      .catch((error: unknown) =>
        logger.warn({ err: error }, "webhook deliveries could not be read or created; retrying"),
      )
      .finally(() => {
        claiming = undefined;
        if (isWanted && !stopping.signal.aborted) wake();
      });
  }

  async function round(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await dispatchEvents(parts))) wake();
      wake();
    } catch (error) {
      logger.warn({ err: error }, "webhook deliveries could not be read or created; retrying");
    }
    if (!stopping.signal.aborted) timer = setTimeout(() => (running = round()), intervalMs);
  }

  let running = round();
  return {
    async stop(drainMs) {
      stopping.abort();
      clearTimeout(timer);
      const cutting = setTimeout(() => cutOff.abort(), drainMs);
      await Promise.all([running, claiming]);
      await Promise.all([...underWay.values()].flatMap((attempts) => [...attempts]));
      clearTimeout(cutting);
    },
  };
}
