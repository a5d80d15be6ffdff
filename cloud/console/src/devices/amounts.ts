import { fixed } from "../ui/format.ts";
const BYTE_UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** 12345678 → "12.3 MB". */
export function bytesOf(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : fixed(value, 1)} ${BYTE_UNITS[power]}`;
}

/** A length of time in its two largest units: 12345 → "3 h 26 min". */
export function durationOf(seconds: number): string {
  const units: [string, number][] = [
    ["d", Math.floor(seconds / 86_400)],
    ["h", Math.floor(seconds / 3_600) % 24],
    ["min", Math.floor(seconds / 60) % 60],
    ["s", Math.floor(seconds) % 60],
  ];
  const first = units.findIndex(([, count]) => count > 0);
  if (first < 0) return "0 s";
  const shown = units.slice(first, first + 2).filter(([, count]) => count > 0);
  return shown.map(([unit, count]) => `${count} ${unit}`).join(" ");
}
