import { isObject } from "./is-object.ts";

/** A count that is a number or plain digits, alone or as `{ value }`, from 0 to 1e9. */
export function readAmount(value: unknown): number | undefined {
  const plain = valueOf(value, "value") ?? value;
  const amount = typeof plain === "string" && /^\d{1,10}(?:\.\d{1,6})?$/.test(plain.trim()) ? Number(plain) : plain;
  return typeof amount === "number" && amount >= 0 && amount <= 1e9 ? amount : undefined;
}

/** The unit that a line states for its quantity, in capitals. */
export function readUnit(raw: Readonly<Record<string, unknown>>): string | undefined {
  const { quantity, quantityUnit, unit, unitCode } = raw;
  const stated = [valueOf(quantity, "unit"), quantityUnit, unit, unitCode].find((value) => typeof value === "string");
  const code = typeof stated === "string" ? stated.trim().toUpperCase().replace(/\.$/, "") : "";
  return code === "" ? undefined : code;
}

const valueOf = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);
