import type { HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import { describe, expect, test } from "vitest";
import { type CameraFault, findCameraFaults, followFaults, type KeptFault } from "./camera-fault-rules.ts";

describe("camera faults in a heartbeat", () => {
  type Camera = NonNullable<HeartbeatRequest["cameras"]>[number];
  const running: Camera = { camera_id: "gate", state: "running" };
  const down: Camera = { camera_id: "gate", state: "reconnecting", last_error: "Connection refused." };

  test.each<[string, Camera, [] | [fault: string, reason: string | null]]>([
    ["a running camera has no fault", running, []],
    ["a camera in any other state is down, with its last error", down, ["down", "Connection refused."]],
    ["a camera that is down may have no last error", { ...down, last_error: undefined }, ["down", null]],
    ["a running camera with an old error has no fault", { ...running, last_error: "Connection refused." }, []],
    ["a poor picture is a fault", { ...running, picture_faults: ["dark"] }, ["dark", null]],
    ["the first of several picture faults counts", { ...running, picture_faults: ["dark", "blurred"] }, ["dark", null]],
    ["an older agent reports a frozen picture in its own field", { ...running, frozen: true }, ["frozen", null]],
    ["a picture that moves is no fault", { ...running, frozen: false, picture_faults: [] }, []],
    ["a picture fault counts before the older field", { ...running, frozen: true, picture_faults: ["dark"] }, ["dark", null]],
    ["the last error explains no picture fault", { ...running, last_error: "Timeout.", picture_faults: ["dark"] }, ["dark", null]],
    ["what the last picture showed does not count once the camera is down", { ...down, picture_faults: ["dark"] },
      ["down", "Connection refused."]],
  ])("%s", (_promise, camera, [fault, reason]) => {
    expect(findCameraFaults([camera])).toEqual(fault === undefined ? [] : [{ cameraId: "gate", fault, reason }]);
  }); // prettier-ignore

  test("each camera has one fault at most, by its last entry", () => {
    const cameras = [down, { ...running, camera_id: "yard", frozen: true }, { ...running, picture_faults: ["dark"] }];
    expect(findCameraFaults(cameras)).toEqual([
      { cameraId: "gate", fault: "dark", reason: null },
      { cameraId: "yard", fault: "frozen", reason: null },
    ]);
  });
});

describe("faults from heartbeat to heartbeat, reported after 60 s, with gaps of 90 s", () => {
  const at = (seconds: number) => new Date(seconds * 1_000);
  const dark = (cameraId: string): CameraFault => ({ cameraId, fault: "dark", reason: null });
  const kept = (cameraId: string, since: number, lastAt: number, reportedAt: number | null): KeptFault => ({
    cameraId,
    since: at(since),
    lastAt: at(lastAt),
    reportedAt: reportedAt === null ? null : at(reportedAt),
  });
  const follow = (before: readonly KeptFault[], now: readonly CameraFault[], seconds: number) =>
    followFaults(before, now, { at: at(seconds), afterMs: 60_000, gapMs: 90_000 });

  test("a new fault is kept from now on, and is not due yet", () => {
    expect(follow([], [dark("gate")], 100)).toEqual({
      kept: [{ ...dark("gate"), ...kept("gate", 100, 100, null) }],
      due: [],
      ended: [],
    });
  });

  test("a new fault is due at once where no time has to pass", () => {
    const options = { at: at(100), afterMs: 0, gapMs: 90_000 };
    expect(followFaults([], [dark("gate")], options).due).toMatchObject([kept("gate", 100, 100, 100)]);
  });

  test.each([
    ["is not due before the time has passed", kept("gate", 40, 70, null), 99, { since: 40, reported: null, isDue: false }],
    ["is due once the time has passed", kept("gate", 40, 70, null), 100, { since: 40, reported: 100, isDue: true }],
    ["is reported once", kept("gate", 40, 100, 100), 130, { since: 40, reported: 100, isDue: false }],
    ["counts on after a pause that is no gap", kept("gate", 40, 70, null), 160, { since: 40, reported: 160, isDue: true }],
    ["starts again after a gap", kept("gate", 40, 70, null), 161, { since: 161, reported: null, isDue: false }],
    ["stays reported after a gap", kept("gate", 40, 100, 100), 500, { since: 40, reported: 100, isDue: false }],
  ])("a fault that is known %s", (_promise, before, seconds, { since, reported, isDue }) => {
    const steps = follow([before], [dark("gate")], seconds);
    const expected = { ...dark("gate"), ...kept("gate", since, seconds, reported) };
    expect(steps).toEqual({ kept: [expected], due: isDue ? [expected] : [], ended: [] });
  }); // prettier-ignore

  test("a fault that changes its kind keeps its time", () => {
    const down = { cameraId: "gate", fault: "down", reason: "Timeout." };
    expect(follow([kept("gate", 40, 70, null)], [down], 99).kept).toEqual([{ ...down, ...kept("gate", 40, 99, null) }]);
  });

  test("each camera has its own times, and a fault ends when its camera no longer has one", () => {
    const before = [kept("yard", 10, 70, 70), kept("gate", 80, 80, null), kept("exit", 10, 70, 70)];
    const steps = follow(before, [dark("gate"), dark("yard")], 100);
    expect(steps.kept).toEqual([
      { ...dark("gate"), ...kept("gate", 80, 100, null) },
      { ...dark("yard"), ...kept("yard", 10, 100, 70) },
    ]);
    expect(steps.due).toEqual([]);
    expect(steps.ended).toEqual([kept("exit", 10, 70, 70)]);
  });
});
