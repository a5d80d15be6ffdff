import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startGstServer, writeCameraPackets } from "../../edge-agent/src/cameras/testing/rtsp-servers.ts";
import { childrenOf, proportionalMebibytes } from "../bench/process-figures.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { type Agent, createAgent } from "./harness/agent-process.ts";
import { startCloud } from "./harness/cloud-process.ts";
import { demoFolder } from "./harness/truth.ts";

/** Twelve hours of one camera at ten pictures a second. */
const PICTURES = 432_000;
const CAMERAS = 4;
/** Ten times the frame rate of the recording. */
const FRAMES_PER_SECOND = 100;

/**
 * Resources that the agent and its cameras' processes hold together; they live as long as the run. Memory is only what
 * they allocated: pages of a program's files count for less the more processes of other tests run the same program.
 */
type Held = { memoryMiB: number; agentMiB: number; descriptors: number; threads: number; processes: number };

test("432,000 pictures of four cameras leave no memory, descriptor, thread or process behind", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "long-life-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "loads.h264");
  await writeCameraPackets(path.join(demoFolder, "loads.mp4"), file, { framesPerSecond: 10, size: "320:240" });
  const clips = Array.from({ length: CAMERAS }, (_, index) => ({
    path: `/gate-${index}`,
    codec: "h264" as const,
    file,
    framesPerSecond: FRAMES_PER_SECOND,
  }));
  const server = await startGstServer(clips, [{}]);
  onTestFinished(() => server.stop());
  const cloud = await startCloud(folder);
  onTestFinished(() => cloud.stop());
  const agent = await createAgent(folder, {
    cloudUrl: cloud.url,
    containerNumber: "CSQU3054383",
    loop: false,
    framesPerSecond: FRAMES_PER_SECOND,
    cameraUrls: clips.map((clip) => `rtsp://127.0.0.1:${server.ports[0]}${clip.path}`),
  });
  onTestFinished(async () => void (await agent.end("SIGKILL")));
  agent.start();

  const tenths: Held[] = [];
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const looks: Held[] = [];
    const hasPassed = async () => {
      await sleep(2_000);
      const held = look(agent.processId() ?? 0);
      if (held !== undefined) looks.push(held);
      return (await hasSeen(agent, (PICTURES * tenth) / 10)) || undefined;
    };
    await waitUntil(`${tenth} tenths`, hasPassed, { timeoutMs: 20 * 60_000 });
    const held = leastOf(looks.slice(Math.floor(looks.length / 2)));
    tenths.push(held);
    console.log(`${tenth} of 10:`, JSON.stringify(held));
  }
  const { cameras, refused, outbox, stations } = await agent.status();
  console.log({
    scans: stations.map(({ scans }) => scans),
    refused,
    outbox,
    restarts: cameras.map(({ restarts }) => restarts),
  });
  const [first, last] = [tenths[0], tenths.at(-1)];
  if (!first || !last) throw new Error("nothing was measured");
  expect(last.processes).toBe(first.processes);
  expect(last.descriptors).toBeLessThanOrEqual(first.descriptors + 4);
  // Each process starts threads for files and names as it needs them, at most four.
  expect(last.threads).toBeLessThanOrEqual(first.threads + 10);
  // Flat: the garbage that is not yet collected varies by some per cent.
  expect(last.memoryMiB / first.memoryMiB).toBeLessThan(1.1);
  expect(cameras.map(({ restarts }) => restarts)).toEqual([0, 0, 0, 0]);
  expect([refused.lostScans, outbox.parked]).toEqual([0, 0]);
});

async function hasSeen(agent: Agent, pictures: number): Promise<boolean> {
  const cameras = await agent.status().then(
    (status) => status.cameras,
    () => [],
  );
  return (
    cameras.reduce((sum, { framesDelivered, framesDropped }) => sum + framesDelivered + framesDropped, 0) >= pictures
  );
}

/** The least of half a tenth: memory that is about to be collected does not count. */
function leastOf(looks: readonly Held[]): Held {
  const least = (of: (held: Held) => number) => Math.min(...looks.map(of));
  return {
    memoryMiB: Math.round(least((held) => held.memoryMiB)),
    agentMiB: Math.round(least((held) => held.agentMiB)),
    descriptors: least((held) => held.descriptors),
    threads: least((held) => held.threads),
    processes: least((held) => held.processes),
  };
}

/** Undefined if a process has just ended: the agent also runs programs that end at once, such as timedatectl. */
function look(processId: number): Held | undefined {
  try {
    return count(processId);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return undefined;
    throw error;
  }
}

function count(processId: number): Held {
  const all = [processId, ...childrenOf(processId)];
  const sum = (of: (process: number) => number) => all.reduce((total, process) => total + of(process), 0);
  return {
    memoryMiB: sum(memoryMiB),
    agentMiB: memoryMiB(processId),
    descriptors: sum((process) => readdirSync(`/proc/${process}/fd`).length),
    threads: sum((process) => readdirSync(`/proc/${process}/task`).length),
    processes: all.length,
  };
}

const memoryMiB = (process: number): number =>
  proportionalMebibytes(process, "Pss_Anon") + proportionalMebibytes(process, "Pss_Shmem");
