import { expect, test } from "vitest";
import { hashPassword } from "./passwords.ts";

test("a password is hashed as OWASP recommends: argon2id with 19 MiB, two passes and a unique salt", async () => {
  const [one, other] = [await hashPassword("a long enough password"), await hashPassword("a long enough password")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
});
