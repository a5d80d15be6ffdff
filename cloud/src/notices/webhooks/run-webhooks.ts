import type { Needs } from "../parts.ts";
import { createDeliverWebhook } from "./deliver-webhook.ts";
import { dispatchEvents } from "./dispatch-events.ts";
import { claimDueDeliveries, type WebhookDeliveryRow } from "./webhook-delivery-store.ts";

/** Deliveries that one process makes to one webhook at once: a slow one holds up no other. */
const PER_WEBHOOK = 4;
/** Longer than any try takes. */
const LEASE_MS = 60_000;

export type RunningWebhooks = {
  /** Begins no more tries, and cuts off those that are still under way after `drainMs`: they are made again. */
  stop: (drainMs: number) => Promise<void>;
};

/**
 * Hands new events to webhooks and delivers what is due: now, every `intervalMs`, and what is due also whenever a
 * try has ended. The queue is the table of deliveries itself, and all processes share it. A failure is logged; the next round tries again.
 */
export function runWebhooks(
  parts: Needs<"settings" | "db" | "webhookHttp" | "logger" | "nowMs" | "newId">,
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
    const tries = underWay.get(webhookId) ?? new Set();
    underWay.set(webhookId, tries);
    const trying = deliver(delivery, cutOff.signal)
      .catch((error: unknown) => logger.warn({ err: error, deliveryId: id }, "a delivery is made again later"))
      .finally(() => {
        tries.delete(trying);
        if (tries.size === 0) underWay.delete(webhookId);
        wake();
      });
    tries.add(trying);
  }

  async function claim(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      const now = new Date(nowMs());
      const room = new Map([...underWay].map(([webhookId, tries]) => [webhookId, PER_WEBHOOK - tries.size]));
      const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
      for (const due of await claimDueDeliveries(db, { now, leaseEndsAt, perWebhook: PER_WEBHOOK, room })) start(due);
    }
  }

  function wake(): void {
    isWanted = true;
    claiming ??= claim()
      .catch((error: unknown) => logger.warn({ err: error }, "webhooks could not be served; trying again"))
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
      logger.warn({ err: error }, "webhooks could not be served; trying again");
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
      await Promise.all([...underWay.values()].flatMap((tries) => [...tries]));
      clearTimeout(cutting);
    },
  };
}
