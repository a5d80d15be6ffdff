/**
 * Measures `npm start` in a folder of its own: the time until its address is printed and until the first scan is
 * recorded, then memory and processor time of each of its processes.
 *
 *   node deploy/bench/demonstration.bench.ts [seconds to settle] [seconds to measure]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { waitUntil } from "../demo/wait-until.ts";
import { childrenOf, ownProcessorMs, proportionalMebibytes } from "./process-figures.ts";

const [settleSeconds = 60, seconds = 30] = process.argv.slice(2).map(Number);
const root = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(os.tmpdir(), "demonstration-bench-"));
const reports = path.join(folder, "memory");
/** A loaded machine takes minutes for each step. */
const WAIT = { timeoutMs: 300_000, everyMs: 100 };
mkdirSync(reports);

const PORT = 3_950;
const admin = { email: "bench@example.com", password: "only-for-this-bench" };
const preload = `--import ${path.join(import.meta.dirname, "report-memory.ts")}`;
const names: [RegExp, string][] = [
  [/demo\/start/, "npm start itself"],
  [/cloud\/src/, "cloud"],
  [/cli\.ts run/, "edge agent"],
  [/camera-process/, "camera"],
];

const startedMs = performance.now();
const program = spawn(process.execPath, [path.join(root, "deploy/demo/start.ts")], {
  cwd: root,
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR: path.join(folder, "data"),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    NODE_OPTIONS: preload,
    MEMORY_REPORTS: reports,
  },
  stdio: ["ignore", "pipe", "inherit"],
});
let output = "";
program.stdout.on("data", (chunk: Buffer) => (output += String(chunk)));
const sinceStart = () => `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
try {
  console.log(`${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(1)}`);
  await waitUntil("the address is printed", () => output.includes(`http://localhost:${PORT}`) || undefined, WAIT);
  console.log(`address printed  ${sinceStart()}`);
  const token = await signIn();
  await waitUntil("a scan is recorded", async () => (await hasScan(token)) || undefined, WAIT);
  console.log(`first scan       ${sinceStart()}`);
  await delay(settleSeconds * 1_000);
  await measure();
} finally {
  program.kill("SIGINT");
  await once(program, "exit");
  rmSync(folder, { recursive: true });
}

async function measure(): Promise<void> {
  const pids = treeOf(program.pid ?? 0);
  const before = new Map(pids.map((pid) => [pid, cpuSeconds(pid)]));
  await delay(seconds * 1_000);
  const rows = pids.map((pid) => rowOf(pid, (cpuSeconds(pid) - (before.get(pid) ?? 0)) / seconds));
  console.log(`\n${columns(["process", "PSS", "anonymous", "files", "V8 heap", "buffers", "CPU"])}`);
  for (const row of rows)
    console.log(columns([row.name, ...row.mebibytes.map((it) => it.toFixed(0)), percent(row.cpu)]));
  const sum = rows.reduce((all, { mebibytes }) => all.map((it, at) => it + (mebibytes[at] ?? 0)), [0, 0, 0, 0, 0]);
  const cpu = rows.reduce((all, row) => all + row.cpu, 0);
  console.log(columns(["all", ...sum.map((it) => it.toFixed(0)), percent(cpu)]));
}

/** Proportional size in MiB, of which anonymous memory and pages of files, and what V8 knows of it. */
function rowOf(pid: number, cpu: number) {
  const sizes = ["Pss", "Pss_Anon", "Pss_File"].map((part) => proportionalMebibytes(pid, part));
  const { heapTotal, arrayBuffers } = JSON.parse(readFileSync(path.join(reports, `${pid}.json`), "utf8"));
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  const name = names.find(([pattern]) => pattern.test(command))?.[1] ?? command;
  return { name, mebibytes: [...sizes, heapTotal / 1_048_576, arrayBuffers / 1_048_576], cpu };
}

function treeOf(top: number): number[] {
  return [top, ...childrenOf(top).flatMap(treeOf)];
}

function cpuSeconds(pid: number): number {
  return ownProcessorMs(pid) / 1_000;
}

async function signIn(): Promise<string> {
  const reply = await fetch(`http://localhost:${PORT}/v1/user/auth/email/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
  const { data }: { data: { token: string } } = JSON.parse(await reply.text());
  return data.token;
}

async function hasScan(token: string): Promise<boolean> {
  const containers = await list("/v1/containers?limit=20", token);
  const scans = await Promise.all(containers.map(({ id }) => list(`/v1/containers/${id}/scans?limit=1`, token)));
  return scans.some((each) => each.length > 0);
}

async function list(route: string, token: string): Promise<{ id: string }[]> {
  const reply = await fetch(`http://localhost:${PORT}${route}`, { headers: { authorization: `Bearer ${token}` } });
  const { data }: { data: { items: { id: string }[] } } = JSON.parse(await reply.text());
  return data.items;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function columns(cells: string[]): string {
  return cells.map((it, at) => (at === 0 ? it.padEnd(18) : it.padStart(11))).join("");
}
