/**
 * Measures the time that `run` takes until /health answers, in turn with a process of Node.js that does nothing, and
 * with the program printing its version.
 *
 *   node edge-agent/bench/start.bench.ts [rounds]
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const rounds = Number(process.argv[2] ?? 7);
const LIMIT_MS = 1_500;
const cli = path.resolve(import.meta.dirname, "../src/cli.ts");
const folder = mkdtempSync(path.join(tmpdir(), "start-bench-"));
const configFile = path.join(folder, "edge-agent.yaml");
writeFileSync(
  configFile,
  `cloud: { url: "http://127.0.0.1:9", apiKey: key }
device: { id: bench }
dataDir: data
models: { category: { file: "bundled:category-demo" } }
cameras: [{ id: top, url: "test:pattern" }]
stations: [{ id: gate, camera: top, model: category, container: { fixed: CSQU3054383 } }]
status: { port: 0 }
`,
);

async function timeToHealth(): Promise<number> {
  const startedMs = performance.now();
  const agent = spawn(process.execPath, [cli, "run", "--config", configFile], { stdio: "ignore" });
  try {
    for (;;) {
      if (await isHealthy()) return performance.now() - startedMs;
      await delay(5);
    }
  } finally {
    agent.kill("SIGTERM");
    await once(agent, "close");
  }
}

async function isHealthy(): Promise<boolean> {
  try {
    const { url } = JSON.parse(readFileSync(path.join(folder, "data/agent-address.json"), "utf8"));
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}

function timeOf(...args: string[]): number {
  const startedMs = performance.now();
  spawnSync(process.execPath, args);
  return performance.now() - startedMs;
}

const times: { bare: number; version: number; health: number }[] = [];
await timeToHealth(); // fills the caches of the system and of Node.js
for (let round = 0; round < rounds; round++) {
  times.push({ bare: timeOf("-e", ""), version: timeOf(cli, "--version"), health: await timeToHealth() });
}
rmSync(folder, { recursive: true });

const middle = (name: "bare" | "version" | "health") =>
  times.map((each) => each[name]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
const least = Math.min(...times.map(({ health }) => health));
console.log(`load ${loadavg()[0]?.toFixed(1)}, medians of ${rounds}`);
console.log(`bare process     ${middle("bare").toFixed(0)} ms`);
console.log(`--version        ${middle("version").toFixed(0)} ms`);
console.log(
  `run to /health   ${middle("health").toFixed(0)} ms, shortest ${least.toFixed(0)} ms, limit ${LIMIT_MS} ms on a quiet machine`,
);
console.log(`ratio            ${(middle("health") / middle("bare")).toFixed(1)} bare processes`);
