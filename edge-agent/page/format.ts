/** A duration in the unit that suits it: 4.2 s, 15 min, 3 h. */
export function formatDuration(ms: number) {
  const seconds = Math.max(0, ms / 1_000);
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** A size in the unit that suits it: 512 bytes, 4.2 MB. */
export function formatBytes(bytes: number) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** A share from 0 to 1 in percent. */
export const formatPercent = (share: number) => `${Math.round(share * 100)} %`;

/** The local time of day at `atMs`, in milliseconds since the Unix epoch. */
export const formatTime = (atMs: number) =>
  new Date(atMs).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Eight colours that stay apart from each other on wood, steel and shadow. */
const COLOURS = ["#e0a458", "#5aa9e6", "#ff7a55", "#8fcf4a", "#c79bea", "#3ec1b0", "#f2d043", "#f285b5"];
const KNOWN = ["carton", "pallet", "drum", "sack", "crate", "roll", "machinery", "vehicle"];

/** One colour per class name. */
export function classColour(className: string) {
  const known = KNOWN.indexOf(className);
  const place =
    known >= 0 ? known : Array.from(className).reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7);
  return COLOURS[place % COLOURS.length] ?? "#3ec1b0";
}
