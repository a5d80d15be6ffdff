import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC } from "node-av/constants";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../deploy/testing/needs.ts";
import { makeCertificate } from "../forwarding/testing/make-certificate.ts";
import {
  closeCameras,
  openTestCamera,
  shownIndex,
  statusOf,
  takeFrames,
  testCameraContract,
} from "./camera-contract.ts";
import type { FailureKind } from "./source-error.ts";
import { encodeClip } from "./testing/encode-clip.ts";
import { startGstServer, startVlcServer, writeJpegPackets, writePackets } from "./testing/rtsp-servers.ts";
import type { GstClip, RunningServer } from "./testing/rtsp-servers.ts";

const user = "adm in";
const password = "p@ss:w/ord%";
const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
const PICTURES = 60;
const MAIN = { widthPixels: 320, heightPixels: 240 };

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "rtsp-"));
  // VLC runs as another user.
  chmodSync(folder, 0o755);
  const inFolder = (name: string) => path.join(folder, name);
  await encodeClip(inFolder("clip.h264"), { codec: AV_CODEC_ID_H264, pictures: PICTURES });
  await encodeClip(inFolder("clip.hevc"), { codec: AV_CODEC_ID_HEVC, pictures: PICTURES });
  await encodeClip(inFolder("main.h264"), { codec: AV_CODEC_ID_H264, pictures: PICTURES, ...MAIN });
  await writePackets(inFolder("clip.h264"), inFolder("h264"));
  await writePackets(inFolder("main.h264"), inFolder("main"));
  await writePackets(inFolder("clip.hevc"), inFolder("h265"));
  writeFileSync(inFolder("switching"), Buffer.concat(["h264", "main"].map((name) => readFileSync(inFolder(name)))));
  await writeJpegPackets(inFolder("jpeg"), PICTURES);
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(closeCameras);

/** Takes pictures and checks that they are the clip's, one after the other. */
async function expectPictures(url: string): Promise<number> {
  const shown = (await takeFrames(openTestCamera({ url }), 5)).map(shownIndex);
  expect(shown).toHaveLength(5);
  expect(new Set(shown).size).toBe(5);
  expect(Math.max(...shown)).toBeLessThan(PICTURES);
  return shown.length;
}

/** Waits until the camera has failed, and checks why. */
async function expectFailure(url: string, lastErrorKind: FailureKind, error: string): Promise<FailureKind> {
  // The watchdog must not be faster than the source on a busy machine.
  const camera = openTestCamera({ url, timing: { stallAfterMs: 60_000 } });
  await statusOf(camera, { lastErrorKind, lastError: expect.stringContaining(error) });
  expect(camera.status().lastError).not.toMatch(/guest-7|hunter2/);
  return lastErrorKind;
}

describe("RTSP from GStreamer's server", needs("gst-rtsp-server"), () => {
  let server: RunningServer | undefined;
  const url = (rest: string, { port = 0, user: login = "", scheme = "rtsp" } = {}) =>
    `${scheme}://${login}127.0.0.1:${server?.ports[port]}/${rest}`;

  beforeAll(async () => {
    const codecs = ["h264", "h265", "jpeg"] as const;
    const clips = codecs.map((codec): GstClip => {
      return { path: `/${codec}`, codec, file: path.join(folder, codec), framesPerSecond: 10 };
    });
    const dayMs = 86_400_000;
    const { cert, key } = makeCertificate({ fromMs: Date.now() - dayMs, toMs: Date.now() + dayMs });
    const method = { user, password };
    const main: GstClip = { path: "/main", codec: "h264", file: path.join(folder, "main"), framesPerSecond: 10 };
    const switching: GstClip = { ...main, path: "/switching", file: path.join(folder, "switching") };
    server = await startGstServer(
      [...clips, main, switching],
      [{}, { ...method, method: "basic" }, { ...method, method: "digest" }, { certificate: cert, key }],
    );
  });
  afterAll(() => server?.stop());

  testCameraContract("rtsp", { url: (query) => url(`h264?${query}`), isLive: true });
  const options = () => ({ subStream: url("h264") });
  testCameraContract("rtsp with a sub-stream", { url: (query) => url(`main?${query}`), isLive: true, options });

  test("plays every codec, transport and way to authenticate", async () => {
    const outcomes = await Promise.all([
      expectPictures(url("h265")),
      expectPictures(url("jpeg")),
      expectPictures(url("h264?transport=udp")),
      expectPictures(url("h264", { port: 1, user: credentials })),
      expectPictures(url("h264", { port: 2, user: credentials })),
      expectPictures(url("h264?tls=insecure", { port: 3, scheme: "rtsps" })),
    ]);
    expect(outcomes).not.toContain(undefined);
  });

  test("a stream that changes its size is played on in the new one", async () => {
    const camera = openTestCamera({ url: url("switching") });
    const widths = new Set<number>();
    for await (const { widthPixels } of camera.frames(AbortSignal.timeout(120_000))) {
      widths.add(widthPixels);
      if (widths.size === 2) break;
    }
    expect([...widths].toSorted((a, b) => a - b)).toEqual([160, 320]);
    expect(camera.status()).toMatchObject({ state: "running", restarts: 0, lastError: null });
  });

  test("failures are classified and explained, without credentials", async () => {
    const outcomes = await Promise.all([
      expectFailure(url("h264", { port: 2 }), "credentials", "rejected the user name or password"),
      expectFailure(url("h264", { port: 1, user: "guest-7:hunter2@" }), "credentials", "rejected the user name"),
      expectFailure(url("none"), "not-found", "has no stream at this path"),
      expectFailure(url("h264", { port: 3, scheme: "rtsps" }), "tls", "certificate that is not trusted"),
      expectFailure(url("h264", { scheme: "rtsps" }), "tls", "does not speak TLS"),
    ]);
    expect(outcomes).not.toContain(undefined);
  });

  test("a server that stops and starts again is found without help", async () => {
    const file = path.join(folder, "h264");
    const clip: GstClip = { path: "/h264", codec: "h264", file, framesPerSecond: 10 };
    const first = await startGstServer([clip], [{}]);
    const camera = openTestCamera({ url: `rtsp://127.0.0.1:${first.ports[0]}/h264` });
    await takeFrames(camera, 2);
    await first.stop();
    await statusOf(camera, { state: "failed", lastErrorKind: "refused" });
    const again = await startGstServer([clip], [{ port: first.ports[0] ?? 0 }]);
    expect(await takeFrames(camera, 2)).toHaveLength(2);
    await again.stop();
  });
});

describe("RTSP from VLC's server, over UDP", needs("cvlc"), () => {
  let open: RunningServer | undefined;
  let closed: RunningServer | undefined;
  beforeAll(async () => {
    // VLC plays a file once: it must last for all tests.
    const file = path.join(folder, "long.h264");
    const clip = readFileSync(path.join(folder, "clip.h264"));
    writeFileSync(file, Buffer.concat(Array.from({ length: 100 }, () => clip)));
    [open, closed] = await Promise.all([startVlcServer(file), startVlcServer(file, { user, password })]);
  });
  afterAll(async () => {
    await open?.stop();
    await closed?.stop();
  });

  test("plays, with credentials too; TCP, which it does not offer, and missing credentials are reported", async () => {
    const at = (server: RunningServer | undefined) => `127.0.0.1:${server?.ports[0]}/clip`;
    const outcomes = await Promise.all([
      expectPictures(`rtsp://${at(open)}?transport=udp`),
      expectPictures(`rtsp://${credentials}${at(closed)}?transport=udp`),
      expectFailure(`rtsp://${at(open)}`, "protocol", "use the other one"),
      expectFailure(`rtsp://${at(closed)}?transport=udp`, "credentials", "rejected the user name or password"),
    ]);
    expect(outcomes).not.toContain(undefined);
  });
});

describe("RTSP without a server of Debian's", () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  /** A server that answers every request with this status, or with nothing at all. */
  async function answering(status: string | undefined): Promise<string> {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (request) => {
        const number = /CSeq: (\d+)/.exec(request.toString())?.[1];
        if (status !== undefined) socket.write(`RTSP/1.0 ${status}\r\nCSeq: ${number}\r\n\r\n`);
      });
      servers.push(server);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `rtsp://guest-7:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}/live`;
  }

  test("statuses, silence and unreachable cameras are classified", async () => {
    const outcomes = await Promise.all([
      expectFailure(await answering("403 Forbidden"), "credentials", "denies access"),
      expectFailure(await answering("404 Stream Not Found"), "not-found", "no stream at this path"),
      expectFailure(await answering("453 Not Enough Bandwidth"), "refused", "another viewer"),
      expectFailure(await answering("461 Unsupported Transport"), "protocol", "use the other one"),
      expectFailure(await answering("503 Service Unavailable"), "refused", "cannot serve the stream now"),
      expectFailure(await answering(undefined), "timeout", "did not respond in time"),
      expectFailure("rtsp://127.0.0.1:1/live", "refused", "refused the connection"),
      expectFailure("rtsp://camera.invalid/live", "unreachable", "cannot be resolved"),
    ]);
    expect(outcomes).not.toContain(undefined);
  });
});
