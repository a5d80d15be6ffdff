/**
 * Measures the cost of cameras that see no activity: processor time and memory of the whole agent and its cameras'
 * processes, against bare decoding of the same video at the same speed by the same library, at the same time.
 *
 *   node edge-agent/bench/idle.bench.ts [seconds]
 */
import { fork, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Encoder, Muxer } from "node-av/api";
import { AV_CODEC_ID_H264, AV_PIX_FMT_YUV420P } from "node-av/constants";
import { Codec, Frame, Rational } from "node-av/lib";
import { stringify } from "yaml";
import { childrenOf, ownProcessorMs, proportionalMebibytes } from "../../deploy/bench/process-figures.ts";
import { decodeVideo } from "../src/cameras/decode-video.ts";
import { createPace } from "../src/cameras/pace.ts";

const CLIP_SECONDS = 4;
/** Time in ms until models are loaded, pictures have been seen empty and code is compiled. */
const SETTLE_MS = 20_000;

type Row = { name: string; width: number; height: number; framesPerSecond: number; cameras: number; limit: string };

const rows: Row[] = [
  { name: "1080p, 25 fps", width: 1920, height: 1080, framesPerSecond: 25, cameras: 1, limit: "CPU ≤ 1.3 × bare" },
  { name: "4K, 10 fps", width: 3840, height: 2160, framesPerSecond: 10, cameras: 1, limit: "CPU ≤ 1.2 × bare" },
  { name: "4 × 720p, 5 fps", width: 1280, height: 720, framesPerSecond: 5, cameras: 4, limit: "≤ 20 %; ≤ 830 MiB" },
];

if (process.argv[2] === "--decode") {
  await decodeForEver(process.argv[3] ?? "");
} else {
  const [seconds = 20] = process.argv.slice(2).map(Number);
  console.log(`${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(1)}, ${seconds} s each\n`);
  console.log("cameras          bare CPU  agent CPU  ratio  of which agent, cameras  resident MiB  limit");
  for (const row of rows) await measure(row, seconds);
}

async function measure(row: Row, seconds: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "idle-bench-"));
  const file = path.join(folder, "lane.mp4");
  await encodeLane(file, row);
  const cameras = Array.from({ length: row.cameras }, (_, index) => ({
    id: `camera-${index}`,
    url: pathToFileURL(file).href,
  }));
  const stations = cameras.map(({ id }) => ({
    id,
    camera: id,
    model: "category",
    container: { fixed: "CSQU3054383" },
  }));
  const config = path.join(folder, "edge-agent.yaml");
  writeFileSync(
    config,
    stringify({
      cloud: { url: "http://127.0.0.1:9", apiKey: "none" },
      device: { id: "bench" },
      models: { category: { file: "bundled:category-demo" } },
      cameras,
      stations,
      status: { port: 0 },
    }),
  );
  const bare = cameras.map(() => fork(import.meta.filename, ["--decode", file]));
  const agent = spawn(process.execPath, [path.join(import.meta.dirname, "../src/cli.ts"), "run", "--config", config], {
    stdio: "ignore",
  });
  await delay(SETTLE_MS);
  const used = () => [bare.map(pidOf), [pidOf(agent)], childrenOf(pidOf(agent))].map(cpuSeconds);
  const before = used();
  await delay(seconds * 1_000);
  const after = used();
  const [bareShare = 0, own = 0, theirs = 0] = after.map((value, at) => (100 * (value - (before[at] ?? 0))) / seconds);
  const mebibytes = [pidOf(agent), ...childrenOf(pidOf(agent))].reduce(
    (sum, pid) => sum + proportionalMebibytes(pid),
    0,
  );
  const percent = (value: number) => `${value.toFixed(1)} %`;
  console.log(
    [
      row.name.padEnd(15),
      percent(bareShare).padEnd(8),
      percent(own + theirs).padEnd(9),
      ((own + theirs) / bareShare).toFixed(2).padEnd(5),
      `${percent(own)}, ${percent(theirs)}`.padEnd(23),
      mebibytes.toFixed(0).padEnd(7),
      row.limit,
    ].join("  "),
  );
  for (const child of [...bare, agent]) child.kill("SIGINT");
  await Promise.all([...bare, agent].map((child) => new Promise((resolve) => child.once("exit", resolve))));
  rmSync(folder, { recursive: true });
}

/** An even lane with the noise of a camera, as a camera sends it: H.264 with a key picture every two seconds. */
async function encodeLane(file: string, { width, height, framesPerSecond }: Row): Promise<void> {
  const codec = Codec.findEncoder(AV_CODEC_ID_H264);
  if (!codec) throw new Error("no encoder for H.264");
  using encoder = await Encoder.create(codec, {
    // Usual camera setting: 4 Mbit/s for 1080p at 25 frames per second, less for less.
    context: {
      gopSize: 2 * framesPerSecond,
      maxBFrames: 0,
      bitRate: Math.round(0.08 * width * height * framesPerSecond),
    },
    options: { preset: "veryfast", "x264-params": "log=-1" },
  });
  await using muxer = await Muxer.open(file);
  const track = muxer.addStream(encoder);
  const write = async (frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, track);
      packet.free();
    }
  };
  const yuv = Buffer.alloc((width * height * 3) / 2, 128);
  for (let index = 0; index < CLIP_SECONDS * framesPerSecond; index += 1) {
    for (let at = 0; at < width * height; at += 1) {
      const noise = (Math.imul(at + index * 7_919, 2_654_435_761) >>> 28) & 7;
      yuv[at] = 100 + (at % width > width / 3 ? 30 : 0) + noise;
    }
    using frame = Frame.fromVideoBuffer(yuv, { width, height, format: AV_PIX_FMT_YUV420P });
    frame.pts = BigInt(index);
    frame.timeBase = new Rational(1, framesPerSecond);
    await write(frame);
  }
  await write(null);
}

/** Decodes the file in a loop at its own speed, and does nothing with the pictures. */
async function decodeForEver(file: string): Promise<void> {
  const { signal } = new AbortController();
  const pace = createPace(() => performance.now(), signal);
  for (let startMs = 0; ; startMs += CLIP_SECONDS * 1_000) {
    const wants = async (ptsMs: number) => {
      await pace(startMs + ptsMs);
      return false;
    };
    const options = {
      openOptions: {},
      decoder: "software",
      onDecoder: () => {},
      onLeftOut: () => {},
      monotonicMs: () => performance.now(),
      maxWidthPixels: undefined,
      maxHeightPixels: undefined,
      look: undefined,
      wants,
      signal,
    };
    for await (const _ of decodeVideo(file, options)) throw new Error("an unwanted picture was converted");
  }
}

function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ownProcessorMs(pid), 0) / 1_000;
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined || child.exitCode !== null) throw new Error("a process of the bench does not run");
  return child.pid;
}
