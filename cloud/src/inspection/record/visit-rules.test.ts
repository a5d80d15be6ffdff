import { describe, expect, test } from "vitest";
import {
  chooseVisit,
  findContinuation,
  isCurrentFor,
  isOver,
  placeVisit,
  staysUntilCleared,
  stricterStatus,
  type VisitSpan,
} from "./visit-rules.ts";

const HOUR_MS = 3_600_000;
const GAP_MS = 72 * HOUR_MS;
const hour = (hours: number) => new Date(hours * HOUR_MS);
const span = (id: string, from: number, to: number | null, more: Partial<VisitSpan> = {}): VisitSpan => ({
  id,
  openedBy: "edge",
  openedAt: hour(from),
  lastWriteAt: to === null ? null : hour(to),
  closedAt: null,
  ...more,
});

const [first, second, third] = [span("first", 0, 10), span("second", 200, 210), span("third", 400, 410)];
const three = [first, second, third];

describe("the visit of a record", () => {
  test.each<[string, number, string]>([
    ["in an older visit", 5, "first"],
    ["as that one ended", 10, "first"],
    ["the gap after an older one ended", 82, "first"],
    ["an hour more than the gap after, and far before the next", 83, "missed"],
    ["an hour more than the gap before the next", 127, "missed"],
    ["the gap before the next began", 128, "second"],
    ["the gap before the first of all", -72, "first"],
    ["long before the first of all", -73, "missed"],
    ["in the current one", 405, "third"],
    ["the gap after its last record", 482, "third"],
    ["an hour more than that", 483, "next"],
  ])("that was taken %s", (_when, at, expected) => {
    const choice = chooseVisit(hour(at), three, { id: "third", status: "SCANNED" }, GAP_MS);
    expect(choice.kind === "known" ? choice.visit.id : choice.kind).toBe(expected);
  });

  test.each(["ESCALATED", "HELD", "INSPECT"] as const)("of a container that is %s is the current one", (status) => {
    expect(chooseVisit(hour(5_000), three, { id: "third", status }, GAP_MS)).toEqual({ kind: "known", visit: third });
  });

  test.each(["REGISTERED", "SCANNED", "CLEARED"] as const)("of a container that is %s ends with the gap", (status) => {
    expect(isOver(third, status, hour(482), GAP_MS)).toBe(false);
    expect(isOver(third, status, hour(483), GAP_MS)).toBe(true);
  });

  test("is the one that waits for its first record, however late; of whatever time, if it is the only one", () => {
    const waiting = span("waiting", 500, null);
    const current = { id: "waiting", status: "REGISTERED" as const };
    expect(chooseVisit(hour(9_000), [third, waiting], current, GAP_MS)).toMatchObject({ visit: waiting });
    expect(chooseVisit(hour(-9_000), [waiting], current, GAP_MS)).toMatchObject({ visit: waiting });
    expect(chooseVisit(hour(-9_000), [third, waiting], current, GAP_MS)).toEqual({ kind: "missed" });
  });

  test("is the older one for a record that was taken before a person began the next", () => {
    const opened = span("opened", 420, null, { openedBy: "user" });
    const current = { id: "opened", status: "REGISTERED" as const };
    expect(chooseVisit(hour(419), [third, opened], current, GAP_MS)).toMatchObject({ visit: third });
    expect(chooseVisit(hour(420), [third, opened], current, GAP_MS)).toMatchObject({ visit: opened });
  });
});

describe("a record that no visit is near to", () => {
  const chosen = (at: number, visits: VisitSpan[], id: string) =>
    chooseVisit(hour(at), visits, { id, status: "SCANNED" }, GAP_MS).kind;

  test("was on a visit that was missed: also of the only one, when that has records, and before one that waits", () => {
    expect(chosen(-9_000, [third], "third")).toBe("missed");
    expect(chosen(9_000, [third], "another")).toBe("missed");
    expect(chosen(600, [third, span("waiting", 800, null)], "waiting")).toBe("missed");
  });
});

test("a record is of the current visit from its beginning until the gap after its last record", () => {
  const isCurrent = (at: number) => isCurrentFor(third, "SCANNED", hour(at), GAP_MS);
  expect([399, 400, 482, 483].map(isCurrent)).toEqual([false, true, true, false]);
  expect(isCurrentFor(third, "HELD", hour(483), GAP_MS)).toBe(true);
});

test("the stricter of two statuses wins", () => {
  const weights = ["REGISTERED", "SCANNED", "CLEARED", "INSPECT", "ESCALATED", "HELD"] as const;
  for (const [index, stricter] of weights.entries()) {
    for (const other of weights.slice(0, index + 1)) {
      expect(stricterStatus(stricter, other)).toBe(stricter);
      expect(stricterStatus(other, stricter)).toBe(stricter);
    }
  }
});

test("a container stays until it is cleared while a decision is due, or it is held", () => {
  const all = ["REGISTERED", "SCANNED", "CLEARED", "INSPECT", "ESCALATED", "HELD"] as const;
  expect(all.filter(staysUntilCleared)).toEqual(["INSPECT", "ESCALATED", "HELD"]);
});

describe("a visit continues in the next one", () => {
  const later = span("later", 150, 160);
  test.each<[string, VisitSpan, VisitSpan, boolean]>([
    ["when a late record closed the gap", span("earlier", 0, 80), later, true],
    ["but not while the gap is open", span("earlier", 0, 77), later, false],
    ["but not when it was decided about", span("earlier", 0, 80, { closedAt: hour(90) }), later, false],
    ["but not when a person began the next", span("earlier", 0, 80), { ...later, openedBy: "user" }, false],
  ])("%s", (_when, earlier, next, joins) =>
    expect(findContinuation(earlier, [earlier, next], GAP_MS)).toEqual(joins ? next : undefined),
  );

  test("in the one after it, where others came before", () => {
    const earlier = span("earlier", 0, 80);
    expect(findContinuation(earlier, [span("first", -500, -400), earlier, later], GAP_MS)).toEqual(later);
  });
});

describe("a visit of a container that is merged into this one", () => {
  const scannedAt = { status: "SCANNED", manifestId: null } as const;
  const held = { status: "HELD", manifestId: null } as const;
  const current = { id: "third", status: "SCANNED" } as const;
  test.each<[string, Parameters<typeof placeVisit>[0], string]>([
    ["joins the one that its first record is of", { ...span("own", 205, 600), ...scannedAt }, "second"],
    ["is one of its own between two", { ...span("own", 100, 110), ...scannedAt }, "missed"],
    ["is the next one", { ...span("own", 600, 610), ...scannedAt }, "next"],
    ["joins the current one while it is held, however old", { ...span("own", 100, 110), ...held }, "current"],
    ["is the next one, held too", { ...span("own", 600, 610), ...held }, "next"],
    ["is none without a record", { ...span("own", 600, null), ...scannedAt }, "current"],
    [
      "joins the current one while it is held, though an older one was on",
      { ...span("own", 205, 210), ...held },
      "current",
    ],
    ["is of the current one's time without a record", { ...span("own", 405, null), ...scannedAt }, "third"],
    ["is of the current one's time while it is held", { ...span("own", 405, 406), ...held }, "third"],
    ["is one with a manifest alone", { ...span("own", 600, null), ...scannedAt, manifestId: "m" }, "next"],
  ])("%s", (_when, moved, expected) => {
    const place = placeVisit(moved, three, current, GAP_MS);
    expect(place.kind === "known" ? place.visit.id : place.kind).toBe(expected);
  });
});
