const TIME = /^(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d(?:\.\d+)?)([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?( BC)?$/;

/**
 * Reads a timestamptz as Postgres writes it, such as `2026-11-22 02:00:00.5+00`. Date itself takes the year 0001 of
 * this form for 2001, and does not take the offsets with seconds that sessions outside UTC show for old times.
 */
export function readTime(written: string): Date {
  const [, year, month, day, hour, minute, second, sign, ...rest] = TIME.exec(written) ?? [];
  if (year === undefined) throw new Error(`the database wrote a time that cannot be read: ${written}`);
  const [offsetHours = 0, offsetMinutes = 0, offsetSeconds = 0] = rest.slice(0, 3).map((part) => Number(part ?? 0));
  const isBeforeChrist = rest[3] !== undefined;
  const offsetMs = ((offsetHours * 60 + offsetMinutes) * 60 + offsetSeconds) * (sign === "-" ? -1_000 : 1_000);
  const moment = new Date(0);
  moment.setUTCFullYear(isBeforeChrist ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day));
  moment.setUTCHours(Number(hour), Number(minute), 0, Math.round(Number(second) * 1_000));
  return new Date(moment.getTime() - offsetMs);
}
