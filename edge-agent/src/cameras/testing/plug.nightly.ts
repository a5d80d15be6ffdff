import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AV_CODEC_ID_H264 } from "node-av/constants";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { closeCameras, openTestCamera, statusOf, takeFrames } from "../camera-contract.ts";
import { encodeClip } from "./encode-clip.ts";
import { startGstServer, writePackets } from "./rtsp-servers.ts";

const PULLS = 200;
/** Failures of the line: no answer to a connection, connections reset, or silence on open connections. */
const WAYS = ["refuse", "reset", "silence"] as const;
type Way = (typeof WAYS)[number];

const folder = mkdtempSync(path.join(tmpdir(), "plug-"));
afterAll(async () => {
  await closeCameras();
  rmSync(folder, { recursive: true });
});

test("a camera's plug that is pulled 200 times leaves nothing behind, and pictures come back each time", async () => {
  const file = path.join(folder, "clip.h264");
  await encodeClip(file, { codec: AV_CODEC_ID_H264, pictures: 60 });
  await writePackets(file, `${file}.packets`);
  const clip = { path: "/clip", codec: "h264", file: `${file}.packets`, framesPerSecond: 25 } as const;
  const server = await startGstServer([clip], [{}]);
  onTestFinished(() => server.stop());
  const line = await startLine(server.ports[0] ?? 0);
  onTestFinished(() => line.close());

  const camera = openTestCamera({
    url: `rtsp://127.0.0.1:${line.port}/clip`,
    timing: { stallAfterMs: 2_000, healthyAfterMs: 100 },
  });
  await takeFrames(camera, 3);
  const before = countOpen();
  const pausesMs: number[] = [];
  for (let pull = 0; pull < PULLS; pull += 1) {
    const { restarts } = camera.status();
    line.cut(WAYS[pull % WAYS.length] ?? "refuse");
    await expect.poll(() => camera.status().restarts).toBeGreaterThan(restarts);
    await delay((pull * 37) % 300);
    line.restore();
    const restoredMs = performance.now();
    expect(await takeFrames(camera, 2)).toHaveLength(2);
    pausesMs.push(performance.now() - restoredMs);
  }
  await statusOf(camera, { state: "running", lastErrorKind: expect.any(String) });
  const after = countOpen();
  pausesMs.sort((one, other) => one - other);
  const [median, worst] = [pausesMs[PULLS / 2] ?? NaN, pausesMs.at(-1) ?? NaN];
  console.log(`${PULLS} pulls: pictures again after ${median.toFixed(0)} ms (median), ${worst.toFixed(0)} ms (worst)`);
  console.log("open before and after:", before, after);
  expect(after.processes).toBe(before.processes);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 2);
  expect(after.threads).toBeLessThanOrEqual(before.threads + 2);
});

/** A line to a server on this machine that can be cut. */
async function startLine(target: number) {
  const sockets = new Set<Socket>();
  let way: Way | undefined;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    return socket;
  };
  const line = createServer((near) => {
    keep(near);
    if (way === "refuse" || way === "reset") {
      near.resetAndDestroy();
      return;
    }
    const far = keep(connect(target, "127.0.0.1"));
    const forward = (from: Socket, to: Socket) =>
      from.on("data", (bytes) => void (way === "silence" || to.write(bytes))).on("close", () => to.destroy());
    forward(near, far);
    forward(far, near);
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  const address = line.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    cut(how: Way) {
      way = how;
      if (how !== "silence") for (const socket of sockets) socket.resetAndDestroy();
    },
    restore() {
      way = undefined;
    },
    close: () => void line.close(),
  };
}

/** Counts the child processes, descriptors and threads of this process. */
function countOpen() {
  const processes = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean).length;
  const descriptors = readdirSync("/proc/self/fd").length;
  return { processes, descriptors, threads: readdirSync("/proc/self/task").length };
}
