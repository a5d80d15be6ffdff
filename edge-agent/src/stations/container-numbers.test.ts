import { expect, test } from "vitest";
import { type ContainerSource, createLaneContainers } from "./container-numbers.ts";

const IDENTIFIED: ContainerSource = { kind: "identified", expiresAfterMs: 60_000, waitMs: 20_000 };
const [FIRST, SECOND, THIRD] = ["CSQU3054383", "MSCU1234566", "HLXU2008419"];

function seen(lane: ReturnType<typeof createLaneContainers>, nowMs = 0) {
  return [lane.at("front").current(nowMs), lane.at("rear").current(nowMs)];
}

test("a number without a position holds for every station of the lane until it expires", () => {
  const lane = createLaneContainers(IDENTIFIED);
  lane.announce([{ containerNumber: FIRST }], 0);
  expect([...seen(lane), lane.at().current(0)]).toEqual([FIRST, FIRST, FIRST]);
  expect(seen(lane, 59_999)).toEqual([FIRST, FIRST]);
  expect(seen(lane, 60_000)).toEqual([undefined, undefined]);
});

test("two containers on one truck have their own positions; the next truck's replace both", () => {
  const lane = createLaneContainers(IDENTIFIED);
  lane.announce(
    [
      { containerNumber: FIRST, position: "front" },
      { containerNumber: SECOND, position: "rear" },
    ],
    0,
  );
  expect(seen(lane)).toEqual([FIRST, SECOND]);
  lane.announce([{ containerNumber: THIRD, position: "front" }], 1_000);
  expect(seen(lane)).toEqual([THIRD, SECOND]);
  lane.announce([{ containerNumber: FIRST }], 2_000);
  expect(seen(lane)).toEqual([FIRST, FIRST]);
});

test("a fixed number is never replaced", () => {
  const lane = createLaneContainers({ kind: "fixed", containerNumber: FIRST });
  lane.announce([{ containerNumber: SECOND }], 0);
  expect(lane.at().current(1e12)).toBe(FIRST);
});
