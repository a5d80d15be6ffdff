// A minimal Debian in a folder, with only git and Node.js, like a newcomer's machine. Needs root.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";
/** The oldest version that the README promises. */
export const OLDEST_NODE = "20.20.2";
/** The later releases with long support. */
export const LATER_NODES = ["22", "24"];
const NPM = "npm@10.9.9";
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export type User = { name: string; home: string; id: number };

export const root: User = { name: "root", home: "/root", id: 0 };
export const person: User = { name: "person", home: "/home/person", id: 1000 };

const read = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: "utf8" }).trim();

/** Makes the Debian in a folder, from the mirrors and the registry that this machine uses. */
export function makeBareDebian(folder: string): void {
  const [mirror = "", suite = ""] = findMirror();
  const options = ["--variant=minbase", "--include=git,ca-certificates"];
  execFileSync("debootstrap", [...options, suite, folder, mirror], { stdio: ["ignore", "ignore", "inherit"] });
  for (const file of ["/etc/resolv.conf", "/etc/hosts", AUTHORITIES]) copyFileSync(file, path.join(folder, file));
  installNode(folder, OLDEST_NODE);
  appendFileSync(path.join(folder, "etc/passwd"), `person:x:${person.id}:${person.id}::${person.home}:/bin/sh\n`);
  appendFileSync(path.join(folder, "etc/group"), `person:x:${person.id}:\n`);
  for (const { home, id } of [root, person]) {
    mkdirSync(path.join(folder, home), { recursive: true });
    writeFileSync(path.join(folder, home, ".npmrc"), `registry=${read("npm", "config", "get", "registry")}\n`);
    execFileSync("chown", ["-R", `${id}:${id}`, path.join(folder, home)]);
  }
}

/** The first of Debian's archives that apt reads here, and its suite. */
function findMirror(): string[] {
  const targets = read("apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)", "Created-By: Packages");
  const found = targets.split("\n").find((line) => !/security|updates/.test(line) && /debian\/? /.test(line));
  if (found === undefined) throw new Error(`apt's sources name no archive of Debian:\n${targets}`);
  return found.split(" ");
}

/** Puts this version of Node.js there, in place of another one; its package has no npm, and that of npm no Node.js. */
export function installNode(folder: string, version: string): void {
  const work = mkdtempSync(path.join(tmpdir(), "packages-"));
  const local = path.join(folder, "usr/local");
  const npm = path.join(local, "lib/node_modules/npm");
  const pack = ["pack", "--silent", "--pack-destination", work, `node-linux-${process.arch}@${version}`, NPM];
  const [node = "", own = ""] = read("npm", ...pack).split("\n");
  rmSync(npm, { recursive: true, force: true });
  mkdirSync(npm, { recursive: true });
  execFileSync("tar", ["-xzf", path.join(work, node), "-C", local, "--strip-components=1", "package/bin/node"]);
  execFileSync("tar", ["-xzf", path.join(work, own), "-C", npm, "--strip-components=1"]);
  for (const name of ["npm", "npx"]) {
    rmSync(path.join(local, "bin", name), { force: true });
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, "bin", name));
  }
  rmSync(work, { recursive: true });
}

/** Starts a command line there, as a user, in the network of this machine; all that it starts ends with it. */
export function startThere(folder: string, user: User, line: string): ChildProcess {
  const environment = [`HOME=${user.home}`, `USER=${user.name}`, `PATH=${PATH}`, `NODE_EXTRA_CA_CERTS=${AUTHORITIES}`];
  const identity = [`--reuid=${user.id}`, `--regid=${user.id}`, "--clear-groups"];
  const script = [
    `mount -t proc none '${folder}/proc'`,
    `mount --rbind /dev '${folder}/dev'`,
    // The first process of a namespace takes in those whose parents have ended: only a shell waits for them.
    `exec env -i ${environment.join(" ")} LINE="$LINE" chroot '${folder}' setpriv ${identity.join(" ")} sh -c "$LINE; exit"`,
  ].join(" && ");
  return spawn("unshare", ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script], {
    env: { PATH: process.env["PATH"], LINE: line },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}
