/** 5,400,000 → "1 h 30 min". */
export function durationOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** -86,400,032 → "24 h behind". */
export const describeSkew = (skewMs: number): string =>
  `${durationOf(Math.abs(skewMs))} ${skewMs < 0 ? "behind" : "ahead"}`;
