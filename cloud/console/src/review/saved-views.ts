/** A filter of the queue under a name, as the address states it. */
type SavedView = { name: string; search: string };

const keyOf = (userId: string) => `views ${userId}`;

/** The views that a user saved in this browser, in the order of their names. */
export function readViews(userId: string): SavedView[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(value) ? value.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Saves a view in place of one of the same name; without a search, deletes it. Returns the views. */
export function writeView(userId: string, name: string, search: string | undefined): SavedView[] {
  const others = readViews(userId).filter((view) => view.name !== name);
  const views = search === undefined ? others : [...others, { name, search }];
  const sorted = views.toSorted((one, other) => one.name.localeCompare(other.name));
  localStorage.setItem(keyOf(userId), JSON.stringify(sorted));
  return sorted;
}

const isView = (value: unknown): value is SavedView =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "name") === "string" &&
  typeof Reflect.get(value, "search") === "string";
