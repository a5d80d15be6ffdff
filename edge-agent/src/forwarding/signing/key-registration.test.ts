import { expect, test } from "vitest";
import { createTestLogger } from "../../outbox/testing/captures.ts";
import { createKeyRegistration } from "./key-registration.ts";

test("the state of the key follows the cloud's reports, and each change is logged once", () => {
  const logger = createTestLogger();
  const registration = createKeyRegistration("own", logger);
  const stateAfter = (registered: string | null | undefined) => {
    registration.note(registered);
    return registration.status().state;
  };
  expect(registration.status()).toEqual({ fingerprint: "own", state: "unknown", problem: null, fix: null });
  expect([undefined, null, null, undefined, "own", "own", "other"].map(stateAfter)).toEqual([
    "unknown",
    "unregistered",
    "unregistered",
    "unregistered",
    "registered",
    "registered",
    "another",
  ]);
  expect(logger.lines.map((line) => line.split(" {")[0])).toEqual([
    "warn the cloud has not registered the signing key of this device",
    "info the cloud has registered the signing key of this device",
    "warn the cloud has not registered the signing key of this device",
  ]);
});

test("a key that is registered from the start is not logged; one that cannot be used stays unusable", () => {
  const logger = createTestLogger();
  createKeyRegistration("own", logger).note("own");
  const unusable = createKeyRegistration(null, logger);
  unusable.note("own");
  expect([unusable.status().state, logger.lines]).toEqual(["unusable", []]);
});
