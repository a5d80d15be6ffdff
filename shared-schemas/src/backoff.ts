/** Past this many failures every bound has long been reached; it keeps the power finite. */
const MAX_DOUBLINGS = 30;

/**
 * Returns the wait after the n-th failure in a row (n from 1), in the unit of its bounds: exponential backoff with full
 * jitter, uniform between 0 and a bound that doubles from `min` to `max`
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/). `random` is uniform in [0, 1); without
 * it, the wait lasts as long as its bound.
 */
export function backoff(failures: number, { min, max }: { min: number; max: number }, random = () => 1): number {
  return random() * Math.min(max, min * 2 ** Math.min(failures - 1, MAX_DOUBLINGS));
}
