import { existsSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { closeCameras, openTestCamera, statusOf, takeFrames } from "./camera-contract.ts";
import { parseCameraUrl } from "./sources.ts";
import { deviceOptions } from "./v4l2.ts";

afterEach(closeCameras);

test("v4l2: the options of the URL become FFmpeg's", () => {
  expect(deviceOptions({ size: "1280x720", fps: 5, format: "mjpeg" })).toEqual({
    video_size: "1280x720",
    framerate: "5",
    input_format: "mjpeg",
  });
  expect(parseCameraUrl("v4l2:/dev/v4l/by-id/usb-cam?size=1280x720&fps=5&format=mjpeg")).toMatchObject({ ok: true });
});

test.each([
  ["v4l2:video0", "the device is missing"],
  ["v4l2:/dev/video0?size=big", "must be WIDTHxHEIGHT"],
  ["v4l2:/dev/video0?format=MJPG", "must be a format of FFmpeg"],
  ["v4l2:/dev/video0?fps=0", "option fps"],
])("v4l2: %s is refused", (url, problem) => {
  expect(parseCameraUrl(url)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
});

test.each([
  ["/dev/video-none", "not-found", "does not exist: check that the camera is connected"],
  ["/dev/null", "other", "/dev/null cannot be opened"],
] as const)("v4l2: %s is reported in words", async (device, lastErrorKind, error) => {
  const camera = openTestCamera({ url: `v4l2:${device}`, timing: { stallAfterMs: 60_000 } });
  await statusOf(camera, { state: "failed", lastErrorKind, lastError: expect.stringContaining(error) });
});

// Not a skipped test, because no machine of CI has a device.
for (const device of ["/dev/video0"].filter((file) => existsSync(file))) {
  test(`v4l2: ${device} delivers pictures`, async () => {
    expect(await takeFrames(openTestCamera({ url: `v4l2:${device}` }), 2)).toHaveLength(2);
  });
}
