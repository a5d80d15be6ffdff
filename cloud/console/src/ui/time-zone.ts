/** The time zone in which times are shown, with its offset at a time, by default now: "Europe/Berlin (GMT+1)". */
export function zoneName(at = new Date(), zone?: string): string {
  const { timeZone } = Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions();
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return `${timeZone} (${offset})`;
}
