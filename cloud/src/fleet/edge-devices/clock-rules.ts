import { CLOCK_OFF_MS } from "@container-inspection/shared-schemas";

/** A clock is right again within this; a value near the limit does not flap. */
const RIGHT_MS = CLOCK_OFF_MS / 2;

/** Whether a clock counts as off, given whether it did before. */
export const isClockOff = (skewMs: number, { wasOff }: { wasOff: boolean }): boolean =>
  Math.abs(skewMs) > (wasOff ? RIGHT_MS : CLOCK_OFF_MS);
