// node deploy/release/try-offline.ts [SYSTEM]: builds and signs the release, and on a bare Debian 12 without any network
// runs the tarball, then installs, upgrades, rolls back and removes the package while records wait. SYSTEM is the folder
// of such a system; without it, debootstrap makes one. Needs root.
import { execFileSync, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildDeb } from "./build-deb.ts";

const root = path.resolve(import.meta.dirname, "../..");
const work = mkdtempSync(path.join(tmpdir(), "try-offline-"));
const given = process.argv[2];
const system = given ?? path.join(work, "debian-12");
const run = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: "inherit" });

const CONFIGURATION = `cloud: { url: "http://127.0.0.1:9", apiKey: key-of-this-device }
device: { id: gate-1 }
dataDir: data
models: { category: { file: "bundled:category-demo" } }
cameras: [{ id: top, url: "file:loads.mp4" }]
stations: [{ id: gate-1, camera: top, model: category, container: { fixed: CSQU3054383 } }]
`;

type Try = readonly [line: string, code: number, output: RegExp];
/** Command lines on the bare system, their exit codes and what they print: no cloud can be reached there. */
const tarballTries: readonly Try[] = [
  ["edge-agent --version", 0, /^\d+\.\d+\.\d+\n$/],
  ["edge-agent model check bundled:category-demo", 0, /passed: equal to the measurement on 5 golden pictures/],
  ["edge-agent scan --container CSQU3054383 --image load.jpg --wait 1", 3, /4 findings by category-demo .*\n.*carton/],
  ["edge-agent run --once", 3, /ok {3}camera top: 640 × 480 pixels\n.*\n.*category-scan of CSQU3054383.*stored/],
  ["edge-agent queue status", 0, /^waiting {4}2 \(2 category-scan\)/],
];
const asUser = (line: string) => `su -s /bin/sh edge-agent -c 'edge-agent ${line}'`;
const scan: Try = [asUser("run --once"), 3, /category-scan of CSQU3054383.*stored/];
const waits = (count: number): Try => [asUser("queue status"), 0, new RegExp(`^waiting {4}${count} `)];
const installed = (version: string): Try => [
  "dpkg-query -Wf '${Version}' edge-agent",
  0,
  new RegExp(`^${version.replaceAll(/[.+]/g, String.raw`\$&`)}$`),
];
/** The same agent as a package of this version and of a later one: each step keeps the records that wait. */
const packageTries = (version: string, later: string): Try[] => [
  ["dpkg -i /first.deb", 0, /Setting up edge-agent/],
  ["cp edge-agent.yaml loads.mp4 /etc/edge-agent/ && stat -c %U /etc/edge-agent", 0, /^edge-agent\n$/],
  ["edge-agent service install --user edge-agent --print", 0, /^User=edge-agent$/m],
  scan,
  waits(1),
  installed(version),
  ["dpkg -i /later.deb", 0, /Unpacking edge-agent .* over/],
  installed(later),
  waits(1),
  scan,
  waits(2),
  ["dpkg -i /first.deb", 0, /Unpacking edge-agent .* over/],
  installed(version),
  waits(2),
  scan,
  waits(3),
  ["dpkg -r edge-agent && dpkg -P edge-agent 2>&1", 0, /stay in \/etc\/edge-agent/],
  ["! ls /usr/bin/edge-agent /usr/lib/edge-agent 2>/dev/null && ls /etc/edge-agent/data", 0, /^outbox\.sqlite\n/],
];

/** Runs a command line in the system, in a network of its own that reaches nothing. */
function runThere(line: string): { code: number | null; output: string } {
  const script = [
    `mount -t proc none '${system}/proc'`,
    `mount --bind /dev '${system}/dev'`,
    "ip link set lo up",
    `exec env -i HOME=/root LINE="$LINE" PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin chroot '${system}' sh -c "$LINE"`,
  ].join(" && ");
  const { status, stdout, stderr } = spawnSync("unshare", ["--mount", "--net", "sh", "-c", script], {
    encoding: "utf8",
    env: { ...process.env, LINE: `cd /site && ${line}` },
  });
  if (stderr !== "") console.log(stderr);
  return { code: status, output: stdout };
}

/** Runs command lines one after the other, and throws where one does not do what it should. */
function runAll(tries: readonly Try[]): void {
  for (const [line, code, expected] of tries) {
    const found = runThere(line);
    const isRight = found.code === code && expected.test(found.output);
    console.log(`${isRight ? "ok  " : "FAIL"} ${line}: exit code ${found.code}\n${found.output}`);
    if (!isRight) throw new Error(`"${line}" did not do what it should: exit code ${code}, ${expected}`);
  }
}

/** Builds the release, signed with a new key, and checks sums and signature as a technician does. */
function buildSigned(): { tarball: string; deb: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const [secret, shared] = [path.join(work, "release-key.pem"), path.join(work, "release-key.pub.pem")];
  writeFileSync(secret, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  writeFileSync(shared, publicKey.export({ type: "spki", format: "pem" }));
  const env = { ...process.env, RELEASE_KEY: secret };
  execFileSync(process.execPath, [path.join(import.meta.dirname, "build.ts"), work], { stdio: "inherit", env });
  const check = `openssl pkeyutl -verify -pubin -inkey ${shared} -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig`;
  execFileSync("sh", ["-c", `${check} && sha256sum --check SHA256SUMS`], { cwd: work, stdio: "inherit" });
  const built = (end: string) => path.join(work, readdirSync(work).find((name) => name.endsWith(end)) ?? "");
  return { tarball: built(".tar.gz"), deb: built(".deb") };
}

try {
  if (given === undefined) run("debootstrap", "--variant=minbase", "bookworm", system);
  const { tarball, deb } = buildSigned();
  const [opt, site] = [path.join(system, "opt/edge-agent"), path.join(system, "site")];
  const link = path.join(system, "usr/local/bin/edge-agent");
  for (const folder of [opt, site, link]) rmSync(folder, { recursive: true, force: true });
  for (const folder of [opt, site]) mkdirSync(folder);
  run("tar", "-xzf", tarball, "-C", opt, "--strip-components=1");
  symlinkSync("/opt/edge-agent/bin/edge-agent", link);
  writeFileSync(`${site}/edge-agent.yaml`, CONFIGURATION);
  copyFileSync(path.join(root, "deploy/demo/loads.mp4"), `${site}/loads.mp4`);
  copyFileSync(path.join(root, "edge-agent/models/samples/load-1.jpg"), `${site}/load.jpg`);
  runAll(tarballTries);
  rmSync(link);
  const [, version = ""] = path.basename(deb).split("_");
  const later = `${version}+later`;
  copyFileSync(deb, path.join(system, "first.deb"));
  copyFileSync(buildDeb(opt, work, later), path.join(system, "later.deb"));
  runAll(packageTries(version, later));
} finally {
  rmSync(work, { recursive: true, force: true });
}
