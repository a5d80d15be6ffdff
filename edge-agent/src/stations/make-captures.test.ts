import { expect, it } from "vitest";
import type { Frame } from "../cameras/frame.ts";
import { type CaptureParts, makeCaptures } from "./make-captures.ts";

const SIZE = { widthPixels: 16, heightPixels: 12 };
const frameOf = (cameraId: string): Frame => ({
  cameraId,
  index: 0,
  capturedAtMs: 0,
  monotonicMs: 0,
  ...SIZE,
  rgb: new Uint8Array(SIZE.widthPixels * SIZE.heightPixels * 3),
  key: undefined,
});
const detections = { model: { name: "m", version: "1" }, ...SIZE, inferenceMs: 1, items: [] };

it("each capture has the operator who was on shift at its camera when it was taken", async () => {
  const operators = new Map([
    ["top", "ann@example.com"],
    ["left", "bob@example.com"],
  ]);
  const parts: CaptureParts = {
    deviceId: "box-1",
    userEmailAt: (cameraId) => operators.get(cameraId),
    scanType: "category",
    scanConfidence: 0.5,
    furtherScans: [],
    noteFailure: (what, error) => expect.unreachable(`${what}: ${String(error)}`),
    newId: () => "id",
    isClockSynchronised: () => true,
  };
  const photo = (cameraId: string) => ({
    cameraId,
    photo: Promise.resolve({ frame: frameOf(cameraId), problem: null }),
  });
  const making = makeCaptures({ frame: frameOf("top"), detections }, [photo("left"), photo("right")], parts);
  operators.set("top", "eve@example.com");
  expect((await making).map(({ kind, cameraId, payload }) => [kind, cameraId, payload.user_email])).toEqual([
    ["category-scan", "top", "ann@example.com"],
    ["evidence", "left", "bob@example.com"],
    ["evidence", "right", undefined],
  ]);
});
