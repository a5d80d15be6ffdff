import { commonPasswords, commonWords } from "./common-passwords.ts";
import { text } from "./primitives.ts";

const MIN_LENGTH = 12;

/** A new password: at least 12 characters of any kind, and not a common password. */
export const newPassword = text(1_000)
  .min(MIN_LENGTH, { message: `must have at least ${MIN_LENGTH} characters` })
  .refine((password) => !isCommonPassword(password), {
    message: "is a common password: choose another, such as four unrelated words",
  });

/** True for a common password, a common word with digits or punctuation around it, and a few characters repeated. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const word = lower.replace(/[^a-z]+$/, "").replace(/^[^a-z]+/, "");
  return commonPasswords.has(lower) || commonWords.has(word) || /^(.{1,4})\1+.{0,3}$/u.test(lower);
}
