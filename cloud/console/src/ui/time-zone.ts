/** The time zone in which times are shown, with its offset at a time, by default now: "Europe/Berlin (GMT+1)". */
export function zoneName(at = new Date()): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" }).formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return `${timeZone} (${offset})`;
}
