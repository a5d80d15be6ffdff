// node deploy/release/try-offline.ts [SYSTEM]: builds and signs the release, and on a bare Debian 12 without any network
// runs the tarball, upgrades it and rolls it back, then does the same with the package and removes it, while records
// wait. SYSTEM is the folder of such a system; without it, debootstrap makes one. Needs root.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildSigned, openBareSystem, type Try, unpackTarball, writeSite } from "./bare-system.ts";
import { buildDeb } from "./build-deb.ts";
import { checkBinaries } from "./check-binaries.ts";
import { nameOf, ownPlatform } from "./platforms.ts";
import { edgeAgent } from "./product.ts";

const work = mkdtempSync(path.join(tmpdir(), "try-offline-"));
const given = process.argv[2];
const system = given ?? path.join(work, "debian-12");

/** Puts a configuration in the agent's usual place, with the video of its camera, and without a data folder. */
const configure: Try = [
  "grep -v ^dataDir: edge-agent.yaml >/etc/edge-agent/edge-agent.yaml && cp loads.mp4 /etc/edge-agent/",
  0,
  /^$/,
];
const asUser = (line: string) => `su -s /bin/sh edge-agent -c 'edge-agent ${line}'`;
const scan: Try = [asUser("run --once"), 3, /category-scan of CSQU3054383.*stored/];
const waits = (count: number): Try => [asUser("queue status"), 0, new RegExp(`^waiting {4}${count} `)];
/** The user and the folders of the agent, as README.md has them, and a configuration that names no data folder. */
const setUp: readonly Try[] = [
  ["useradd --system --user-group --home-dir /var/lib/edge-agent --shell /usr/sbin/nologin edge-agent", 0, /^$/],
  ["install -d -m 0750 -o edge-agent -g edge-agent /etc/edge-agent /var/lib/edge-agent", 0, /^$/],
  configure,
];
/** Command lines on the bare system, their exit codes and output: no cloud can be reached there. */
const tarballTries: readonly Try[] = [
  ...setUp,
  ["edge-agent --version", 0, /^\d+\.\d+\.\d+\n$/],
  ["edge-agent model check bundled:category-demo", 0, /passed: equal to the measurement on 5 golden pictures/],
  [asUser("scan --container CSQU3054383 --image load-1.jpg --wait 1"), 3, /4 findings by category-demo .*\n.*carton/],
  [asUser("run --once"), 3, /ok {3}camera top: 640 × 480 pixels\n.*\n.*category-scan of CSQU3054383.*stored/],
  [asUser("queue status"), 0, /^waiting {4}2 \(2 category-scan\)/],
  [
    "ls -A /etc/edge-agent && stat -c %U /var/lib/edge-agent/outbox.sqlite",
    0,
    /^edge-agent\.yaml\nloads\.mp4\nedge-agent\n$/,
  ],
];
/** The agent of the tarball is upgraded to a later version and goes back: each step keeps the records that wait. */
const upgradeTries = (version: string, later: string, tarball: string): Try[] => [
  [`edge-agent upgrade ${tarball}`, 0, new RegExp(`^${later} in /opt/edge-agent-${later} is in use`)],
  ["edge-agent --version", 0, new RegExp(`^${later}\n$`)],
  waits(2),
  scan,
  ["edge-agent upgrade --rollback", 0, new RegExp(`^${version} in /opt/edge-agent is in use`)],
  ["edge-agent --version", 0, new RegExp(`^${version}\n$`)],
  waits(3),
];
/** The release in a folder, packed as one of a later version, with its sums. */
function packLater(folder: string, version: string, usb: string): string {
  const name = `edge-agent-${version}-${nameOf(ownPlatform)}`;
  const tree = path.join(usb, name);
  execFileSync("cp", ["-a", folder, tree]);
  const manifest = path.join(tree, "app/edge-agent/package.json");
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version }));
  execFileSync("tar", ["-C", usb, "-czf", `${tree}.tar.gz`, name]);
  rmSync(tree, { recursive: true });
  execFileSync("sh", ["-c", "sha256sum *.tar.gz >SHA256SUMS"], { cwd: usb });
  return `${name}.tar.gz`;
}
const installed = (version: string): Try => [
  "dpkg-query -Wf '${Version}' edge-agent",
  0,
  new RegExp(`^${version.replaceAll(/[.+]/g, String.raw`\$&`)}$`),
];
/** The same agent as a package of this version and of a later one: each step keeps the records that wait. */
const packageTries = (version: string, later: string): Try[] => [
  ["dpkg -i /first.deb", 0, /Setting up edge-agent/],
  ["stat -c %U /etc/edge-agent /var/lib/edge-agent", 0, /^edge-agent\nedge-agent\n$/],
  configure,
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
  ["dpkg -r edge-agent && dpkg -P edge-agent 2>&1", 0, /\/etc\/edge-agent stays.*\n\/var\/lib\/edge-agent stays/],
  ["! ls /usr/bin/edge-agent /usr/lib/edge-agent 2>/dev/null && ls /var/lib/edge-agent/", 0, /^outbox\.sqlite\n/m],
];

try {
  if (given === undefined) execFileSync("debootstrap", ["--variant=minbase", "bookworm", system], { stdio: "inherit" });
  const { tarball, deb } = buildSigned(work, "edge-agent");
  const bare = openBareSystem(system);
  const link = unpackTarball(bare, tarball);
  writeSite(path.join(system, "site"));
  checkBinaries(path.join(system, "opt/edge-agent"), "x64");
  bare.runAll(tarballTries);
  const [, version = ""] = path.basename(deb).split("_");
  const usb = path.join(system, "usb");
  mkdirSync(usb);
  const far = "99.0.0";
  bare.runAll(upgradeTries(version, far, `/usb/${packLater(path.join(system, "opt/edge-agent"), far, usb)}`));
  for (const each of [link, usb, path.join(system, `opt/edge-agent-${far}`)]) rmSync(each, { recursive: true });
  bare.runAll([["userdel edge-agent && rm -r /etc/edge-agent /var/lib/edge-agent", 0, /^$/]]);
  const later = `${version}+later`;
  copyFileSync(deb, path.join(system, "first.deb"));
  const next = { output: work, version: later, platform: ownPlatform };
  copyFileSync(buildDeb(edgeAgent, path.join(system, "opt/edge-agent"), next), path.join(system, "later.deb"));
  bare.runAll(packageTries(version, later));
} finally {
  rmSync(work, { recursive: true, force: true });
}
