import { describe, expect, test } from "vitest";
import { createArrivalRoom } from "./arrival-room.ts";

/** Room for 10 bytes of bodies of at most 4, 8 announced per caller. */
const setUp = () => createArrivalRoom({ totalBytes: 10, shareBytes: 8, largestBytes: 4 });
/**
 * Returns the value of a promise, or "waits" if it has not resolved once everything that was ready has run.
 */
const outcomeOf = async (taken: boolean | Promise<boolean>) => {
  const later = new Promise<"waits">((resolve) => setImmediate(() => resolve("waits")));
  return Promise.race([taken, later]);
};

describe("room for bodies", () => {
  test("goes by what has arrived: bodies that were only announced take none from others", async () => {
    const room = setUp();
    for (const caller of ["a", "b", "c", "d"]) for (const bytes of [4, 4]) room.admit(caller, bytes);
    const seat = room.admit("e", 4)!;
    expect([seat.take(2), seat.take(2)]).toEqual([true, true]);
  });

  test("refuses only the caller who announces more than a share, until one of the caller's bodies has left", () => {
    const room = setUp();
    const [first] = [room.admit("a", 4), room.admit("a", 4)];
    expect(room.admit("a", 1)).toBeUndefined();
    expect(room.admit("b", 4)).toBeDefined();
    first!.leave();
    first!.leave();
    expect([room.admit("a", 4) === undefined, room.admit("a", 1)]).toEqual([false, undefined]);
  });

  test("rejects all callers once four times its capacity is announced", () => {
    const room = setUp();
    const seats = ["a", "b", "c", "d", "e"].flatMap((caller) => [room.admit(caller, 4), room.admit(caller, 4)]);
    expect(seats.every(Boolean)).toBe(true);
    expect(room.admit("f", 1)).toBeUndefined();
  });

  test("keeps senders waiting when it is full, but for the first, which there is always room for", async () => {
    const room = setUp();
    const [first, second, third] = [room.admit("a", 4)!, room.admit("b", 4)!, room.admit("c", 4)!];
    expect([first.take(1), second.take(3), third.take(2)]).toEqual([true, true, true]);
    const waiting = [second.take(1), third.take(2)];
    expect(await Promise.all(waiting.map(outcomeOf))).toEqual(["waits", "waits"]);
    expect(first.take(3)).toBe(true);
    // The second body is now the first in transit, and may fill the room; the third has to wait until others are
    // answered.
    first.complete();
    expect(await Promise.all(waiting.map(outcomeOf))).toEqual([true, "waits"]);
    first.leave();
    second.complete();
    expect(await Promise.all(waiting.map(outcomeOf))).toEqual([true, true]);
  });

  test("forgets a body that leaves while it waits", async () => {
    const room = setUp();
    const [first, second, third] = [room.admit("a", 4)!, room.admit("b", 4)!, room.admit("c", 4)!];
    expect([first.take(2), second.take(4)]).toEqual([true, true]);
    const waiting = third.take(4);
    third.leave();
    expect(await waiting).toBe(false);
    second.leave();
    first.leave();
    const seat = room.admit("d", 4)!;
    expect([seat.take(4), seat.take(4), seat.take(2)]).toEqual([true, true, true]);
  });
});
