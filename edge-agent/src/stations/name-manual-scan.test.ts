import { expect, test } from "vitest";
import { nameManualScan } from "./name-manual-scan.ts";
import type { Evidence } from "./passages/evidence.ts";
import { createStationPassages } from "./passages/station-passages.ts";
import { A, announced, B, laneOf, load, picture, standing } from "./passages/testing.ts";

const source = { kind: "identified", expiresAfterMs: 1, waitMs: 1, severalLoads: false, announcedAfterLoads: false };
const logged: string[] = [];
const parts = { loadId: "manual", cameraId: "top", logger: { info: (_: object, line: string) => logged.push(line) } };

/** Names a picture that is taken by hand at a time in seconds. */
function nameAt(evidence: readonly Evidence[], seconds: number, containerNumber?: string) {
  const lane = { id: "gate", source: { ...source, kind: "identified" as const }, passages: laneOf(evidence) };
  const station = { id: "hand", position: "front" };
  const passages = createStationPassages({ deviceId: "box", lane, station });
  return nameManualScan(containerNumber, { ...parts, passages, atMs: seconds * 1_000 })!;
}

test("a scan by hand with a number is of the vehicle in the lane if that is its number, and of none otherwise", () => {
  const vehicle = [announced(A, 0), standing(5, 20)];
  const passageId = vehicle[0]!.id;
  expect(nameAt(vehicle, 15, A)).toEqual({ containerNumber: A, passageId, passagePosition: "front" });
  const none = { passageId: undefined, passagePosition: undefined };
  expect(logged).toEqual([]);
  expect(nameAt(vehicle, 15, B)).toEqual({ containerNumber: B, ...none });
  expect(logged).toEqual([
    "a picture was scanned by hand under a number that is not known of the vehicle in the lane; it belongs to no passage",
  ]);
  expect(nameAt([...vehicle, load(60, 70)], 65, A)).toEqual({ containerNumber: A, ...none });
});

test("a scan by hand without a number has that of the vehicle in view, and not one that is only current", () => {
  const vehicle = [announced(A, 0), load(5, 20)];
  expect(nameAt(vehicle, 15)).toMatchObject({ containerNumber: A, passageId: vehicle[0]!.id });
  // The next vehicle has come: the number is still fresh, and not its own.
  const [next] = [standing(60, 70)];
  const named = nameAt([...vehicle, next], 65);
  expect(named).toMatchObject({ passageId: next.id });
  expect(named.containerNumber).toMatch(/^UNIDENTIFIED-gate-[0-9a-f]{16}$/);
  // Long after, it is not known whose picture it is.
  expect(nameAt(vehicle, 400).containerNumber).toMatch(/^UNIDENTIFIED-gate-/);
});

test("pictures by hand beside others of an unread vehicle share its placeholder", () => {
  const unread = [standing(60, 70), picture(62)];
  const [first, second] = [nameAt(unread, 64), nameAt(unread, 66)];
  expect(first.containerNumber).toBe(second.containerNumber);
  expect(first.passageId).toBe(unread[0]!.id);
});

test("a station with a fixed container gives that one", () => {
  const lane = { id: "rig", source: { kind: "fixed" as const, containerNumber: B }, passages: laneOf([]) };
  const passages = createStationPassages({ deviceId: "box", lane, station: { id: "rig", position: undefined } });
  const none = { passageId: undefined, passagePosition: undefined };
  expect(nameManualScan(undefined, { ...parts, passages, atMs: 0 })).toEqual({ containerNumber: B, ...none });
  expect(nameManualScan(A, { ...parts, passages, atMs: 0 })).toEqual({ containerNumber: A, ...none });
});
