import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { toolAt } from "../../../deploy/testing/needs.ts";
import { cleanUpLater } from "./clean-up.ts";
import { freePort } from "./postgres.ts";

/**
 * Starts PgBouncer in transaction mode before the server of `url`, as strict as it comes: it ignores no startup
 * parameter. `connectQuery` runs on each connection to the server. Resolves to the same database's address through it.
 */
export async function startPgBouncer(url: string, { connectQuery }: { connectQuery: string }): Promise<string> {
  const { hostname, port, username, password } = new URL(url);
  const folder = await mkdtemp(path.join(tmpdir(), "pgbouncer-"));
  await chmod(folder, 0o755);
  const listenPort = await freePort();
  const server = `host=${hostname} port=${port} user=${username}${password ? ` password=${password}` : ""}`;
  const lines = [
    "[databases]",
    `* = ${server} connect_query='${connectQuery}'`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${listenPort}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 5",
    // It refuses to run as root.
    ...(process.getuid?.() === 0 ? ["user = nobody"] : []),
  ];
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(file, lines.join("\n"), { mode: 0o644 });
  const child = spawn(toolAt("pgbouncer"), [file], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  cleanUpLater(async () => {
    child.kill("SIGQUIT");
    await ended;
    await rm(folder, { recursive: true });
  });
  await untilUp(createInterface(child.stderr));
  const through = new URL(url);
  through.port = String(listenPort);
  return through.href;
}

async function untilUp(lines: AsyncIterable<string>): Promise<void> {
  const output: string[] = [];
  for await (const line of lines) {
    output.push(line);
    if (line.includes("process up")) return;
  }
  throw new Error(`pgbouncer ended before it listened:\n${output.join("\n")}`);
}
