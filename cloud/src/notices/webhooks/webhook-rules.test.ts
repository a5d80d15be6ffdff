import { expect, test } from "vitest";
import { createSigningSeal, createSigningSecret } from "./signing-secret.ts";
import { isGivenUp, standingAfter } from "./webhook-rules.ts";

test("a receiver is given up after five days without a delivery", () => {
  const nowMs = Date.UTC(2027, 0, 10);
  expect(isGivenUp(null, nowMs)).toBe(false);
  expect(isGivenUp(new Date(nowMs - 5 * 86_400_000), nowMs)).toBe(false);
  expect(isGivenUp(new Date(nowMs - 5 * 86_400_000 - 1), nowMs)).toBe(true);
});

test("a sealed secret opens only for its webhook and with its key", () => {
  const [seal, other] = [createSigningSeal("one secret of the service"), createSigningSeal("another one")];
  const secret = createSigningSecret();
  const sealed = seal.seal(secret, "w1");
  expect(sealed).not.toBe(seal.seal(secret, "w1"));
  expect(seal.open(sealed, "w1")).toBe(secret);
  for (const opened of [
    seal.open(sealed, "w2"),
    other.open(sealed, "w1"),
    seal.open("", "w1"),
    seal.open("AAAA", "w1"),
  ])
    expect(opened).toBeUndefined();
});

test("a webhook stays enabled or disabled unless an administrator changes it; enabling clears its failures", () => {
  const [now, before] = [new Date(2_000), new Date(1_000)];
  const on = { disabledAt: null, disabledReason: null, failingSince: before };
  const off = { disabledAt: before, disabledReason: "failing" as const, failingSince: before };
  const extra = { id: "w1" };
  expect(standingAfter({ ...on, ...extra }, {}, now)).toEqual(on);
  expect(standingAfter({ ...on, ...extra }, { enabled: true }, now)).toEqual(on);
  expect(standingAfter(off, {}, now)).toEqual(off);
  expect(standingAfter(off, { enabled: false }, now)).toEqual(off);
  expect(standingAfter(off, { enabled: true }, now)).toEqual({
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
  });
  expect(standingAfter(on, { enabled: false }, now)).toEqual({
    disabledAt: now,
    disabledReason: "admin",
    failingSince: before,
  });
});
