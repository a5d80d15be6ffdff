import { CLOCK_OFF_MS } from "@container-inspection/shared-schemas/edge-devices";

/** A clock is right again within this; a value near the limit does not flap. */
const RIGHT_MS = CLOCK_OFF_MS / 2;

/** True for a clock that counts as off; one that did before must come nearer to be right again. */
export const isClockOff = (skewMs: number, { wasOff }: { wasOff: boolean }): boolean =>
  Math.abs(skewMs) > (wasOff ? RIGHT_MS : CLOCK_OFF_MS);
