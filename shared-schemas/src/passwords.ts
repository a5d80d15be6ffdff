import { commonPasswords, commonWords } from "./common-passwords.ts";
import { text } from "./primitives.ts";

const MIN_LENGTH = 12;

/** A password to be set: 12 characters or more, of any kind, but not one of those that everybody tries first. */
export const newPassword = text(1_000)
  .min(MIN_LENGTH, { message: `must have ${MIN_LENGTH} characters or more` })
  .refine((password) => !isCommonPassword(password), {
    message:
      "is one of the passwords that are tried first: choose another, such as four words that do not belong together",
  });

/** True for a common password, for a common word lengthened with figures and signs, and for a few signs said over and over. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const word = lower.replace(/[^a-z]+$/, "").replace(/^[^a-z]+/, "");
  return commonPasswords.has(lower) || commonWords.has(word) || /^(.{1,4})\1+.{0,3}$/u.test(lower);
}
