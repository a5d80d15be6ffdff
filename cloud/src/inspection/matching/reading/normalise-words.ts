/** How much of a text is read, in UTF-16 units. */
export const MAX_READ = 500;

/** Lower-case words of letters and digits, one space apart, without a plural's s; empty for anything but text. */
export function normaliseWords(value: unknown): string {
  if (typeof value !== "string") return "";
  return value
    .slice(0, MAX_READ)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => (word.length > 3 ? word.replace(/(?:(?<=x|ss|sh|ch)es|(?<!s)s)$/, "") : word))
    .join(" ");
}
