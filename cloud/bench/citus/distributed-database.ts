import { Client } from "pg";
import { vi } from "vitest";
import { cleanUpLater } from "../../src/testing/clean-up.ts";
import { runCommand } from "../../src/operations/commands/run-command.ts";

type Node = { host: string; port: number };
export type DistributedDatabase = {
  url: string;
  name: string;
  coordinator: Client;
  workers: readonly Node[];
  /** A connection to a database on a worker, to this one unless another is named. */
  connectTo: (node: Node, database?: string) => Promise<Client>;
};

const COORDINATOR = process.env["CITUS_URL"] ?? "";

async function open(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

function addressOf(base: string, name: string, node?: Node): string {
  const url = new URL(base);
  if (node) Object.assign(url, { hostname: node.host, port: String(node.port) });
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * A new database on the coordinator that CITUS_URL names and on `workerCount` of its workers, joined but still empty;
 * dropped after the file's tests.
 */
export async function createDistributedDatabase(workerCount = 2): Promise<DistributedDatabase> {
  if (COORDINATOR === "") throw new Error("run these tests with: npm run test:citus");
  const name = `tracking_${crypto.randomUUID().replaceAll("-", "")}`;
  const owner = await open(COORDINATOR);
  const { rows: found } = await owner.query<Node>(
    "select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid > 0 order by port",
  );
  const workers = found.slice(0, workerCount);
  const { rows: own } = await owner.query<Node>(
    "select nodename as host, nodeport as port from pg_dist_node where groupid = 0",
  );
  if (workers.length < workerCount)
    throw new Error(`the cluster at CITUS_URL has ${found.length} workers, and ${workerCount} are needed`);
  const servers = [
    addressOf(COORDINATOR, "postgres"),
    ...workers.map((node) => addressOf(COORDINATOR, "postgres", node)),
  ];
  for (const server of servers) {
    const client = await open(server);
    await client.query(`set citus.enable_ddl_propagation = off`);
    await client.query(`create database ${name}`);
    await client.end();
    const inside = await open(addressOf(server, name));
    await inside.query("create extension citus");
    await inside.end();
  }
  await owner.end();
  const url = addressOf(COORDINATOR, name);
  const coordinator = await open(url);
  const { hostname, port } = new URL(COORDINATOR);
  await coordinator.query("select citus_set_coordinator_host($1, $2)", [
    own[0]?.host ?? hostname,
    own[0]?.port ?? Number(port || 5432),
  ]);
  for (const { host, port: workerPort } of workers)
    await coordinator.query("select citus_add_node($1, $2)", [host, workerPort]);
  cleanUpLater(async () => {
    await coordinator.end();
    for (const server of servers) {
      const client = await open(server);
      await drop(client, name);
      await client.end();
    }
  });
  return {
    url,
    name,
    coordinator,
    workers,
    connectTo: (node, inside = name) => open(addressOf(COORDINATOR, inside, node)),
  };
}

/** Runs `npm run cloud -- distribute-tracking` against it; returns the exit code and the printed lines. */
export async function distribute(trackingUrl: string, mainUrl: string, dataDir: string) {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const environment = { DATABASE_URL: mainUrl, TRACKING_DATABASE_URL: trackingUrl, DATA_DIR: dataDir };
  const code = await runCommand(["distribute-tracking"], {
    environment,
    nowMs: Date.now,
    jobKinds: [],
    print: keep,
    note: keep,
  });
  return { code, output: lines.join("\n") };
}

/** Citus' own maintenance may be connected at that moment, which no force ends. */
async function drop(client: Client, name: string): Promise<void> {
  await vi.waitFor(() => client.query(`drop database ${name} with (force)`), { timeout: 60_000, interval: 500 });
}

/** A new database without the extension on the server of the coordinator; dropped after the file's tests. */
export async function createPlainDatabase(): Promise<string> {
  const name = `plain_${crypto.randomUUID().replaceAll("-", "")}`;
  const url = addressOf(COORDINATOR, name);
  await inServer(`create database ${name}`);
  cleanUpLater(() => inServer(`drop database ${name} with (force)`));
  return url;
}

async function inServer(statement: string): Promise<void> {
  const client = await open(addressOf(COORDINATOR, "postgres"));
  await client.query(statement);
  await client.end();
}
