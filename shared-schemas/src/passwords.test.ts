import { expect, test } from "vitest";
import { newPassword } from "./passwords.ts";

test.each([
  "correct battery 7 staple",
  "ein langes Passwort",
  "Schiff-Kran-Möwe-Tau",
  "🚢🚢 harbour 🏗️ wind",
  "tr0ub4dor&3xyz",
])("takes %s", (password) => expect(newPassword.safeParse(password).success).toBe(true));

test.each([
  ["eleven characters", "elevenchars"],
  ["a list's entry in capitals", "1QAZ2WSX3EDC"],
  ["a common word and figures", "Password2026!"],
  ["a common word between signs", "**administrator**"],
  ["one character over and over", "aaaaaaaaaaaa"],
  ["a unit over and over", "abc1abc1abc1"],
  ["a NUL", "a long enough\0 password"],
])("refuses %s", (_what, password) => expect(newPassword.safeParse(password).success).toBe(false));
