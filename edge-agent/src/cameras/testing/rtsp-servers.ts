import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { Decoder, Demuxer, Encoder, FilterAPI } from "node-av/api";
import { AV_CODEC_ID_H264 } from "node-av/constants";
import { Codec } from "node-av/lib";
import { toolAt } from "../../../../deploy/testing/needs.ts";
import { encodeJpeg } from "./encode-jpeg.ts";

export type GstClip = { path: string; codec: "h264" | "h265" | "jpeg"; file: string; framesPerSecond: number };
export type GstServer = {
  /** Default: any free one. */
  port?: number;
  user?: string;
  password?: string;
  method?: "basic" | "digest";
  certificate?: string;
  key?: string;
};
export type RunningServer = { ports: number[]; stop(): Promise<void> };

/** Starts GStreamer's RTSP server on one port for each of `servers`; all serve the same clips. */
export async function startGstServer(clips: GstClip[], servers: GstServer[]): Promise<RunningServer> {
  const script = path.join(import.meta.dirname, "gst-rtsp-server.py");
  const child = spawn(toolAt("gst-rtsp-server"), [script], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(`${JSON.stringify({ clips, servers })}\n`);
  const [line] = await once(createInterface(child.stdout), "line");
  return { ports: JSON.parse(String(line)), stop: () => stop(child) };
}

/** Starts VLC's RTSP server: it plays an H.264 file of 10 pictures a second once, to all viewers at the same time. */
export async function startVlcServer(
  file: string,
  credentials?: { user: string; password: string },
): Promise<RunningServer> {
  const port = await freePort();
  const access = credentials ? ["--sout-rtsp-user", credentials.user, "--sout-rtsp-pwd", credentials.password] : [];
  const output = `--sout=#rtp{sdp=rtsp://127.0.0.1:${port}/clip}`;
  const child = spawn(toolAt("cvlc"), ["--play-and-exit", "--quiet", "--h264-fps=10", ...access, file, output], {
    stdio: "ignore",
    // VLC refuses to run as root.
    ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534, env: { PATH: process.env.PATH, HOME: "/tmp" } }),
  });
  await isListening(port);
  return { ports: [port], stop: () => stop(child) };
}

/** Waits until a server accepts connections, at most 120 s. */
async function isListening(port: number): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(100);
  }
  throw new Error(`no server on port ${port}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await Promise.race([once(child, "exit"), delay(10_000)]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Writes a clip's coded pictures as `startGstServer` reads them: each behind its length. */
export async function writePackets(video: string, file: string): Promise<void> {
  await using demuxer = await Demuxer.open(video);
  const parts: Buffer[] = [];
  for await (const packet of demuxer.packets(0)) {
    if (packet?.data) parts.push(lengthOf(packet.data), Buffer.from(packet.data));
  }
  writeFileSync(file, Buffer.concat(parts));
}

/**
 * Encodes a video again, as cameras code one: H.264, each picture after those that it builds on, a key picture each
 * second. As `startGstServer` reads it.
 */
export async function writeCameraPackets(
  video: string,
  file: string,
  { framesPerSecond, size = "iw:ih" }: { framesPerSecond: number; size?: `${number}:${number}` | "iw:ih" },
): Promise<void> {
  await using demuxer = await Demuxer.open(video);
  const stream = demuxer.video();
  const codec = Codec.findEncoder(AV_CODEC_ID_H264);
  if (!stream || !codec) throw new Error(`${video} has no video, or there is no encoder for H.264`);
  using decoder = await Decoder.create(stream);
  using scale = FilterAPI.create(`scale=${size}`);
  using encoder = await Encoder.create(codec, {
    context: { gopSize: framesPerSecond, maxBFrames: 0, bitRate: "2M" },
    options: { preset: "veryfast" },
  });
  const parts: Buffer[] = [];
  for await (const packet of encoder.packets(scale.frames(decoder.frames(demuxer.packets(stream.index))))) {
    if (packet?.data) parts.push(lengthOf(packet.data), Buffer.from(packet.data));
    packet?.free();
  }
  writeFileSync(file, Buffer.concat(parts));
}

/** Writes pictures of the test pattern as JPEG, each behind its length. */
export async function writeJpegPackets(file: string, pictures: number): Promise<void> {
  const parts: Buffer[] = [];
  for (let index = 0; index < pictures; index++) {
    const jpeg = await encodeJpeg(index);
    parts.push(lengthOf(jpeg), jpeg);
  }
  writeFileSync(file, Buffer.concat(parts));
}

function lengthOf(data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return length;
}
