import { expect, test } from "vitest";
import { createTestLogger } from "../outbox/testing/captures.ts";
import { createKeyRegistration } from "../forwarding/signing/key-registration.ts";
import { describeSigningKey } from "./describe-signing-key.ts";

/** The lines about a key `own` after the cloud has reported the registered one. */
function linesAfter(registered: string | null | undefined, own: string | null = "own") {
  const registration = createKeyRegistration(own, createTestLogger());
  registration.note(registered);
  return describeSigningKey(registration.status());
}

test("a registered key is stated, and a key of unknown state is not", () => {
  expect(linesAfter("own")).toEqual(["  the cloud has registered the signing key"]);
  expect(linesAfter(undefined)).toEqual([]);
});

test("a key that the cloud does not have, or that cannot be used, is shown in capitals with its fix", () => {
  expect([linesAfter(null), linesAfter("other"), linesAfter(undefined, null)]).toEqual([
    [expect.stringMatching(/^ {2}SIGNING KEY: .*no signing key of this device/), expect.stringContaining("join CODE")],
    [expect.stringMatching(/^ {2}SIGNING KEY: .*another key/), expect.stringContaining("restart the agent")],
    [expect.stringMatching(/^ {2}SIGNING KEY: .*not signed/), expect.stringContaining("edge-agent signing-key")],
  ]);
});
