import type { Role } from "@container-inspection/shared-schemas/roles";

/** Replacement for an erased person's address and name; follows from the account's id alone. */
export type Pseudonym = { email: string; name: string };

/** Returns the pseudonym of an account. No mail can be sent to it: the domain `invalid` has no mail server. */
export function pseudonymOf(accountId: string): Pseudonym {
  // The second half of an id is its random one.
  const shortId = accountId.slice(12);
  return { email: `erased-${shortId}@erased.invalid`, name: `Erased user ${shortId}` };
}

/** Facts that decide if an account may be erased. */
export type ErasureCandidate = { email: string; role: Role; isService: boolean; disabledAt: Date | null };

/** Returns why an account cannot be erased, with what to do; undefined for one that can. */
export function whyNotErasable(
  { email, role, isService, disabledAt }: ErasureCandidate,
  { edgeDefaultUserEmail, hasOtherAdmin }: { edgeDefaultUserEmail: string; hasOtherAdmin: boolean },
): string | undefined {
  if (isService) return `${email} is a service account, not a person. An admin ends its tokens and disables it.`;
  if (email === edgeDefaultUserEmail)
    return `${email} is the account of edge devices, not a person. EDGE_DEFAULT_USER_EMAIL names another one.`;
  if (role === "admin" && !hasOtherAdmin)
    return `${email} is the last administrator. Create another one first: create-admin EMAIL`;
  if (disabledAt === null)
    return `${email} is still enabled. Disable the account first, on the page "Users" of the console, then run this again.`;
  return undefined;
}

/**
 * The names to replace everywhere in a text. A single word could be any word, and a name that another account has
 * could be the other person's: these are replaced in the account's own entries only.
 */
export function namesToReplace(names: readonly string[], othersNames: readonly string[]): string[] {
  const others = new Set(othersNames.map((name) => name.toLowerCase()));
  return names.filter((name) => /\S\s+\S/.test(name) && !others.has(name.toLowerCase()));
}
