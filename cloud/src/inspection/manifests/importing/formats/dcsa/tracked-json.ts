import type { NotUnderstood } from "@container-inspection/shared-schemas/manifests";

/** A JSON object that knows which of its values were read, so that the others can be named. */
export type TrackedObject = {
  path: string;
  /** Returns a value as it is, and marks all of it as read. */
  take: (name: string) => unknown;
  /** Returns a text, a number or a boolean as text; empty for anything else, which stays unread. */
  text: (name: string) => string;
  /** Returns an object to read further; undefined for anything else. */
  inner: (name: string) => TrackedObject | undefined;
  /** Returns the objects of a list to read further. */
  list: (name: string) => TrackedObject[];
  /** Returns the texts of a list. */
  texts: (name: string) => string[];
  /** Values that nothing has read, with their paths. */
  rest: () => NotUnderstood[];
};

type Value = Record<string, unknown>;

export const isObject = (value: unknown): value is Value =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

/** Opens an object at a path such as `consignmentItems.0`; the path is empty for a whole document. */
export function track(value: Value, path = ""): TrackedObject {
  const read = new Set<string>();
  const inside = new Map<string, TrackedObject[]>();
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const open = (name: string, found: readonly unknown[], isList: boolean) => {
    const known = inside.get(name);
    if (known) return known;
    const opened = found.map((one, index) =>
      track(isObject(one) ? one : {}, isList ? `${at(name)}.${index}` : at(name)),
    );
    inside.set(name, opened);
    return opened;
  };
  return {
    path,
    take(name) {
      read.add(name);
      return value[name];
    },
    text(name) {
      const found = value[name];
      if (!isScalar(found)) return "";
      read.add(name);
      return String(found).trim();
    },
    inner(name) {
      const found = value[name];
      return isObject(found) ? open(name, [found], false)[0] : undefined;
    },
    list(name) {
      const found = value[name];
      return Array.isArray(found) && found.every(isObject) ? open(name, found, true) : [];
    },
    texts(name) {
      const found = [value[name]].flat();
      if (value[name] === undefined || !found.every(isScalar)) return [];
      read.add(name);
      return found.map((one) => String(one).trim()).filter((one) => one !== "");
    },
    rest() {
      const own = Object.keys(value).filter((name) => !read.has(name) && !inside.has(name));
      return [
        ...own.flatMap((name) => leavesOf(value[name], at(name))),
        ...[...inside.values()].flat().flatMap((one) => one.rest()),
      ];
    },
  };
}

const NO_FIELD = "A manifest has no field for this value.";

/** The filled values below a path. */
function leavesOf(value: unknown, path: string): NotUnderstood[] {
  if (value === null || value === undefined || value === "") return [];
  if (isScalar(value)) return [{ path, text: String(value), message: NO_FIELD }];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, `${path}.${name}`));
}
