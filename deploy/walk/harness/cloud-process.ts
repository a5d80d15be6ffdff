import path from "node:path";
import { Client, type QueryResultRow } from "pg";
import { inject } from "vitest";
import { administer } from "../../../cloud/src/testing/database.ts";
import { type Program, startProgram } from "../../demo/child-process.ts";
import { cloudEnvironment } from "../../testing/cloud-environment.ts";
import { freePort } from "./free-port.ts";
import { waitUntil } from "../../demo/wait-until.ts";

const main = path.resolve(import.meta.dirname, "../../../cloud/src/main.ts");
export const edgeApiKey = "walk-edge-key-0123456789abcdef";
const admin = { email: "admin@example.com", password: "a long walk for one scan" };

/** Starts the real cloud program in a separate process, on a real Postgres, with a signed-in way to query it. */
export async function startCloud(folder: string, settings: NodeJS.ProcessEnv = {}) {
  const databaseUrl = settings["DATABASE_URL"] ?? (await createDatabase());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...cloudEnvironment({ port, folder, databaseUrl, apiKey: edgeApiKey, admin }), ...settings };
  const program: Program = startProgram("cloud", main, [], env, folder);
  await waitUntil("the cloud is ready", async () => (await fetch(`${url}/ready`)).ok || undefined, {
    timeoutMs: 250_000,
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${program.lastLines()}`);
  });
  const token = await signIn(url);

  async function request(method: string, route: string, body?: unknown): Promise<Response> {
    return fetch(`${url}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
  async function dataOf<Data>(reply: Response): Promise<Data> {
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}: ${text}`);
    return (JSON.parse(text) as { data: Data }).data;
  }
  return {
    url,
    /** The settings of another process beside this one. */
    sameDatabase: { DATABASE_URL: databaseUrl },
    stop: () => program.stop(),
    signIn: () => signIn(url),
    receiptsOf: (containerNumber: string) => readReceipts(databaseUrl, containerNumber),
    get: async <Data>(route: string) => dataOf<Data>(await request("GET", route)),
    post: async <Data>(route: string, body: unknown) => dataOf<Data>(await request("POST", route, body)),
    postPicture: async (route: string, jpeg: Uint8Array<ArrayBuffer>) =>
      fetch(`${url}${route}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "image/jpeg" },
        body: jpeg,
      }),
    bytes: async (route: string) => new Uint8Array(await (await request("GET", route)).arrayBuffer()),
  };
}
export type Cloud = Awaited<ReturnType<typeof startCloud>>;

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/v1/user/auth/email/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
  return ((await reply.json()) as { data: { token: string } }).data.token;
}

/** The receipts of a container's category scans, straight from the database: record id and the scan it became. */
async function readReceipts(databaseUrl: string, containerNumber: string): Promise<{ key: string; scanId: string }[]> {
  const { rows } = await query<{ key: string; scanId: string }>(
    databaseUrl,
    `select key, reply->>'scanId' as "scanId" from idempotency_receipts
      where reply->>'containerNumber' = $1 and reply ? 'scanId'`,
    [containerNumber],
  );
  return rows;
}

/** Creates a separate database on the run's Postgres server, with all migrations. */
async function createDatabase(): Promise<string> {
  const url = new URL(inject("postgresUrl"));
  const name = `walk_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(url.href, `create database ${name} template migrated strategy file_copy`);
  url.pathname = `/${name}`;
  return url.href;
}

async function query<Row extends QueryResultRow>(url: string, statement: string, values: unknown[]) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Row>(statement, values);
  } finally {
    await client.end();
  }
}
