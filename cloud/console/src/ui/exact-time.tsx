/** A time with its date, for what is read later or on paper. */
export const ExactTime = ({ at }: { at: string }) => (
  <time dateTime={at}>{new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" })}</time>
);
