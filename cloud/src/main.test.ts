import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { describe, expect, inject, it, vi } from "vitest";
import { cleanUpLater } from "./db/clean-up.ts";
import { administer } from "./db/testing.ts";
import { workers } from "./workers.ts";

type Running = { output: () => string; url: () => Promise<string>; stop: () => Promise<number | null> };

/** Starts the real program; it is gone after the test. */
async function startCloud(settings: Record<string, string>): Promise<Running & { child: ChildProcess }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
    env: { PATH: process.env["PATH"], PORT: "0", HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => lines.push(String(chunk)));
  const output = () => lines.join("");
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };
  cleanUpLater(stop);
  const url = () =>
    vi.waitFor(
      () => {
        const port = /"port":(\d+)/.exec(output())?.[1];
        if (port === undefined) throw new Error(`it does not listen:\n${output()}`);
        return `http://127.0.0.1:${port}`;
      },
      { timeout: 60_000, interval: 100 },
    );
  return { child, output, url, stop };
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "main-"));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function createEmptyDatabase() {
  const name = `empty_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(inject("postgresUrl"), `create database ${name}`);
  cleanUpLater(() => administer(inject("postgresUrl"), `drop database ${name} with (force)`));
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe("the program", () => {
  it("starts as four replicas at once on an empty database, with one admin and one set of queues", async () => {
    const databaseUrl = await createEmptyDatabase();
    const shared = { DATABASE_URL: databaseUrl, JWT_SECRET: "j".repeat(40), EDGE_API_KEY: "e".repeat(40) };
    const replicas = await Promise.all(
      Array.from({ length: 4 }, async () => startCloud({ ...shared, DATA_DIR: await createFolder() })),
    );
    const urls = await Promise.all(replicas.map(({ url }) => url()));
    for (const url of urls) expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect(replicas.filter(({ output }) => output().includes("First sign-in:"))).toHaveLength(1);
    expect(await query(databaseUrl, "select role from users where role = 'admin'")).toHaveLength(1);
    expect(await query(databaseUrl, "select email from users")).toHaveLength(2);
    const queues = await query(databaseUrl, "select name from jobs.queue where name not like '\\_\\_%'");
    expect(queues).toHaveLength(workers.length);
    const repeated = "select hash from drizzle.__drizzle_migrations group by hash having count(*) > 1";
    expect(await query(databaseUrl, repeated)).toEqual([]);
    expect(await Promise.all(replicas.map(({ stop }) => stop()))).toEqual([0, 0, 0, 0]);
  }, 120_000);

  it("sends load balancers away before it stops listening", async () => {
    const settings = { DATABASE_URL: await createEmptyDatabase(), DRAIN_DELAY_SECONDS: "2" };
    const { url, stop, output, child } = await startCloud({ ...settings, DATA_DIR: await createFolder() });
    const base = await url();
    child.kill("SIGTERM");
    const drained = await vi.waitFor(async () => {
      const reply = await fetch(`${base}/ready`);
      expect(reply.status).toBe(503);
      return reply.text();
    });
    expect(JSON.parse(drained).data.checks[0]).toMatchObject({ name: "draining", ok: false });
    expect((await fetch(`${base}/v1/openapi.json`)).status).toBe(200);
    expect(await stop()).toBe(0);
    expect(output()).toContain('"stopped"');
    await expect(fetch(`${base}/health`)).rejects.toThrow("fetch failed");
  }, 60_000);

  it("refuses an embedded database that another process has open, and names that process", async () => {
    const folder = await createFolder();
    const first = await startCloud({ DATA_DIR: folder });
    const base = await first.url();
    const second = await startCloud({ DATA_DIR: folder });
    const [code] = await once(second.child, "exit");
    expect(code).toBe(1);
    expect(second.output()).toContain(`is in use by process ${first.child.pid}. Stop that process`);
    expect((await fetch(`${base}/ready`)).status).toBe(200);
    expect(await first.stop()).toBe(0);
  }, 120_000);
});
