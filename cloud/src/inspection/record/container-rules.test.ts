import type { ContainerStatus, LegalHold } from "@container-inspection/shared-schemas/containers";
import { expect, test } from "vitest";
import { isHeld, joinLegalHolds, maySeeContainer } from "./container-rules.ts";

const hold = (reason: string): LegalHold => ({
  reason,
  placedBy: { id: "u1", email: `${reason}@example.com` },
  placedAt: "2026-01-01T00:00:00.000Z",
});

test("operators see the containers they own, supervisors and admins all", () => {
  const container = { ownerId: "me" };
  expect(maySeeContainer({ userId: "me", role: "operator" }, container)).toBe(true);
  expect(maySeeContainer({ userId: "other", role: "operator" }, container)).toBe(false);
  expect(maySeeContainer({ userId: "other", role: "supervisor" }, container)).toBe(true);
  expect(maySeeContainer({ userId: "other", role: "admin" }, container)).toBe(true);
});

test.each<[ContainerStatus, LegalHold | null, unknown[], boolean]>([
  ["SCANNED", null, [], false],
  ["CLEARED", hold("court"), [], true],
  ["HELD", null, [], true],
  ["ESCALATED", null, [{}], true],
])("a container that is %s with legal hold %j and %j standing is held: %s", (status, legalHold, standing, expected) => {
  expect(isHeld({ status, legalHold }, standing)).toBe(expected);
});

test("of two legal holds none is lost when containers are merged", () => {
  const [court, customs] = [hold("court"), hold("customs")];
  const join = (target: LegalHold | null, merged: LegalHold | null) =>
    joinLegalHolds({ legalHold: target }, { containerNumber: "CSQU3054383", legalHold: merged });
  expect(join(null, null)).toBeNull();
  expect(join(court, null)).toEqual(court);
  expect(join(null, customs)).toEqual(customs);
  expect(join(court, customs)).toEqual({
    ...court,
    reason: "court (and as CSQU3054383, by customs@example.com at 2026-01-01T00:00:00.000Z: customs)",
  });
});
