const FRACTION = String.raw`(?:[.,](?<fraction>\d+))?`;
/** Both kinds of offset are common with both kinds of time. */
const OFFSET = String.raw`(?:[Zz]|(?<sign>[+-])(?<offsetHours>[01]\d|2[0-3])(?::?(?<offsetMinutes>[0-5]\d))?)?`;
const DATE = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`;
const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)${FRACTION})?`;
const BASIC_DATE = String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)`;
const BASIC_TIME = String.raw`(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)${FRACTION})?`;

const EXTENDED = new RegExp(`^${DATE}[Tt]${TIME}${OFFSET}$`);
const BASIC = new RegExp(`^${BASIC_DATE}[Tt]${BASIC_TIME}${OFFSET}$`);

/**
 * Reads a date and time of ISO 8601 in any usual form, to the millisecond: basic or extended, seconds or not, a point
 * or a comma before fractions, `Z`, an offset (`+02:00`, `+0200`, `+02`), or nothing, which means UTC. 24:00 and a leap
 * second are the next instant. Undefined for any other text, and for a time that does not exist or lies outside the
 * years 1 to 9999 of UTC.
 */
export function readIsoTime(sent: string): Date | undefined {
  const parts = (EXTENDED.exec(sent) ?? BASIC.exec(sent))?.groups;
  if (!parts) return undefined;
  const date = readDate(parts);
  const sinceMidnightMs = readTimeOfDayMs(parts);
  if (date === undefined || sinceMidnightMs === undefined) return undefined;
  date.setTime(date.getTime() + sinceMidnightMs);
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9_999 ? date : undefined;
}

type Parts = Record<string, string | undefined>;

const numberOf = (parts: Parts, name: string): number => Number(parts[name] ?? 0);

/** The first instant of the day in UTC; undefined for a day that does not exist. */
function readDate(parts: Parts): Date | undefined {
  const [month, day] = [numberOf(parts, "month"), numberOf(parts, "day")];
  const date = new Date(0);
  date.setUTCFullYear(numberOf(parts, "year"), month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined;
}

/**
 * Returns the time from the first instant of the day to this time in UTC, in milliseconds; undefined for a time that
 * does not exist.
 */
function readTimeOfDayMs(parts: Parts): number | undefined {
  const [hour, minute, second] = [numberOf(parts, "hour"), numberOf(parts, "minute"), numberOf(parts, "second")];
  const milliseconds = Number((parts["fraction"] ?? "").slice(0, 3).padEnd(3, "0"));
  const isMidnightAtEnd = hour === 24 && minute === 0 && second === 0 && milliseconds === 0;
  if ((hour > 23 && !isMidnightAtEnd) || minute > 59 || second > 60) return undefined;

  const sign = parts["sign"] === "-" ? -1 : 1;
  const offsetMinutes = sign * (numberOf(parts, "offsetHours") * 60 + numberOf(parts, "offsetMinutes"));
  const secondsOfDay = (hour * 60 + minute - offsetMinutes) * 60 + second;
  // A leap second is the last one of a day of UTC.
  if (second === 60 && secondsOfDay % 86_400 !== 0) return undefined;
  return secondsOfDay * 1_000 + milliseconds;
}
