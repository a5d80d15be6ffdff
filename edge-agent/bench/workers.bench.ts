/**
 * Four cameras on all cores: pictures per second of the agent's inference workers, letterbox to outlines, against bare
 * `session.run` of the same graph on as many threads; the delays of the main thread's event loop and of `/health`
 * during the run; the memory used by each arrangement of workers and threads.
 *
 *   node edge-agent/bench/workers.bench.ts [seconds per turn] [rounds]
 *
 * Both sides take turns in one run; the graph has random weights and the size of yolov8n-seg at 640 × 640.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { Hono } from "hono";
import { createInferencePool } from "../src/inference/inference-pool.ts";
import { createRunner } from "../src/inference/runner.ts";
import { serveStatus } from "../src/status/serve-status.ts";
import { buildRandomGraph } from "./random-graph.ts";

const CAMERAS = 4;
const PICTURE = { widthPixels: 1280, heightPixels: 720 };
const FINDINGS = 6;
const SILENT = { info() {}, warn() {}, error: console.error };

type Arrangement = { workers: number; threads: number };
type Task = Arrangement & { kind: "bare" | "agent"; file: string; confidence: number; seconds: number };
type Result = {
  picturesPerSecond: number;
  /** Processor time of one picture in ms, regardless of other work on the processors. */
  cpuMs: number;
  rssMegabytes: number;
  loopMs?: number;
  healthMs?: number;
};

if (process.argv[2] === "--task") {
  const task: Task = JSON.parse(process.argv[3] ?? "");
  process.send?.(await (task.kind === "bare" ? runBare(task) : runAgent(task)), () => process.exit());
} else {
  await compare();
}

async function compare(): Promise<void> {
  const [seconds = 8, rounds = 3] = process.argv.slice(2).map(Number);
  const folder = mkdtempSync(path.join(os.tmpdir(), "workers-bench-"));
  const file = path.join(folder, "random.onnx");
  const graph = buildRandomGraph();
  writeFileSync(file, graph.bytes);
  const confidence = await confidenceOf(file);
  const cores = os.availableParallelism();
  console.log(
    `${graph.gigaOperations.toFixed(1)} GFLOP, ${(graph.weights / 1e6).toFixed(1)} M weights; ${CAMERAS} cameras of ` +
      `1280 × 720; ${cores} cores, load ${os.loadavg()[0]?.toFixed(1)}; medians of ${rounds} rounds of ${seconds} s\n`,
  );
  const arrangements: Arrangement[] = [
    { workers: 1, threads: cores },
    { workers: cores, threads: 1 },
  ];
  console.log(
    "workers × threads  bare/s  agent/s  ratio  bare CPU ms  agent CPU ms  ratio  RSS MB  event loop p99 ms  /health p99 ms",
  );
  for (const arrangement of arrangements) {
    const bare: Result[] = [];
    const agent: Result[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await inProcess({ kind: "bare", file, confidence, seconds, ...arrangement }));
      agent.push(await inProcess({ kind: "agent", file, confidence, seconds, ...arrangement }));
    }
    const [bareRate, rate] = [bare, agent].map((results) => median(results.map((r) => r.picturesPerSecond)));
    const ratios = agent.map((result, round) => result.picturesPerSecond / (bare[round]?.picturesPerSecond ?? 1));
    const [bareCpu = 0, cpu = 1] = [bare, agent].map((results) => median(results.map((r) => r.cpuMs)));
    console.log(
      [
        `${arrangement.workers} × ${arrangement.threads}`.padEnd(17),
        bareRate?.toFixed(1).padEnd(6),
        rate?.toFixed(1).padEnd(7),
        median(ratios).toFixed(2).padEnd(5),
        bareCpu.toFixed(0).padEnd(11),
        cpu.toFixed(0).padEnd(12),
        (bareCpu / cpu).toFixed(2).padEnd(5),
        median(agent.map((r) => r.rssMegabytes))
          .toFixed(0)
          .padEnd(6),
        median(agent.map((r) => r.loopMs ?? 0))
          .toFixed(1)
          .padEnd(17),
        median(agent.map((r) => r.healthMs ?? 0)).toFixed(1),
      ].join("  "),
    );
  }
  rmSync(folder, { recursive: true });
}

/** The confidence that about as many rows exceed as a busy picture has objects, before overlaps are suppressed. */
async function confidenceOf(file: string): Promise<number> {
  const runner = await createRunner(file, null);
  const [output] = await runner.run(new Float32Array(runner.inputLength).fill(0.5), runner.input);
  await runner.close();
  const [, channels = 0, rows = 0] = output?.dims ?? [];
  const best = new Float32Array(rows);
  for (let channel = 4; channel < channels - 32; channel += 1) {
    for (let row = 0; row < rows; row += 1) {
      best[row] = Math.max(best[row] ?? 0, output?.data[channel * rows + row] ?? 0);
    }
  }
  return best.toSorted().at(-30) ?? 0.5;
}

async function inProcess(task: Task): Promise<Result> {
  const child = fork(import.meta.filename, ["--task", JSON.stringify(task)]);
  return new Promise((resolve, reject) => {
    child.once("message", (result: Result) => resolve(result));
    child.once("exit", (code) => reject(new Error(`the bench process ended with ${code}`)));
  });
}

/** `session.run` alone, on as many worker threads as the agent would use. */
async function runBare({ workers, threads, file, seconds }: Task): Promise<Result> {
  const source = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData.runner).then(async ({ createRunner }) => {
      const runner = await createRunner(workerData.file, null, { threads: workerData.threads });
      const input = new Float32Array(runner.inputLength).fill(0.4);
      for (let warm = 0; warm < 10; warm += 1) await runner.run(input, runner.input);
      parentPort.postMessage("ready");
      parentPort.once("message", async () => {
        const endMs = performance.now() + workerData.seconds * 1000;
        const startedMs = performance.now();
        let pictures = 0;
        while (performance.now() < endMs) { await runner.run(input, runner.input); pictures += 1; }
        parentPort.postMessage({ pictures, rate: 1000 * pictures / (performance.now() - startedMs) });
      });
    });`;
  const { Worker } = await import("node:worker_threads");
  const runner = new URL("../src/inference/runner.ts", import.meta.url).href;
  const started = Array.from(
    { length: workers },
    () => new Worker(source, { eval: true, workerData: { runner, file, threads, seconds } }),
  );
  const next = (worker: InstanceType<typeof Worker>) =>
    new Promise<{ pictures: number; rate: number }>((resolve) => worker.once("message", resolve));
  await Promise.all(started.map(next));
  const rates = started.map(next);
  const cpuBefore = process.cpuUsage();
  for (const worker of started) worker.postMessage("go", []);
  const turns = await Promise.all(rates);
  const cpuMs = cpuSince(cpuBefore) / turns.reduce((sum, { pictures }) => sum + pictures, 0);
  const picturesPerSecond = turns.reduce((sum, { rate }) => sum + rate, 0);
  return { picturesPerSecond, cpuMs, rssMegabytes: process.memoryUsage().rss / 1e6 };
}

/** The agent's pool with four cameras that always have a next picture, and a client that asks for /health. */
async function runAgent({ workers, threads, file, confidence, seconds }: Task): Promise<Result> {
  const pool = createInferencePool({ workers, threadsPerWorker: threads, logger: SILENT });
  const model = await pool.load({ file, confidence, maxDetections: FINDINGS });
  const rgb = new Uint8Array(PICTURE.widthPixels * PICTURE.heightPixels * 3).map((_, at) => (at * 7919) >> 6);
  const health = new Hono().get("/health", (context) => context.json({ status: "ok" }));
  const server = await serveStatus(health, { host: "127.0.0.1", port: 0 });
  let pictures = 0;
  const over = new AbortController();
  const cameras = Array.from({ length: CAMERAS }, async (_, camera) => {
    while (!over.signal.aborted) {
      await model.detect({ ...PICTURE, rgb }, `camera ${camera}`);
      pictures += 1;
    }
  });
  const isWarm = () => pictures >= 10 * workers;
  while (!isWarm()) await delay(10);
  const [startedMs, before, cpuBefore] = [performance.now(), pictures, process.cpuUsage()];
  await delay(seconds * 1_000);
  const picturesPerSecond = (1_000 * (pictures - before)) / (performance.now() - startedMs);
  const cpuMs = cpuSince(cpuBefore) / (pictures - before);
  // Afterwards: asking and measuring takes its own share of the processors.
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const healthMs: number[] = [];
  for (let asked = 0; asked < 200; asked += 1) {
    const askedMs = performance.now();
    await (await fetch(`${server.url}/health`)).arrayBuffer();
    healthMs.push(performance.now() - askedMs);
    await delay(20);
  }
  loop.disable();
  over.abort();
  await Promise.all(cameras);
  const rssMegabytes = process.memoryUsage().rss / 1e6;
  await server.close();
  await pool.close();
  const sorted = healthMs.toSorted((a, b) => a - b);
  return {
    picturesPerSecond,
    cpuMs,
    rssMegabytes,
    loopMs: loop.percentile(99) / 1e6 - 5,
    healthMs: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
