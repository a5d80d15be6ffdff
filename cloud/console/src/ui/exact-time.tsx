import { locales } from "../language/language.ts";
import { useZone } from "./zone.ts";

/** A time with its date, for what is read later or on paper. */
export function ExactTime({ at }: { at: string }) {
  const timeZone = useZone();
  return (
    <time dateTime={at}>
      {new Date(at).toLocaleString(locales(), { dateStyle: "medium", timeStyle: "medium", timeZone })}
    </time>
  );
}
