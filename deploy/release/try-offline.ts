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

const work = mkdtempSync(path.join(tmpdir(), "try-offline-"));
const given = process.argv[2];
const system = given ?? path.join(work, "debian-12");

/** Command lines on the bare system, their exit codes and what they print: no cloud can be reached there. */
const tarballTries: readonly Try[] = [
  ["edge-agent --version", 0, /^\d+\.\d+\.\d+\n$/],
  ["edge-agent model check bundled:category-demo", 0, /passed: equal to the measurement on 5 golden pictures/],
  [
    "edge-agent scan --container CSQU3054383 --image load-1.jpg --wait 1",
    3,
    /4 findings by category-demo .*\n.*carton/,
  ],
  ["edge-agent run --once", 3, /ok {3}camera top: 640 × 480 pixels\n.*\n.*category-scan of CSQU3054383.*stored/],
  ["edge-agent queue status", 0, /^waiting {4}2 \(2 category-scan\)/],
];
/** The agent of the tarball is upgraded to a later version and goes back: each step keeps the records that wait. */
const upgradeTries = (version: string, later: string, tarball: string): Try[] => [
  [`edge-agent upgrade ${tarball}`, 0, new RegExp(`^${later} in /opt/edge-agent-${later} is in use`)],
  ["edge-agent --version", 0, new RegExp(`^${later}\n$`)],
  ["edge-agent queue status", 0, /^waiting {4}2 /],
  ["edge-agent run --once", 3, /category-scan of CSQU3054383.*stored/],
  ["edge-agent upgrade --rollback", 0, new RegExp(`^${version} in /opt/edge-agent is in use`)],
  ["edge-agent --version", 0, new RegExp(`^${version}\n$`)],
  ["edge-agent queue status", 0, /^waiting {4}3 /],
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

try {
  if (given === undefined) execFileSync("debootstrap", ["--variant=minbase", "bookworm", system], { stdio: "inherit" });
  const { tarball, deb } = buildSigned(work);
  const bare = openBareSystem(system);
  const link = unpackTarball(bare, tarball);
  writeSite(path.join(system, "site"));
  checkBinaries(path.join(system, "opt/edge-agent"), "x64");
  bare.runAll(tarballTries);
  const [, version = ""] = path.basename(deb).split("_");
  const usb = path.join(system, "usb");
  mkdirSync(usb);
  const next = "99.0.0";
  bare.runAll(upgradeTries(version, next, `/usb/${packLater(path.join(system, "opt/edge-agent"), next, usb)}`));
  for (const each of [link, usb, path.join(system, `opt/edge-agent-${next}`)]) rmSync(each, { recursive: true });
  const later = `${version}+later`;
  copyFileSync(deb, path.join(system, "first.deb"));
  copyFileSync(buildDeb(path.join(system, "opt/edge-agent"), work, later, ownPlatform), path.join(system, "later.deb"));
  bare.runAll(packageTries(version, later));
} finally {
  rmSync(work, { recursive: true, force: true });
}
