import { formatNumber } from "../ui/format.ts";
/** A weight as its sender wrote it: a number of kilograms, or with its unit. */
export function weightOf(weights: Record<string, unknown> | null, name: string): string | undefined {
  const weight: unknown = weights?.[name];
  if (typeof weight === "number") return `${formatNumber(weight)} kg`;
  if (typeof weight !== "object" || weight === null) return undefined;
  const [value, unit]: unknown[] = ["value", "unit"].map((part) => Reflect.get(weight, part));
  return typeof value === "number" ? `${formatNumber(value)} ${typeof unit === "string" ? unit : "kg"}` : undefined;
}
