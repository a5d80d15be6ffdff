import type { ForwarderStatus } from "../forwarding/forwarder.ts";
import type { OutboxStatus } from "../outbox/outbox.ts";

/** A backlog on its way to the cloud. */
export type DrainStatus = {
  delivered: number;
  waiting: number;
  /**
   * Seconds left at the present rates of delivery and capture; null while nothing is delivered, or less than is
   * captured.
   */
  secondsLeft: number | null;
};

/** Records that wait for longer than this are a backlog. */
const BACKLOG_MS = 30_000;

/** Returns the progress of delivering a backlog; null without a backlog. */
export function estimateDrain(
  outbox: Pick<OutboxStatus, "pending" | "pendingBytes" | "oldestAgeMs" | "intakeBytesPerHour">,
  { drain }: Pick<ForwarderStatus, "drain">,
): DrainStatus | null {
  if (drain === null || (outbox.oldestAgeMs ?? 0) < BACKLOG_MS) return null;
  const progress = { delivered: drain.delivered, waiting: outbox.pending };
  const gainPerSecond = (drain.bytesPerSecond ?? 0) - (outbox.intakeBytesPerHour ?? 0) / 3_600;
  return { ...progress, secondsLeft: gainPerSecond > 0 ? Math.ceil(outbox.pendingBytes / gainPerSecond) : null };
}
