import { expect, vi } from "vitest";
import { waiting } from "../camera-contract.ts";
import type { Camera } from "../camera.ts";
import type { PictureHealthSettings } from "../picture-health.ts";

/** Reports faults of the pictures as soon as they are found. */
export const alertHealth: PictureHealthSettings = {
  darkAfterSeconds: 1,
  frozenAfterSeconds: 1,
  blurredAfterSeconds: 1,
  turnedAfterSeconds: 1,
  darkLevel: 24,
  minimumSharpnessPercent: 45,
  minimumViewPercent: 20,
};

/** Takes all frames, and finds nothing in any. */
export async function watchIdly(camera: Camera): Promise<void> {
  for await (const _ of camera.frames(new AbortController().signal)) camera.setIdle(true);
}

/** Waits until the camera has captured pictures for 1.5 s of which it delivered none, at most 120 s. */
export async function deliversNothing(camera: Camera): Promise<void> {
  let from = camera.status();
  await vi.waitFor(() => {
    const now = camera.status();
    // A picture from before may have been on its way.
    if (now.framesDelivered !== from.framesDelivered) from = now;
    expect(now.lastFrameAtMs).toBeGreaterThan((from.lastFrameAtMs ?? Infinity) + 1_500);
  }, waiting);
}
