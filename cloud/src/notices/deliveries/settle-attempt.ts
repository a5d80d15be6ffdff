import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { type BackOff, nextAttemptAt, type Outcome } from "./delivery-rules.ts";
import type { DeliveryRow, DeliveryStore } from "./delivery-store.ts";

/** One way to reach recipients: mail, push or webhooks. */
export type Channel<Row extends DeliveryRow> = {
  store: DeliveryStore<Row>;
  backOff: BackOff;
  /** Logged when a delivery fails permanently. */
  failure: string;
  /** Names the recipient in that log line, without secrets. */
  logged?: (delivery: Row) => object;
  /**
   * Returns the values of the channel's own columns after an attempt that delivered, at `deliveredAt`, or failed.
   */
  columns: (settled: { deliveredAt: Date | null; nextAttemptAt: Date | null }) => Partial<Row>;
};

/** Result of an attempt: the time of the next one, or undefined if none follows. */
export type Settled = { nextAt: Date | undefined };

/**
 * Records how an attempt of a delivery ended: delivered, dropped, failed, or pending with the time of the next attempt.
 * `earlier` are attempts that the back-off does not count; `change` is written as well. Undefined if another process
 * has recorded this attempt.
 */
export async function settleAttempt<Row extends DeliveryRow>(
  { logger, nowMs, random }: Needs<"logger" | "nowMs" | "random">,
  tx: DatabaseOrTransaction,
  channel: Channel<Row>,
  attempt: { delivery: Row; outcome: Outcome; earlier?: number; change?: Partial<Row> },
): Promise<Settled | undefined> {
  const { store, backOff, failure, logged, columns } = channel;
  const { delivery, outcome, earlier = 0, change } = attempt;
  const isDelivered = outcome.kind === "delivered";
  const failed = delivery.attempts + 1 - earlier;
  const nextAt =
    outcome.kind === "later"
      ? nextAttemptAt(backOff, { ...delivery, ...outcome, failed }, { nowMs: nowMs(), random: random() })
      : undefined;
  const ended = isDelivered ? store.delivered : outcome.kind === "dropped" ? "dropped" : "failed";
  const lastError = isDelivered ? null : outcome.reason;
  const own = columns({ deliveredAt: isDelivered ? new Date(nowMs()) : null, nextAttemptAt: nextAt ?? null });
  const status = nextAt ? "pending" : ended;
  if (!(await store.recordAttempt(tx, delivery, { ...change, ...own, status, lastError }))) return undefined;
  if (status === "failed") logger.error({ deliveryId: delivery.id, ...logged?.(delivery), why: lastError }, failure);
  return { nextAt };
}
