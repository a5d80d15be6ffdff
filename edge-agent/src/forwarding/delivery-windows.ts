/** A time of each day, in minutes since midnight of the local time; one whose end comes first goes over midnight. */
export type DeliveryWindow = { startMinute: number; endMinute: number };

const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;

/**
 * Returns the time in ms until records may be delivered; 0 when they may be now, as always without windows. A change of
 * the clock between now and then, as in a night of March, moves it by an hour: it must be called again.
 */
export function msUntilOpen(windows: readonly DeliveryWindow[], nowMs: number): number {
  if (windows.length === 0) return 0;
  const now = new Date(nowMs);
  const minute = now.getHours() * 60 + now.getMinutes() + now.getSeconds() / 60;
  const after = (from: number, to: number) => (to - from + DAY_MINUTES) % DAY_MINUTES;
  const isOpen = windows.some(
    ({ startMinute, endMinute }) => after(startMinute, minute) < after(startMinute, endMinute),
  );
  if (isOpen) return 0;
  return Math.min(...windows.map(({ startMinute }) => after(minute, startMinute))) * MINUTE_MS;
}

/** Reads a window such as `22:00-06:00`. */
export function parseWindow(text: string): DeliveryWindow {
  const [startHour = 0, startMinute = 0, endHour = 0, endMinute = 0] = text.split(/[:-]/).map(Number);
  return { startMinute: startHour * 60 + startMinute, endMinute: endHour * 60 + endMinute };
}
