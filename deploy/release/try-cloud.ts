// node deploy/release/try-cloud.ts [MACHINE [RELEASES]]: builds the release of the cloud of the present commit
// and that of a made-up next one with one more migration, and follows products/inspection-cloud/README.md on a Debian 12 that
// has systemd, PostgreSQL and nothing else, without any network: installs the older package, signs in as its first
// administrator, delivers a scan, upgrades, rolls back, and removes and purges the package; then the same with tarballs.
// MACHINE is the folder of such a Debian, RELEASES that of the built releases, `old` and `new`; without them, debootstrap
// makes the one and build.ts the others. Needs root, debootstrap and systemd-nspawn, and uses no port of this machine.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bootMachine, makeMachine, missingPackages } from "../debian/bare-machine.ts";
import { blocksOf, followOn } from "../debian/follow-page.ts";
import { cloneReleases } from "../debian/two-releases.ts";
import { checkBinaries } from "./check-binaries.ts";
import { readPackage } from "./read-package.ts";

const root = path.resolve(import.meta.dirname, "../..");
const [givenMachine, givenReleases] = process.argv.slice(2);
const PAGE = path.join(import.meta.dirname, "products/inspection-cloud/README.md");
const DEB = "/usr/lib/inspection-cloud";
const TARBALL = "/opt/container-inspection";
const SETTINGS = "/etc/container-inspection/cloud.env";
const DATA = "/var/lib/container-inspection";
const READY = "curl -s 127.0.0.1:3001/ready";
const ADMIN = "admin@example.com";

const missing = missingPackages();
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.error(`This needs root and ${missing.join(" ") || "nothing else"} (apt-get install ${missing.join(" ")}).`);
  process.exit(1);
}
const work = mkdtempSync(path.join(tmpdir(), "try-cloud-"));

/** Builds both releases; the older one gets a different version. */
function buildReleases(releases: string): void {
  const clone = path.join(work, "clone");
  const git = cloneReleases(clone);
  git("checkout", "-q", "old");
  execFileSync("npm", ["run", "set-up"], { cwd: clone, stdio: ["ignore", "ignore", "inherit"] });
  const bin = path.join(clone, "node_modules/.bin");
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
  const build = (name: string) => {
    const args = [path.join(clone, "deploy/release/build.ts"), path.join(releases, name)];
    execFileSync(path.join(bin, "node"), [...args, "--product", "inspection-cloud"], { stdio: "inherit", env });
  };
  const manifest = path.join(clone, "cloud/package.json");
  const facts = readPackage(path.dirname(manifest));
  writeFileSync(manifest, JSON.stringify({ ...facts, version: `${facts.version}~before` }));
  build("old");
  git("checkout", "-q", "--force", "new");
  build("new");
}

/** The file of a release with this ending. */
function built(release: "old" | "new", ending: string): string {
  const folder = path.join(releases, release);
  return path.join(folder, readdirSync(folder).find((name) => name.endsWith(ending)) ?? `no ${ending}`);
}

const folder = givenMachine ?? path.join(work, "machine");
const releases = givenReleases ?? path.join(work, "releases");
if (givenReleases === undefined) buildReleases(releases);
if (givenMachine === undefined) makeMachine(folder, { minimalWith: ["postgresql", "curl"] });
for (const release of ["old", "new"] as const) {
  const stick = path.join(folder, "media", release);
  mkdirSync(stick, { recursive: true });
  for (const ending of [".deb", ".tar.gz", "SHA256SUMS"])
    copyFileSync(built(release, ending), path.join(stick, path.basename(built(release, ending))));
  for (const ending of [".deb", ".tar.gz"])
    console.log(
      `${path.basename(built(release, ending))}: ${Math.round(statSync(built(release, ending)).size / 1e6)} MB`,
    );
}
const sample = path.join(root, "edge-agent/models/samples");
const mounts = { [import.meta.dirname]: "/srv/release", [sample]: "/srv/samples" };
const machine = await bootMachine(folder, mounts, { isOffline: true });
const { run, check } = followOn(machine);

const [install = "", database = "", createAdmin = "", service = ""] = blocksOf(PAGE, "Install");
const [upgrade = ""] = blocksOf(PAGE, "Upgrade");
const [rollBack = ""] = blocksOf(PAGE, "Roll back");
const [remove = ""] = blocksOf(PAGE, "Remove");
const [tarball = ""] = blocksOf(PAGE, "The tarball");

let password = "";
/** Signs in, delivers a scan and reads it; `count` is that of the scans afterwards. */
async function use(home: string, count: number): Promise<void> {
  const key = `$(sed -n 's/^EDGE_API_KEY=//p' ${SETTINGS})`;
  const program = `${home}/bin/node /srv/release/use-cloud.ts ${ADMIN} '${password}' "${key}" /srv/samples/load-1.jpg`;
  const printed = await run(`a scan that a device delivers, the ${count}.`, program);
  console.log(printed.trimEnd());
  if (!printed.startsWith(`admin ${ADMIN}, ${count} scans of 1 container\npicture equal,`))
    throw new Error(`the scan was not kept: ${printed}`);
}

/** Creates the first administrator, and keeps the printed password. */
async function makeAdmin(): Promise<void> {
  const printed = await run("the first administrator", createAdmin);
  password = new RegExp(`^Admin: ${ADMIN} / (\\S+)$`, "m").exec(printed)?.[1] ?? "";
  if (password === "") throw new Error("create-admin printed no password");
}

async function tryPackage(): Promise<void> {
  await check("ip -brief link; ls /usr/lib/inspection-cloud 2>&1", /^lo [^\n]*\nls: cannot access/);
  console.log(await run("the older package", `cd /media/old\n${install}`));
  await check(`stat -c '%a %U' ${SETTINGS} ${DATA}`, /^600 root\n700 inspection$/m);
  await check(`grep -c '^[A-Z_]*=$' ${SETTINGS}`, /^0$/m);
  await check("inspection-cloud migrate", /The database refused the user or password of DATABASE_URL/);
  await run("the database", database);
  await makeAdmin();
  await run("the service", service);
  await check(READY, /"status":"ready"/);
  await check("journalctl -u inspection-cloud@1 | grep -c 'First sign-in'", /^0$/m);
  await use(DEB, 1);
  await run("a second replica", "systemctl enable --now inspection-cloud@2");
  await check("curl -s 127.0.0.1:3002/ready", /"status":"ready"/);
  console.log(await run("an upgrade", `cd /media/new\n${upgrade}`));
  await check("dpkg-query -Wf '${Version}' inspection-cloud", /^\d+\.\d+\.\d+$/m);
  await check(READY, /"status":"ready"(?!.*newer)/);
  await use(DEB, 2);
  console.log(await run("rolling back", `cd /media/old\n${rollBack}`));
  await check("dpkg-query -Wf '${Version}' inspection-cloud", /~before$/m);
  await check(READY, /"status":"ready".*newer/);
  await use(DEB, 3);
  await run("removing", remove);
  await check(
    "ls /usr/lib/inspection-cloud; systemctl is-active inspection-cloud@1",
    /cannot access.*\n(inactive|failed)/,
  );
  console.log(await run("purging", "dpkg -P inspection-cloud"));
  await check(`ls ${SETTINGS}; find ${DATA} -type f | grep -c .`, /cloud\.env\n[1-9]/);
}

/** Tests the tarball on the settings and data left by the package. */
async function tryTarball(): Promise<void> {
  const install = (release: "old" | "new") => {
    const name = path.basename(built(release, ".tar.gz"), ".tar.gz");
    return run(`the tarball ${name}`, `cd /media/${release}; RELEASE=${name}\n${tarball}`);
  };
  await install("old");
  await run("the service", service);
  await check(READY, /"status":"ready".*newer/);
  await use(TARBALL, 4);
  await install("new");
  await check(READY, /"status":"ready"(?!.*newer)/);
  await use(TARBALL, 5);
  checkBinaries(path.join(folder, "opt", path.basename(built("new", ".tar.gz"), ".tar.gz")), "x64");
}

try {
  await tryPackage();
  await tryTarball();
} finally {
  await machine.stop();
  rmSync(work, { recursive: true, force: true });
}
