import { locales } from "../language/language.ts";
import { useZone } from "./zone.ts";

/** Writes a time in the language and the time zone of the user: the named parts of it, or date and time. */
export function useTimeFormat(): (at: string | number, parts?: Intl.DateTimeFormatOptions) => string {
  const timeZone = useZone();
  return (at, parts) => new Date(at).toLocaleString(locales(), { ...parts, timeZone });
}
