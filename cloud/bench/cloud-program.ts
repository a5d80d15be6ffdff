import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../src/testing/postgres.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { EDGE_KEY } from "./parts.ts";

const ADMIN_PASSWORD = "a long enough password";

/** The running program, its folder, and the address of its database. */
export type Cloud = { url: string; program: ChildProcess; folder: string; databaseUrl: string };

/** Runs `work` against the program as it is run in earnest, on a Postgres of its own, then removes both. */
export async function withCloud(work: (cloud: Cloud) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
  try {
    await withPostgres(async (open) => {
      const cloud = await startCloud(await open(), folder);
      try {
        await work(cloud);
      } finally {
        cloud.program.kill("SIGTERM");
        await once(cloud.program, "exit");
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function startCloud({ jobSource }: BenchDatabase, folder: string): Promise<Cloud> {
  if (!("url" in jobSource)) throw new Error("this benchmark needs Postgres");
  const port = await freePort();
  const own = {
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: folder,
    EDGE_API_KEY: EDGE_KEY,
    ADMIN_PASSWORD,
    TRUSTED_PROXY_HOPS: "1",
  };
  const program = fork(path.resolve(import.meta.dirname, "../src/main.ts"), {
    env: { ...process.env, ...own, DATABASE_URL: jobSource.url },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswered(`${url}/ready`, program);
  return { url, program, folder, databaseUrl: jobSource.url };
}

/** Waits up to 30 s until a program that was just started answers at `url`; throws if it ends or does not answer. */
export async function waitUntilAnswered(url: string, program: ChildProcess): Promise<void> {
  const isAnswered = async () => (await fetch(url).catch(() => undefined))?.ok;
  for (let tries = 0; !(await isAnswered()); tries += 1) {
    if (tries > 300 || program.exitCode !== null) throw new Error(`nothing answers at ${url}`);
    await delay(100);
  }
}

/** Signs in as the administrator; the token is for the header `Authorization`. */
export async function signIn(url: string): Promise<string> {
  const login = JSON.stringify({ email: "admin@localhost", password: ADMIN_PASSWORD });
  const headers = { "Content-Type": "application/json" };
  const signedIn = await fetch(`${url}/v1/user/auth/email/login`, { method: "POST", headers, body: login });
  return JSON.parse(await signedIn.text()).data.token;
}

/** Starts a process of its own that asks for the list of containers every few milliseconds. */
export async function startProber(url: string): Promise<ChildProcess> {
  const prober = fork(path.resolve(import.meta.dirname, "probe.ts"), [url]);
  await once(prober, "message");
  return prober;
}

/** Asks a prober for the p99 since it was asked last, in milliseconds. */
export async function askP99(prober: ChildProcess): Promise<number> {
  prober.send("p99");
  const [p99]: number[] = await once(prober, "message");
  return p99 ?? 0;
}

/** The most memory a process has had in RAM, as Linux counts it. */
export function peakRssBytes({ pid }: Pick<ChildProcess, "pid">): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}
