// node deploy/release/try-upgrade.ts [MACHINE [RELEASES]]: follows README.md on a Debian 12 that has systemd, PostgreSQL
// and nothing else, without any network, while pictures come in. A technician installs an agent from its tarball, which
// joins the cloud on the same machine, upgrades it while the cloud does not answer, rolls back, and does the same with
// the packages. Each picture of before, during and after is recorded once, on one chain without a break. MACHINE is the
// folder of such a Debian, RELEASES that of the built releases, `old` and `new`, with the key that signed them; without
// them, debootstrap makes the one and build.ts the others, of the present commit under two versions. Needs root,
// debootstrap and systemd-nspawn, and uses no port of this machine.
import { execFileSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bootMachine, makeMachine, missingPackages } from "../debian/bare-machine.ts";
import { blocksOf, followOn } from "../debian/follow-page.ts";
import { makeReleaseKey } from "./bare-system.ts";
import { readPackage } from "./read-package.ts";

const root = path.resolve(import.meta.dirname, "../..");
const [givenMachine, givenReleases] = process.argv.slice(2);
const CLOUD_PAGE = path.join(import.meta.dirname, "products/inspection-cloud/README.md");
const AGENT_PAGE = path.join(import.meta.dirname, "README.md");
const CLOUD = "http://127.0.0.1:3001";
const ADMIN = "admin@example.com";
const INIT = "edge-agent init";
const OLDER = "2.9.0";
/** Every two seconds a picture lies in the folder, in one step, as a scanner's program puts it there. */
const SCANNER = `i=0; while [ ! -e /tmp/stop ]; do i=$((i + 1)); cp /srv/samples/load-$((1 + i % 3)).jpg /srv/pictures/.part
  chown edge-agent: /srv/pictures/.part; mv /srv/pictures/.part "/srv/pictures/$(printf %04d $i).jpg"; sleep 2; done`;
const COUNT = "sudo -u postgres psql -At inspection -c";

const missing = missingPackages();
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.error(`This needs root and ${missing.join(" ") || "nothing else"} (apt-get install ${missing.join(" ")}).`);
  process.exit(1);
}
const work = mkdtempSync(path.join(tmpdir(), "try-upgrade-"));
const folder = givenMachine ?? path.join(work, "machine");
const releases = givenReleases ?? path.join(work, "releases");

/** Builds both releases, signed with one key. */
function buildReleases(): void {
  mkdirSync(releases);
  const clone = path.join(work, "clone");
  execFileSync("git", ["clone", "-q", root, clone]);
  execFileSync("npm", ["run", "set-up"], { cwd: clone, stdio: ["ignore", "ignore", "inherit"] });
  const manifest = path.join(clone, "edge-agent/package.json");
  writeFileSync(manifest, JSON.stringify({ ...readPackage(path.dirname(manifest)), version: OLDER }));
  const key = makeReleaseKey(releases);
  for (const [name, checkout] of [
    ["old", clone],
    ["new", root],
  ] as const) {
    const bin = path.join(checkout, "node_modules/.bin");
    const build = [path.join(checkout, "deploy/release/build.ts"), path.join(releases, name)];
    const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, RELEASE_KEY: key };
    execFileSync(path.join(bin, "node"), build, { stdio: "inherit", env });
  }
}

if (givenReleases === undefined) buildReleases();
if (givenMachine === undefined) makeMachine(folder, { minimalWith: ["postgresql", "curl", "sudo"] });
for (const release of ["old", "new"] as const) {
  const stick = path.join(folder, "media", release);
  mkdirSync(stick, { recursive: true });
  const from = path.join(releases, release);
  for (const name of readdirSync(from)) copyFileSync(path.join(from, name), path.join(stick, name));
}
const tarball = readdirSync(path.join(releases, "new")).find((name) => /^edge-agent-.*\.tar\.gz$/.test(name)) ?? "";
const newer = /^edge-agent-(.+)-linux/.exec(tarball)?.[1] ?? "";
const publicKey = createPublicKey(readFileSync(path.join(releases, "release-key.pem")));
const releaseKey = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64");

const machine = await bootMachine(
  folder,
  { [path.join(root, "edge-agent/models/samples")]: "/srv/samples" },
  { isOffline: true },
);
const { run, check } = followOn(machine);
const show = async (title: string, commands: string) => console.log((await run(title, commands)).trimEnd());
const ask = (query: string, expected: RegExp) => check(`${COUNT} "${query}"`, expected);
const agent = (line: string) => `sudo -u edge-agent edge-agent ${line}`;
const isVersion = (version: string) =>
  check(agent("status --json"), new RegExp(`"version": "${version.replaceAll(".", String.raw`\.`)}"`));
const delivered = async () => {
  await check(agent("queue status"), /^waiting {4}0$/m);
  await check(agent("queue status"), /^parked {5}0$/m);
};
/** Resolves once so many pictures more have been captured than now. */
async function captured(more: number): Promise<void> {
  const { output } = await machine.run("ls /srv/pictures/done | wc -l");
  const wanted = Number(output.trim().split("\n").at(-1)) + more;
  await check(`[ "$(ls /srv/pictures/done | wc -l)" -ge ${wanted} ] && echo captured`, /^captured$/m);
}

/** The cloud of the present release, with an administrator; resolves with a join code of a device. */
async function startCloud(): Promise<string> {
  const [install = "", database = "", createAdmin = "", service = ""] = blocksOf(CLOUD_PAGE, "Install");
  await run("the cloud", `cd /media/new\n${install}`);
  await run("its database", database);
  const printed = await run("the first administrator", createAdmin);
  const password = new RegExp(`^Admin: ${ADMIN} / (\\S+)$`, "m").exec(printed)?.[1] ?? "";
  await run("its service", service);
  await check(`curl -s ${CLOUD}/ready`, /"status":"ready"/);
  const post = `curl -sS --fail-with-body -H Content-Type:application/json`;
  const answer = await run(
    "a device with a join code",
    `TOKEN=$(${post} ${CLOUD}/v1/user/auth/email/login -d '{"email":"${ADMIN}","password":"${password}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
    ${post} -H "Authorization: Bearer $TOKEN" ${CLOUD}/v1/admin/edge-devices -d '{"name":"gate-1","credential":"join-code"}'`,
  );
  return /"code":"([^"]+)"/.exec(answer)?.[1] ?? "";
}

/** The older agent, from its tarball, as the page has it; the wizard's questions are answered by options. */
async function install(code: string): Promise<void> {
  const [commands = ""] = blocksOf(AGENT_PAGE, "The tarball");
  const options = [
    `--cloud ${CLOUD} --code ${code} --device gate-1 --camera-id x-ray-1`,
    "--camera test:pattern --fixed-container CSQU3054383 --no-first-scan",
  ];
  const folders = "install -d -o edge-agent -g edge-agent /srv/pictures";
  const camera = agent("config set cameras.x-ray-1.url 'folder:/srv/pictures?moveTo=done'");
  const init = [folders, agent(`init --yes ${options.join(" ")}`), camera].join("\n");
  const page = commands.replace(`sudo -u edge-agent ${INIT}`, init);
  await show("the older agent", `cd /media/old\n${page}`);
  await show("the key of the releases", agent(`config set releaseKey ${releaseKey}`));
  await check("systemctl is-active edge-agent", /^active$/m);
  await isVersion(OLDER);
}

async function tryTarball(): Promise<void> {
  const [commands = ""] = blocksOf(AGENT_PAGE, "The tarball").slice(1);
  const [upgrade = "", rollBack = ""] = commands.replace(/\/media\/usb\/\S+/, `/media/new/${tarball}`).split("\n");
  await run("pictures come in", `(${SCANNER}) > /tmp/scanner 2>&1 &`);
  await captured(3);
  await delivered();
  await run("the cloud ends", "systemctl stop inspection-cloud@1");
  await captured(3);
  await check(agent("queue status"), /^waiting {4}[1-9]/m);
  await show("an upgrade without a line", upgrade);
  await isVersion(newer);
  await captured(3);
  await run("the cloud starts", "systemctl start inspection-cloud@1");
  await captured(3);
  await show("rolling back", rollBack);
  await isVersion(OLDER);
  await captured(3);
  await show("the upgrade again", upgrade);
  await isVersion(newer);
  await captured(3);
}

/** The package takes over what the tarball has installed; each of its versions restarts the service. */
async function tryPackage(): Promise<void> {
  const install = (release: "old" | "new") =>
    show(`the package, ${release}`, `dpkg -i /media/${release}/edge-agent_*_amd64.deb`);
  await install("old");
  await show("its service", "rm /usr/local/bin/edge-agent; hash -r; edge-agent service install --user edge-agent");
  await isVersion(OLDER);
  await captured(3);
  await install("new");
  await isVersion(newer);
  await captured(3);
  await install("old");
  await isVersion(OLDER);
  await captured(3);
}

/** Checks that each picture is recorded once, in the order of capture, on one chain. */
async function everythingOnce(): Promise<void> {
  await run("the pictures end", "touch /tmp/stop; wait");
  await check("ls /srv/pictures", /^done$/m);
  await check("ls /srv/pictures | wc -l", /^1$/m);
  await delivered();
  const { output } = await machine.run("ls /srv/pictures/done | wc -l");
  const pictures = Number(output.trim());
  await ask(
    "select count(*), count(distinct record_sha256), min(sequence), max(sequence) from scans",
    new RegExp(`^${pictures}\\|${pictures}\\|1\\|${pictures}$`, "m"),
  );
  await ask("select count(*) from chain_breaks", /^0$/m);
  console.log(`${pictures} pictures, each recorded once, on one chain without a break`);
}

try {
  await install(await startCloud());
  await tryTarball();
  await tryPackage();
  await everythingOnce();
} finally {
  await machine.stop();
  rmSync(work, { recursive: true, force: true });
}
