import { createHash, timingSafeEqual } from "node:crypto";

/** True when both texts are equal, in a time that does not depend on where they differ. */
export function equalSecrets(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
