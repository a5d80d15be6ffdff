import type { LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import { expect, test } from "vitest";
import { isLater, maySeeEvent } from "./event-rules.ts";

test("events are in the order of their transactions, then of their ids, as numbers", () => {
  const place = (xid: string, id: string) => ({ xid, id });
  expect(isLater(place("10", "1"), place("9", "2"))).toBe(true);
  expect(isLater(place("9", "2"), place("10", "1"))).toBe(false);
  expect(isLater(place("9", "10"), place("9", "9"))).toBe(true);
  expect(isLater(place("9", "9"), place("9", "10"))).toBe(false);
  expect(isLater(place("9", "9"), place("9", "9"))).toBe(false);
});

const OWNERS: LiveEventKind[] = [
  "container.created",
  "container.updated",
  "container.deleted",
  "scan.recorded",
  "scan.finished",
];
const SUPERVISORS: LiveEventKind[] = [
  "escalation.raised",
  "escalation.claimed",
  "escalation.released",
  "escalation.resolved",
  "escalation.viewers-changed",
  "camera.faulty",
  "camera.recovered",
  "chain.broken",
  "chain.restored",
  "device.silent",
  "device.back",
];

/** Kinds of events whose subject every user may read through routes. */
const ALL: LiveEventKind[] = ["camera.seen", "camera.drifted"];

test.each([...OWNERS, ...SUPERVISORS, ...ALL])("%s is seen by those whom it is for", (kind) => {
  const container = { ownerId: "me" };
  const sees = (userId: string, role: "operator" | "supervisor" | "admin", of: { ownerId: string } | null) =>
    maySeeEvent({ userId, role }, { kind, container: of });
  expect(sees("other", "supervisor", container)).toBe(true);
  expect(sees("other", "admin", null)).toBe(true);
  expect(sees("me", "operator", container)).toBe(!SUPERVISORS.includes(kind));
  expect(sees("other", "operator", container)).toBe(ALL.includes(kind));
  expect(sees("me", "operator", null)).toBe(ALL.includes(kind));
});
