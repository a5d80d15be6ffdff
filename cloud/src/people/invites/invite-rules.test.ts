import { expect, test } from "vitest";
import { inviteStatusAt } from "./invite-rules.ts";

const now = new Date(10_000);

test.each([
  ["open", { acceptedAt: null, revokedAt: null, expiresAt: new Date(10_001) }],
  ["expired", { acceptedAt: null, revokedAt: null, expiresAt: now }],
  ["revoked", { acceptedAt: null, revokedAt: now, expiresAt: now }],
  ["accepted", { acceptedAt: now, revokedAt: now, expiresAt: now }],
])("an invite is %s", (expected, invite) => {
  expect(inviteStatusAt(invite, now)).toBe(expected);
});
