import { saveView } from "./saved-views-api.ts";

/** A filter of the queue under a name, as the address states it. */
type FormerView = { name: string; search: string };

const keyOf = (userId: string) => `views ${userId}`;

/** The views that a user saved while browsers kept them. */
export function readFormerViews(userId: string): FormerView[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(value) ? value.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Saves them with the account, but for names that it has already, and takes them off the browser once it has all. */
export async function moveFormerViews(userId: string, taken: readonly string[]): Promise<void> {
  for (const { name, search } of readFormerViews(userId)) if (!taken.includes(name)) await saveView({ name, search });
  localStorage.removeItem(keyOf(userId));
}

const isView = (value: unknown): value is FormerView =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "name") === "string" &&
  typeof Reflect.get(value, "search") === "string";
