const PREFIX = "draft";
const keyOf = (userId: string, name: string) => `${PREFIX} ${userId} ${name}`;

/**
 * Returns the input of a user's form that is not sent yet, kept by the browser tab through reloads, outages and
 * sign-ins. Drafts belong to the user who wrote them. Passwords are never kept.
 */
export function readDraft(userId: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, name)) ?? "{}");
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}

/** Keeps the values; a form without any text needs no draft. */
export function writeDraft(userId: string, name: string, values: Record<string, unknown>): void {
  const isEmpty = Object.values(values).every((value) => value === undefined || value === null || value === "");
  try {
    if (isEmpty) clearDraft(userId, name);
    else sessionStorage.setItem(keyOf(userId, name), JSON.stringify(values));
  } catch {
    // The browser keeps nothing more here: the form works on, without a draft.
  }
}

export const clearDraft = (userId: string, name: string): void => sessionStorage.removeItem(keyOf(userId, name));

/** Returns true if a draft with this name is kept. */
export const hasDraft = (userId: string, name: string): boolean => sessionStorage.getItem(keyOf(userId, name)) !== null;
