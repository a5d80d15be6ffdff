import { execFileSync } from "node:child_process";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { addRelease } from "./upgrade/use-release.ts";
import { switchService } from "./upgrade/switch-release.ts";
import { cli, layOutSite } from "./testing/small-site.ts";
import { runLine } from "./testing/run-line.ts";

const PLATFORM = `linux-${process.arch}`;
const nameOf = (version: string) => `edge-agent-${version}-${PLATFORM}.tar.gz`;
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const releaseKey = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64");

let root = "";
let [home, link, usb] = ["", "", ""];
let configFile = "";

/** A release as its tarball lays it out, which runs the program of this repository under another version. */
async function layOutRelease(folder: string, version: string, prints = version): Promise<void> {
  await mkdir(path.join(folder, "bin"), { recursive: true });
  await mkdir(path.join(folder, "app/edge-agent"), { recursive: true });
  const launcher = `#!/bin/sh\n[ "$1" = --version ] && echo ${prints} && exit\nexec "${process.execPath}" "${cli}" "$@"\n`;
  await writeFile(path.join(folder, "bin/edge-agent"), launcher, { mode: 0o755 });
  await writeFile(path.join(folder, "app/edge-agent/package.json"), JSON.stringify({ version }));
}

/** The tarball of a version, its sums and their signature on a stick; returns the tarball. */
async function releaseOnStick(version: string, prints = version): Promise<string> {
  const name = `edge-agent-${version}-${PLATFORM}`;
  await layOutRelease(path.join(usb, name), version, prints);
  const file = path.join(usb, nameOf(version));
  execFileSync("tar", ["-C", usb, "-czf", file, name]);
  await rm(path.join(usb, name), { recursive: true });
  const sums = Buffer.from(`${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${nameOf(version)}\n`);
  await writeFile(path.join(usb, "SHA256SUMS"), sums);
  await writeFile(path.join(usb, "SHA256SUMS.sig"), sign(null, sums, privateKey));
  return file;
}

const upgrade = (folder: string, ...args: string[]) =>
  runLine(["upgrade", ...args, "--folder", folder, "--link", link, "--unit-folder", root, "--config", configFile]);

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "upgrade-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  [home, link, usb] = [path.join(root, "opt/edge-agent"), path.join(root, "edge-agent"), path.join(root, "usb")];
  await mkdir(usb);
  await layOutRelease(home, "3.0.0");
  await symlink(path.join(home, "bin/edge-agent"), link);
  ({ configFile } = await layOutSite("http://127.0.0.1:9", { releaseKey }));
});

describe("an upgrade", () => {
  test("unpacks beside what runs and leads the link there; a rollback goes back, and forth", async () => {
    const next = path.join(root, "opt/edge-agent-3.1.0");
    const upgraded = await upgrade(home, await releaseOnStick("3.1.0"));
    expect(upgraded).toMatchObject({ code: 0, stdout: expect.stringContaining(`3.1.0 in ${next} is in use`) });
    expect(readlinkSync(link)).toBe(path.join(next, "bin/edge-agent"));
    expect(await upgrade(next, "--rollback")).toMatchObject({ code: 0 });
    expect(readlinkSync(link)).toBe(path.join(home, "bin/edge-agent"));
    expect(await upgrade(home, "--rollback")).toMatchObject({ code: 0 });
    expect(readlinkSync(link)).toBe(path.join(next, "bin/edge-agent"));
  });

  test("unpacks the checked tarball even if its file is exchanged between check and use", async () => {
    const file = await releaseOnStick("3.1.0");
    const [other, bin] = [path.join(root, "other"), path.join(root, "bin")];
    await layOutRelease(path.join(other, "edge-agent-3.1.0"), "3.1.0");
    await writeFile(path.join(other, "edge-agent-3.1.0/foreign"), "not by the release key");
    execFileSync("tar", ["-C", other, "-czf", path.join(other, "other.tar.gz"), "edge-agent-3.1.0"]);
    // The other program wins the race each time: it runs once tar is started.
    const tar = execFileSync("which", ["tar"], { encoding: "utf8" }).trim();
    await mkdir(bin);
    const script = `#!/bin/sh\ncp '${other}/other.tar.gz' '${file}'\nexec ${tar} "$@"\n`;
    await writeFile(path.join(bin, "tar"), script, { mode: 0o755 });
    const searched = process.env["PATH"];
    process.env["PATH"] = `${bin}:${searched}`;
    onTestFinished(() => void (process.env["PATH"] = searched));
    expect(await upgrade(home, file)).toMatchObject({ code: 0 });
    expect(readFileSync(file)).toEqual(readFileSync(path.join(other, "other.tar.gz")));
    expect(readdirSync(path.join(root, "opt/edge-agent-3.1.0"))).toEqual(["app", "bin", "previous"]);
  });

  test("completes an upgrade that was cut off once the unit led to its release", async () => {
    const file = await releaseOnStick("3.1.0");
    const next = path.join(root, "opt/edge-agent-3.1.0");
    const unitFile = path.join(root, "edge-agent.service");
    const check = { platform: PLATFORM, releaseKey };
    const service = { unitFile, restart: async () => undefined, untilHealthy: async () => undefined };
    const installation = { before: { folder: home, version: "3.0.0" }, service };
    await writeFile(unitFile, `[Service]\nExecStart=${home}/bin/edge-agent run\n`);
    await addRelease(file, installation, check);
    await writeFile(path.join(next, "mark"), "of the first try");
    await writeFile(unitFile, `[Service]\nExecStart=${next}/bin/edge-agent run\n`);
    expect(await addRelease(file, installation, check)).toEqual({ folder: next, version: "3.1.0" });
    expect(existsSync(path.join(next, "mark"))).toBe(true);
  });

  test("uses the configuration that the unit names, where no other is specified", async () => {
    const file = await releaseOnStick("3.1.0");
    await writeFile(
      path.join(root, "edge-agent.service"),
      `[Service]\nExecStart=/x/node /x/cli run --config ${configFile}\n`,
    );
    const places = ["--folder", home, "--link", link, "--unit-folder", root];
    expect(await runLine(["upgrade", file, ...places])).toMatchObject({ code: 0 });
  });

  test("keeps the release before, and deletes the one before that, which an upgrade has unpacked", async () => {
    const folderOf = (version: string) => path.join(root, `opt/edge-agent-${version}`);
    await upgrade(home, await releaseOnStick("3.1.0"));
    await upgrade(folderOf("3.1.0"), await releaseOnStick("3.2.0"));
    await upgrade(folderOf("3.2.0"), await releaseOnStick("3.3.0"));
    expect(readdirSync(path.join(root, "opt"))).toEqual(["edge-agent", "edge-agent-3.2.0", "edge-agent-3.3.0"]);
  });

  test.each<[string, RegExp, () => Promise<unknown>]>([
    ["without its sums", /SHA256SUMS is missing: copy it/, async () => rm(path.join(usb, "SHA256SUMS"))],
    ["of other sums", /SHA256SUMS does not name/, async () => signSums("0  other.tar.gz\n")],
    ["that is damaged", /damaged or incomplete/, async () => writeFile(path.join(usb, nameOf("3.1.0")), "half")],
    ["that no key has signed", /SHA256SUMS.sig is missing/, async () => rm(path.join(usb, "SHA256SUMS.sig"))],
    [
      "whose sums were changed",
      /not by the releaseKey of this device/,
      async () => writeFile(path.join(usb, "SHA256SUMS"), "0  other\n"),
    ],
    ["that does not start", /3\.1\.0 does not start/, async () => releaseOnStick("3.1.0", "broken")],
    ["that is what runs", /is what runs here/, async () => layOutRelease(home, "3.1.0")],
  ])("refuses a release %s, and leaves nothing behind", async (_what, message, spoil) => {
    const file = await releaseOnStick("3.1.0");
    await spoil();
    expect(await upgrade(home, file)).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
    expect(readdirSync(path.join(root, "opt"))).toEqual(["edge-agent"]);
    expect(readlinkSync(link)).toBe(path.join(home, "bin/edge-agent"));
  });

  test("refuses a release for another machine, an agent that no tarball installed, and a rollback to nothing", async () => {
    for (const [folder, args, message] of [
      [home, ["/usb/edge-agent-3.1.0-linux-mips.tar.gz"], /is for linux-mips/],
      [home, ["/usb/agent.tgz"], /not named as a release is/],
      ["/usr/lib/edge-agent", ["--rollback"], /sudo dpkg -i/],
      [usb, ["--rollback"], /is not a release/],
      [home, ["--rollback"], /no release before 3\.0\.0/],
    ] as const)
      expect(await upgrade(folder, ...args)).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
    expect(await upgrade(home)).toMatchObject({ code: 2 });
  });
});

describe("the service", () => {
  test("runs the other release by its own unit, as the same user; one that is not healthy is replaced at once", async () => {
    const unitFile = path.join(root, "edge-agent.service");
    const before = "[Service]\nUser=camera\nExecStart=/opt/edge-agent/bin/edge-agent run\n";
    await writeFile(unitFile, before);
    const restarted: string[] = [];
    const restart = async () => void restarted.push(readFileSync(unitFile, "utf8"));
    const [from, to] = [
      { folder: home, version: "3.0.0" },
      { folder: home, version: "3.1.0" },
    ];
    const untilHealthy = async () => undefined;
    await switchService(to, from, { unitFile, configFile, restart, untilHealthy });
    expect(readFileSync(unitFile, "utf8")).toContain(`run --config ${configFile}`);
    expect(readFileSync(unitFile, "utf8")).toContain("User=camera\n");
    await writeFile(unitFile, before);
    const sick = async () => Promise.reject(new Error("it does not answer"));
    const failing = switchService(to, from, { unitFile, configFile, restart, untilHealthy: sick });
    await expect(failing).rejects.toThrow("3.1.0 did not become healthy (it does not answer); 3.0.0 runs again");
    expect(readFileSync(unitFile, "utf8")).toBe(before);
    expect(restarted).toHaveLength(3);
    expect(restarted.at(-1)).toBe(before);
    expect(existsSync(`${unitFile}.new`)).toBe(false);
  });
});

async function signSums(text: string): Promise<void> {
  await writeFile(path.join(usb, "SHA256SUMS"), text);
  await writeFile(path.join(usb, "SHA256SUMS.sig"), sign(null, Buffer.from(text), privateKey));
}
