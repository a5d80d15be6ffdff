import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AV_CODEC_ID_H264 } from "node-av/constants";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { needs } from "../../../deploy/testing/needs.ts";
import { closeCameras, openTestCamera, shownIndex, statusOf, takeFrames, waiting } from "./camera-contract.ts";
import type { Camera, FullPicture } from "./camera.ts";
import { checkCamera } from "./check-camera.ts";
import type { Frame } from "./frame.ts";
import { encodeClip } from "./testing/encode-clip.ts";
import { startGstServer, startVlcServer, writePackets } from "./testing/rtsp-servers.ts";
import type { RunningServer } from "./testing/rtsp-servers.ts";

const PICTURES = 600;
const MAIN = { widthPixels: 320, heightPixels: 240 };
const SUB = { widthPixels: 160, heightPixels: 120 };
const WIDE = { widthPixels: 160, heightPixels: 90 };

let folder: string;
const inFolder = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "sub-stream-"));
  // VLC runs as another user.
  chmodSync(folder, 0o755);
  for (const [name, size] of Object.entries({ main: MAIN, sub: SUB, wide: WIDE })) {
    await encodeClip(inFolder(`${name}.h264`), { codec: AV_CODEC_ID_H264, pictures: PICTURES, ...size });
    await writePackets(inFolder(`${name}.h264`), inFolder(name));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(closeCameras);

const servers: RunningServer[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.stop()))));

async function serve(name: string, port = 0): Promise<{ url: string; server: RunningServer; port: number }> {
  const clip = { path: `/${name}`, codec: "h264", file: inFolder(name), framesPerSecond: 10 } as const;
  const server = await startGstServer([clip], [{ port }]);
  servers.push(server);
  const [open = 0] = server.ports;
  return { url: `rtsp://127.0.0.1:${open}/${name}`, server, port: open };
}

const sizeOf = ({ widthPixels, heightPixels }: Frame) => ({ widthPixels, heightPixels });

/** The full-size picture, once the main stream delivers it; at most 120 s. */
async function waitForFull(camera: Camera): Promise<{ frame: Frame; full: FullPicture }> {
  return vi.waitFor(async () => {
    const [frame] = await takeFrames(camera, 1);
    if (!frame) throw new Error("no picture");
    const full = await camera.fullPicture(frame);
    expect(full.problem).toBeNull();
    return { frame, full };
  }, waiting);
}

describe("a camera with a main and a sub-stream, from GStreamer's server", needs("gst-rtsp-server"), () => {
  test("the sub-stream is watched, and the picture of a scan is the main stream's of the same time", async () => {
    const [main, sub] = [await serve("main"), await serve("sub")];
    const camera = openTestCamera({ url: main.url, subStream: sub.url });
    await statusOf(camera, { mainStream: { state: "running", ...MAIN, error: null }, pictureFaults: [] });
    const frames = await takeFrames(camera, 20);
    expect(new Set(frames.map((frame) => JSON.stringify(sizeOf(frame))))).toEqual(new Set([JSON.stringify(SUB)]));
    const [first, last] = [frames[0], frames.at(-1)];
    if (!first || !last) throw new Error("no pictures");
    const [earlier, later] = [await camera.fullPicture(first), await camera.fullPicture(last)];
    expect([earlier, later].map(({ frame, problem }) => ({ ...sizeOf(frame), problem }))).toEqual([
      { ...MAIN, problem: null },
      { ...MAIN, problem: null },
    ]);
    expect(earlier.frame).toMatchObject({ index: first.index, capturedAtMs: first.capturedAtMs });
    // The streams run from different pictures on: as much lies between two pictures of the one as of the other.
    const passed = (from: Frame, to: Frame) => (shownIndex(to) - shownIndex(from) + PICTURES) % PICTURES;
    expect(Math.abs(passed(earlier.frame, later.frame) - passed(first, last))).toBeLessThan(10);
    expect(passed(earlier.frame, later.frame)).toBeGreaterThan(5);
    expect(await camera.fullPicture(earlier.frame)).toEqual({ frame: earlier.frame, problem: null });
  });

  test("while the main stream is down, scans get the sub-stream's pictures, which is reported, and ends by itself", async () => {
    const [main, sub] = [await serve("main"), await serve("sub")];
    const camera = openTestCamera({ url: main.url, subStream: sub.url });
    await waitForFull(camera);
    await main.server.stop();
    await statusOf(camera, {
      state: "running",
      mainStream: { state: "failed", errorKind: "refused", error: expect.stringContaining("refused the connection") },
      pictureFaults: [{ kind: "degraded", message: expect.stringContaining("smaller pictures of the sub-stream") }],
    });
    await vi.waitFor(async () => {
      const [frame] = await takeFrames(camera, 1);
      if (!frame) throw new Error("no picture");
      const { frame: full, problem } = await camera.fullPicture(frame);
      expect({ ...sizeOf(full), problem }).toEqual({ ...SUB, problem: expect.stringContaining("refused") });
    }, waiting);
    await serve("main", main.port);
    await statusOf(camera, { mainStream: { state: "running", error: null }, pictureFaults: [], restarts: 0 });
    expect(sizeOf((await waitForFull(camera)).full.frame)).toEqual(MAIN);
  });

  test("a sub-stream that is down is a camera that is down, by name, and a frame of before has no full picture", async () => {
    const [main, sub] = [await serve("main"), await serve("sub")];
    const camera = openTestCamera({ url: main.url, subStream: sub.url });
    const { frame } = await waitForFull(camera);
    await sub.server.stop();
    await statusOf(camera, { state: "failed", lastError: expect.stringMatching(/^sub-stream: 127\.0\.0\.1/) });
    expect(await camera.fullPicture(frame)).toEqual({ frame, problem: "the camera's process has ended" });
  });

  test("streams of different shapes are reported, and scans get the sub-stream's pictures", async () => {
    const [main, sub] = [await serve("main"), await serve("wide")];
    const camera = openTestCamera({ url: main.url, subStream: sub.url });
    const error = expect.stringContaining("has 320 × 240 pixels and the sub-stream 160 × 90 pixels");
    // The size of the sub-stream is known with its first picture.
    const [frame] = await takeFrames(camera, 1);
    await statusOf(camera, { mainStream: { state: "failed", error }, pictureFaults: [{ kind: "degraded" }] });
    if (!frame) throw new Error("no picture");
    expect(await camera.fullPicture(frame)).toEqual({ frame, problem: error });
  });

  test("a stream that is scaled down to be watched gives each of its pictures at full size, up to the set width", async () => {
    const { url } = await serve("main");
    const camera = openTestCamera({ url, watchWidthPixels: 160 });
    const frames = await takeFrames(camera, 15);
    expect(frames.map((frame) => ({ ...sizeOf(frame), scale: frame.fullScale }))).toEqual(
      frames.map(() => ({ ...SUB, scale: 2 })),
    );
    const full = await Promise.all(frames.map((frame) => camera.fullPicture(frame)));
    expect(full.map(({ frame, problem }) => [shownIndex(frame), frame.widthPixels, problem])).toEqual(
      frames.map((frame) => [shownIndex(frame), 320, null]),
    );
    expect(camera.status()).toMatchObject({ mainStream: null, pictureFaults: [] });

    const limited = openTestCamera({ url, watchWidthPixels: 160, maxWidthPixels: 240 });
    const [frame] = await takeFrames(limited, 1);
    if (!frame) throw new Error("no picture");
    expect(frame).toMatchObject({ ...SUB, fullScale: 1.5 });
    expect(sizeOf((await limited.fullPicture(frame)).frame)).toEqual({ widthPixels: 240, heightPixels: 180 });
    const [whole] = await takeFrames(openTestCamera({ url, watchWidthPixels: 320 }), 1);
    if (!whole) throw new Error("no picture");
    expect(sizeOf(whole)).toEqual(MAIN);
    expect(whole.fullScale).toBeUndefined();
    expect((await limited.fullPicture(whole)).frame).toBe(whole);
  });

  test("the check of a configuration opens both streams", async () => {
    const [main, sub] = [await serve("main"), await serve("sub")];
    const parts = {
      id: "top",
      clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
      logger: { info: () => {}, warn: () => {}, error: () => {} },
      random: Math.random,
      timeoutMs: waiting.timeout,
    };
    const check = await checkCamera({ ...parts, url: main.url, subStream: sub.url });
    expect(check).toMatchObject({ ok: true, ...SUB, main: MAIN });
    const missing = await checkCamera({ ...parts, url: `${main.url}-missing`, subStream: sub.url });
    expect(missing).toMatchObject({
      ok: false,
      kind: "not-found",
      message: expect.stringMatching(/^main stream: 127/),
    });
  });
});

describe("a camera with a main and a sub-stream, from VLC's server over UDP", needs("cvlc"), () => {
  test("the sub-stream is watched, and the picture of a scan is the main stream's", async () => {
    const [main, sub] = [await startVlcServer(inFolder("main.h264")), await startVlcServer(inFolder("sub.h264"))];
    servers.push(main, sub);
    const at = ({ ports: [port] }: RunningServer) => `rtsp://127.0.0.1:${port}/clip?transport=udp`;
    const camera = openTestCamera({ url: at(main), subStream: at(sub) });
    const { frame, full } = await waitForFull(camera);
    expect([sizeOf(frame), sizeOf(full.frame)]).toEqual([SUB, MAIN]);
    expect(shownIndex(full.frame)).toBeLessThan(PICTURES);
  });
});
