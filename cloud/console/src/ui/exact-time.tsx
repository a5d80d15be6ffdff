import { useTimeFormat } from "./time-format.ts";

/** A time with its date, for text that is read later or on paper. */
export function ExactTime({ at }: { at: string }) {
  const format = useTimeFormat();
  return <time dateTime={at}>{format(at, { dateStyle: "medium", timeStyle: "medium" })}</time>;
}
