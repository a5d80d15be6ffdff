/** Rounds to a whole number, halves to the even one, as Python's `round` and C's `rint` do. */
export function roundHalfEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}
