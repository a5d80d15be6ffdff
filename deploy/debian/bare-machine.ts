// A bare Debian 12 in a folder, booted with systemd. Needs root, debootstrap and systemd-nspawn.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { waitUntil } from "../demo/wait-until.ts";

const NEEDED = { "/usr/sbin/debootstrap": "debootstrap", "/usr/bin/systemd-nspawn": "systemd-container" };
/** Packages that an installed Debian has, and debootstrap's base lacks. */
const PACKAGES = ["systemd", "systemd-sysv", "dbus", "ca-certificates", "iproute2", "procps", "cron"];
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

/** The packages of Debian that are missing here. */
export const missingPackages = (): string[] =>
  Object.entries(NEEDED).flatMap(([program, name]) => (spawnSync("test", ["-x", program]).status === 0 ? [] : [name]));

/** Makes a machine; a minimal one has only what Debian calls required, and the packages that are named. */
export function makeMachine(folder: string, { minimalWith }: { minimalWith?: readonly string[] } = {}): void {
  const include = `--include=${[...PACKAGES, ...(minimalWith ?? [])].join(",")}`;
  const variant = minimalWith === undefined ? [] : ["--variant=minbase"];
  execFileSync("debootstrap", [...variant, include, "bookworm", folder], { stdio: "inherit" });
}

/**
 * Boots the machine of a folder; `mounts` are folders of this machine and where they lie there. It shares the network of
 * this machine, or has none but its own loopback.
 */
export async function bootMachine(
  folder: string,
  mounts: Record<string, string>,
  { isOffline = false }: { isOffline?: boolean } = {},
) {
  for (const file of ["/etc/resolv.conf", "/etc/hosts", AUTHORITIES]) copyFileSync(file, path.join(folder, file));
  // A person answers the questions of apt-get.
  writeFileSync(path.join(folder, "etc/apt/apt.conf.d/assume-yes"), 'APT::Get::Assume-Yes "true";\n');
  for (const place of Object.values(mounts)) mkdirSync(path.join(folder, place), { recursive: true });
  const binds = Object.entries(mounts).map(([here, there]) => `--bind-ro=${here}:${there}`);
  const options = ["--boot", "--register=no", "--keep-unit", "--console=pipe", ...binds];
  if (isOffline) options.push("--private-network");
  const log = openSync(`${folder}.log`, "a");
  const nspawn = spawn("systemd-nspawn", ["-D", folder, ...options], { stdio: ["ignore", log, log] });
  const leader = async () => {
    const pid = spawnSync("pgrep", ["-P", String(nspawn.pid)], { encoding: "utf8" }).stdout.trim();
    const state =
      pid && spawnSync("nsenter", ["-t", pid, "-a", "systemctl", "is-system-running"], { encoding: "utf8" });
    return state && /running|degraded/.test(state.stdout) ? pid : undefined;
  };
  const pid = await waitUntil("the machine is booted", leader, { timeoutMs: 120_000, everyMs: 1_000 });
  const shell = openShell(pid);
  const stop = async () => {
    // The machine waits for its last process.
    await shell.end();
    const ended = once(nspawn, "exit");
    spawnSync("nsenter", ["-t", pid, "-a", "systemctl", "poweroff"]);
    await ended;
  };
  return { run: shell.run, stop };
}

/** One shell of root, which keeps variables and folder from one text of commands to the next. */
function openShell(pid: string) {
  const variables = [
    "HOME=/root",
    "LC_ALL=C.UTF-8",
    "DEBIAN_FRONTEND=noninteractive",
    `NODE_EXTRA_CA_CERTS=${AUTHORITIES}`,
  ];
  const PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const shell = spawn("nsenter", ["-t", pid, "-a", "env", "-i", ...variables, PATH, "bash"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  shell.stdin.write("cd /root; exec 2>&1; trap 'failures+=(\"$BASH_COMMAND\")' ERR\n");
  let count = 0;
  /** Resolves to the output of the commands and the commands that failed. */
  const run = async (commands: string): Promise<{ output: string; failures: string }> => {
    count += 1;
    const mark = `--- end of ${count}`;
    // The commands do not read the standard input of the shell, which contains the next commands.
    const encoded = Buffer.from(commands).toString("base64");
    shell.stdin.write(`failures=(); eval "$(base64 -d <<< ${encoded})" < /dev/null\n`);
    shell.stdin.write(`printf '\\n%s %s\\n' '${mark}' "\${failures[*]}"\n`);
    const printed: string[] = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the shell of the machine ended in:\n${commands}\n${printed.join("\n")}`);
      if (value.startsWith(mark)) return { output: printed.join("\n"), failures: value.slice(mark.length).trim() };
      printed.push(value);
    }
  };
  const end = async () => {
    const ended = once(shell, "exit");
    shell.stdin.end();
    await ended;
  };
  return { run, end };
}
