import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { Client } from "pg";

const NODES = 3;

/**
 * Starts a coordinator and two workers on loopback, with the programs in `bin`, and joins them. As root the servers run
 * as the user postgres, since Postgres refuses root.
 */
export async function startCluster(bin: string, folder: string): Promise<{ url: string; stop: () => void }> {
  const asPostgres = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
  const run = (program: string, ...args: string[]) => {
    const [first = "", ...rest] = [...asPostgres, path.join(bin, program), ...args];
    // A started server keeps the pipes of its parent, so they are ignored; its output is in its own log.
    const { status } = spawnSync(first, rest, { stdio: "ignore" });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}`);
  };
  if (asPostgres.length > 0) {
    const owner = Number(spawnSync("id", ["-u", "postgres"], { encoding: "utf8" }).stdout);
    chownSync(folder, owner, owner);
  }
  chmodSync(folder, 0o755);
  const ports = await findFreePorts();
  const nodes = ports.map((port) => ({ port, data: path.join(folder, `node-${port}`) }));
  for (const { port, data } of nodes) {
    run("initdb", "-D", data, "-A", "trust", "-E", "UTF8", "-U", "postgres");
    appendFileSync(path.join(data, "postgresql.conf"), configuration(port));
    run("pg_ctl", "-D", data, "-l", path.join(data, "log"), "-w", "start");
  }
  const [coordinator = 0, ...workers] = ports;
  for (const port of ports) await query(port, "create extension citus");
  await query(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`);
  for (const port of workers) await query(coordinator, `select citus_add_node('127.0.0.1', ${port})`);
  const stop = () => {
    for (const { data } of nodes) run("pg_ctl", "-D", data, "-m", "immediate", "stop");
  };
  return { url: urlOf(coordinator), stop };
}

const urlOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

async function query(port: number, text: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(port) });
  await client.connect();
  await client.query(text);
  await client.end();
}

const configuration = (port: number): string => `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
max_connections = 200
max_prepared_transactions = 200
`;

async function findFreePorts(): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: NODES }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      return server;
    }),
  );
  return servers.map((server) => {
    const address = server.address();
    server.close();
    return typeof address === "object" && address !== null ? address.port : 0;
  });
}
