import { defineWorker, type WorkerDefinition } from "../../platform/jobs/define-worker.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import type { Needs } from "../parts.ts";
import type { Outcome } from "./delivery-rules.ts";
import type { DeliveryRow } from "./delivery-store.ts";
import { type Channel, settleAttempt } from "./settle-attempt.ts";

/** One attempt of a delivery, as it waits in the queue of jobs. */
type QueuedAttempt = {
  deliveryId: string;
  /** 1 for the first. A job whose attempt has been recorded does nothing. */
  attempt: number;
  /** Attempts before an administrator's retry, after which the back-off starts again. */
  earlier: number;
};

/** A channel whose attempts wait as jobs, one job for each. */
export type JobChannel<Data extends object, Row extends DeliveryRow, Parts> = Channel<Row> & {
  kind: JobKind<Data>;
  dataOf: (attempt: QueuedAttempt) => Data;
  attemptOf: (data: Data) => QueuedAttempt;
  /** Makes one attempt; undefined when it has recorded the end of the delivery itself. */
  attempt: (parts: Parts, delivery: Row, signal: AbortSignal) => Promise<Outcome | undefined>;
};

type QueueParts = Needs<"db" | "jobs" | "logger" | "nowMs" | "random">;

/**
 * Attempts the deliveries of a channel. Each further attempt is a new job, since the receiver may ask for a wait; the
 * queue's own retries are for a lost database and a stop. Deliveries without a remaining job fail, by the worker's
 * `abandoned`.
 */
export function defineDeliveryWorker<Data extends object, Row extends DeliveryRow, Parts>(
  channel: JobChannel<Data, Row, Parts>,
): WorkerDefinition<Parts & QueueParts> {
  const { store, kind, attemptOf } = channel;
  return defineWorker<Data, Parts & QueueParts>(
    kind,
    (parts) =>
      async (data, { signal }) =>
        attemptDelivery(parts, channel, attemptOf(data), signal),
    {
      find: async (...args) => store.findAbandoned(...args),
      lock: async (tx, id) => (await store.lock(tx, id))?.status === "pending",
      fail: async (tx, parts, { id, reason }) => {
        const delivery = await store.find(tx, id);
        if (delivery) await settleAttempt(parts, tx, channel, { delivery, outcome: { kind: "refused", reason } });
      },
    },
  );
}

async function attemptDelivery<Data extends object, Row extends DeliveryRow, Parts>(
  parts: Parts & QueueParts,
  channel: JobChannel<Data, Row, Parts>,
  { deliveryId, attempt, earlier }: QueuedAttempt,
  signal: AbortSignal,
): Promise<void> {
  const { db, jobs, nowMs } = parts;
  const delivery = await channel.store.find(db, deliveryId);
  if (delivery?.status !== "pending") return;
  const next = delivery.attempts + 1;
  if (attempt !== next) return;
  const outcome = await channel.attempt(parts, delivery, signal);
  if (!outcome) return;
  // The queue gives the job to another process, and the delivery keeps its attempt. What has arrived is recorded.
  if (signal.aborted && outcome.kind === "later") throw new Error("the attempt was cut off by a stop");
  await db.transaction(async (tx) => {
    const settled = await settleAttempt(parts, tx, channel, { delivery, outcome, earlier });
    if (!settled?.nextAt) return;
    const delaySeconds = Math.ceil((settled.nextAt.getTime() - nowMs()) / 1_000);
    const data = channel.dataOf({ deliveryId, attempt: next + 1, earlier });
    await jobs.enqueue(tx, channel.kind, data, { delaySeconds });
  });
}
