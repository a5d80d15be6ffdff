/**
 * True if a recorded value shows all that another one shows: the same fields everywhere, and an item wherever the
 * other one has an item of its own kind. Ids, times and absent values do not count.
 */
export function covers(earlier: unknown, now: unknown): boolean {
  if (now === null || earlier === null) return true;
  if (Array.isArray(now)) {
    if (!Array.isArray(earlier)) return false;
    return now.every((item) => earlier.some((one) => covers(one, item)));
  }
  if (typeof now !== "object") return typeof earlier === typeof now;
  if (typeof earlier !== "object" || earlier === null || Array.isArray(earlier)) return false;
  const [fields, wanted] = [new Map(Object.entries(earlier)), Object.entries(now)];
  return (
    fields.size === wanted.length &&
    wanted.every(([name, value]) => fields.has(name) && covers(fields.get(name), value))
  );
}
