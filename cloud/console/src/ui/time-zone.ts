/** The time zone in which times are shown, with its present offset: "Europe/Berlin (GMT+1)". */
export function zoneName(now = new Date()): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" }).formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return `${timeZone} (${offset})`;
}
