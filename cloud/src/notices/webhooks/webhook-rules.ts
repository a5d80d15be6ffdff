import type { UpdateWebhookRequest } from "@container-inspection/shared-schemas/webhooks";
import type { BackOff } from "../deliveries/delivery-rules.ts";

const [MINUTE, HOUR] = [60, 3_600];
/** The last attempt comes about a day after the first. */
export const webhookBackOff: BackOff = {
  waitsSeconds: [5, 1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR],
};

/** Days without a successful delivery after which a webhook is disabled. */
const FAILING_DAYS = 5;

/** True if deliveries have failed since `failingSince`, longer than `FAILING_DAYS`: the receiver counts as lost. */
export function isGivenUp(failingSince: Date | null, nowMs: number): boolean {
  return failingSince !== null && nowMs - failingSince.getTime() > FAILING_DAYS * 86_400_000;
}

type Standing = {
  disabledAt: Date | null;
  disabledReason: "admin" | "gone" | "failing" | null;
  failingSince: Date | null;
};

/**
 * Returns the state of a webhook after an administrator's change; enabling it clears its failures and the reason why
 * it was disabled.
 */
export function standingAfter(before: Standing, { enabled }: UpdateWebhookRequest, now: Date): Standing {
  const isEnabled = before.disabledAt === null;
  if (enabled === undefined || enabled === isEnabled) {
    const { disabledAt, disabledReason, failingSince } = before;
    return { disabledAt, disabledReason, failingSince };
  }
  if (enabled) return { disabledAt: null, disabledReason: null, failingSince: null };
  return { disabledAt: now, disabledReason: "admin", failingSince: before.failingSince };
}
