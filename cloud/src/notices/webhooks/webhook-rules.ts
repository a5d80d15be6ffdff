import type { UpdateWebhookRequest } from "@container-inspection/shared-schemas";

const [SECOND, MINUTE, HOUR] = [1, 60, 3_600];
/** The waits after each failed try; the last try comes about a day after the first. */
const WAITS_SECONDS = [5 * SECOND, 1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR];
const LONGEST_WAIT_SECONDS = 24 * HOUR;
/** How much later a try may come by chance, so that many do not come at once. */
const JITTER = 0.1;

/** Without one delivery for so long, a webhook is disabled. */
const FAILING_DAYS = 5;

/**
 * Seconds until the next try, when `attempts` have failed; undefined when there is none. The receiver may ask for a longer wait, up to
 * a day. `random` is 0 to 1.
 */
export function nextWaitSeconds(
  attempts: number,
  askedSeconds: number | undefined,
  random: number,
): number | undefined {
  const own = WAITS_SECONDS[attempts - 1];
  if (own === undefined) return undefined;
  const asked = Math.min(askedSeconds ?? 0, LONGEST_WAIT_SECONDS);
  return Math.ceil(Math.max(own, asked) * (1 + JITTER * random));
}

/** True when nothing was delivered since `failingSince` for so long that nobody seems to be there any more. */
export function isGivenUp(failingSince: Date | null, nowMs: number): boolean {
  return failingSince !== null && nowMs - failingSince.getTime() > FAILING_DAYS * 86_400_000;
}

type Standing = {
  disabledAt: Date | null;
  disabledReason: "admin" | "gone" | "failing" | null;
  failingSince: Date | null;
};

/** Whether a webhook is on after an admin's change: enabling it forgets why it was disabled, and its failures. */
export function standingAfter(before: Standing, { enabled }: UpdateWebhookRequest, now: Date): Standing {
  const isEnabled = before.disabledAt === null;
  if (enabled === undefined || enabled === isEnabled) {
    const { disabledAt, disabledReason, failingSince } = before;
    return { disabledAt, disabledReason, failingSince };
  }
  if (enabled) return { disabledAt: null, disabledReason: null, failingSince: null };
  return { disabledAt: now, disabledReason: "admin", failingSince: before.failingSince };
}
