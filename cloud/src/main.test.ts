import { once } from "node:events";
import { Client } from "pg";
import { describe, expect, it, vi } from "vitest";
import { createEmptyDatabase, createFolder, startCloud } from "./process-testing.ts";
import { workers } from "./workers.ts";

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
  }, 180_000);

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
  }, 180_000);

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
  }, 180_000);
});
