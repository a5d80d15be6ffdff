import type { TrackedObject } from "./tracked-json.ts";

/** A value with its unit, as DCSA states weights, volumes and temperatures. */
export function readAmount(amount: TrackedObject | undefined): Record<string, unknown> | undefined {
  const [value, unit] = [amount?.take("value"), amount?.text("unit")];
  return value === undefined || value === null ? undefined : withoutEmpty({ value, unit });
}

/** Leaves out texts, lists and objects that are empty, and what is undefined. */
export const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      if (value === undefined || value === null || value === "") return false;
      return typeof value !== "object" || Object.keys(value).length > 0;
    }),
  );
