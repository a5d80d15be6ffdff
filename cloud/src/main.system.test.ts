import { once } from "node:events";
import { connect } from "node:net";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { startWebServer } from "./platform/outbound/testing.ts";
import { fewOrMany } from "../../deploy/testing/few-or-many.ts";
import { createEmptyDatabase, createFolder, startCloud } from "./testing/processes.ts";
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
  test("starts as several replicas at once on an empty database, with one admin and one set of queues", async () => {
    const databaseUrl = await createEmptyDatabase();
    const shared = { DATABASE_URL: databaseUrl, JWT_SECRET: "j".repeat(40), EDGE_API_KEY: "e".repeat(40) };
    const replicas = await Promise.all(
      Array.from({ length: fewOrMany(2, 4) }, async () => startCloud({ ...shared, DATA_DIR: await createFolder() })),
    );
    const urls = await Promise.all(replicas.map(({ url }) => url()));
    for (const url of urls) await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200);
    expect(replicas.filter(({ output }) => output().includes("First sign-in:"))).toHaveLength(1);
    expect(await query(databaseUrl, "select role from users where role = 'admin'")).toHaveLength(1);
    expect(await query(databaseUrl, "select email from users")).toHaveLength(2);
    const queues = await query(databaseUrl, "select name from jobs.queue where name not like '\\_\\_%'");
    expect(queues).toHaveLength(workers.length);
    const repeated = "select hash from drizzle.__drizzle_migrations group by hash having count(*) > 1";
    expect(await query(databaseUrl, repeated)).toEqual([]);
    expect(await Promise.all(replicas.map(({ stop }) => stop()))).toEqual(replicas.map(() => 0));
  });

  test("sends load balancers away before it stops listening, and a second signal cuts that short", async () => {
    const settings = { DATABASE_URL: await createEmptyDatabase(), DRAIN_DELAY_SECONDS: "60" };
    const { url, stop, output, child } = await startCloud({ ...settings, DATA_DIR: await createFolder() });
    const base = await url();
    child.kill("SIGTERM");
    const ready = async () => {
      const reply = await fetch(`${base}/ready`);
      return [reply.status, JSON.parse(await reply.text()).data.checks[0]];
    };
    await expect.poll(ready).toMatchObject([503, { name: "draining", ok: false }]);
    expect((await fetch(`${base}/v1/openapi.json`)).status).toBe(200);
    expect(await stop()).toBe(0);
    expect(output()).toMatch(/a second signal.*"stopped"/s);
    await expect(fetch(`${base}/health`)).rejects.toThrow("fetch failed");
  });

  test("stops within 20 s whatever is under way: a stream, an upload that stalls, a webhook that does not answer", async () => {
    const called = Promise.withResolvers<void>();
    const receiver = await startWebServer(() => called.resolve());
    const account = { email: "admin@example.com", password: "a long enough password" };
    const { url, stop, output } = await startCloud({
      DATABASE_URL: await createEmptyDatabase(),
      DATA_DIR: await createFolder(),
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      EDGE_API_KEY: "e".repeat(40),
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: "true",
    });
    const base = await url();
    const post = (path: string, body: object, headers = {}) =>
      fetch(`${base}/v1${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const { data } = JSON.parse(await (await post("/user/auth/email/login", account)).text());
    const headers = { Authorization: `Bearer ${data.token}` };
    expect((await post("/admin/webhooks", { url: receiver, events: ["container.created"] }, headers)).status).toBe(201);
    const stream = await fetch(`${base}/v1/events`, { headers });
    const stalled = connect(Number(new URL(base).port), "127.0.0.1");
    stalled.write(
      `POST /v1/edge/containers/STALLED/scans/category HTTP/1.1\r\nHost: x\r\nX-API-Key: ${"e".repeat(40)}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"image":"',
    );
    stalled.on("error", () => {});
    expect((await post("/containers", { containerNumber: "MSKU1234565" }, headers)).status).toBe(201);
    await called.promise;
    expect(await stop()).toBe(0);
    expect(output()).toContain('"stopped"');
    expect(await stream.text()).toContain("event: container.created");
  });

  test("refuses an embedded database that another process has open, and names that process", async () => {
    const folder = await createFolder();
    const first = await startCloud({ DATA_DIR: folder });
    const base = await first.url();
    const second = await startCloud({ DATA_DIR: folder });
    const [code] = await once(second.child, "exit");
    expect(code).toBe(1);
    expect(second.output()).toContain(`is in use by process ${first.child.pid}. Stop that process`);
    await expect.poll(async () => (await fetch(`${base}/ready`)).status).toBe(200);
    expect(await first.stop()).toBe(0);
  });
});
