const UNITS_MS: Record<string, number> = { s: 1_000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `15min`, `2h`, `1d` before now, or a time of ISO 8601; null for anything else. */
export function parseSince(text: string, nowMs: number): number | null {
  const [, count, unit = ""] = /^(\d+)\s*(s|min|m|h|d)$/.exec(text.trim()) ?? [];
  if (count !== undefined) return nowMs - Number(count) * (UNITS_MS[unit] ?? 0);
  const atMs = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}
