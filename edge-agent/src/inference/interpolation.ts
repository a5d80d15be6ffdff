/** The value between `a` (share 0) and `b` (share 1). */
export function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
