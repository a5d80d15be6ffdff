/** Last user of this browser, to whom a page without a connection may be shown. */
export type LastUser = { id: string; email: string };

const KEY = "last-user";

/** Keeps who is signed in, for pages that open without a connection. */
export const rememberUser = ({ id, email }: LastUser): void =>
  localStorage.setItem(KEY, JSON.stringify({ id, email } satisfies LastUser));

/** Called on signing out: from then on, no page opens for this user without a sign-in. */
export const forgetUser = (): void => localStorage.removeItem(KEY);

/** Returns the remembered user; undefined after a sign-out. */
export function lastUser(): LastUser | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    const [id, email] = [Reflect.get(kept, "id"), Reflect.get(kept, "email")];
    return typeof id === "string" && typeof email === "string" ? { id, email } : undefined;
  } catch {
    return undefined;
  }
}
