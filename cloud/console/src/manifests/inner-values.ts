/** An object inside a manifest. */
export type Inner = Record<string, unknown>;

export const isInner = (value: unknown): value is Inner =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value that is no object, as text. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/**
 * The values inside of a value by their paths, such as `address.city`; an empty path for a value that is none of these.
 * Lists are numbered from 1 on. What holds nothing is left out.
 */
export function valuesIn(value: unknown, path = ""): [path: string, text: string][] {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value !== "object") return [[path, textOf(value)]];
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [String(index + 1), item])
    : Object.entries(value);
  return entries.flatMap(([name, inner]) => valuesIn(inner, path === "" ? name : `${path}.${name}`));
}

/**
 * The text at a path; empty where there is none. A number in place of an amount, such as `gross: 12000`, is its
 * `value`.
 */
export function textAt(value: unknown, path: string): string {
  const [name = "", ...rest] = path.split(".");
  const inner: unknown = isInner(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  if (rest.length > 0 && isInner(inner)) return textAt(inner, rest.join("."));
  if (rest.length > 0 && rest.join(".") !== "value") return "";
  return typeof inner === "string" || typeof inner === "number" || typeof inner === "boolean" ? String(inner) : "";
}

/** A copy of an object with a value at a path; undefined removes it, and the objects that are empty without it. */
export function withValue(object: Inner, path: string, value: string | number | undefined): Inner {
  const [name = "", ...rest] = path.split(".");
  const { [name]: before, ...others } = object;
  const after = rest.length === 0 ? value : withValue(isInner(before) ? before : {}, rest.join("."), value);
  const isEmpty = after === undefined || (isInner(after) && Object.keys(after).length === 0);
  if (isEmpty) return others;
  // In its place, so that the order of the others stays.
  return name in object ? { ...object, [name]: after } : { ...others, [name]: after };
}
