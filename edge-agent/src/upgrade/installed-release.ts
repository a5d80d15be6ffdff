import { existsSync, readFileSync } from "node:fs";
import { mkdir, readlink, rename, rm, statfs, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { runProgram } from "../service/systemd.ts";
import { UpgradeRefused } from "./check-archive.ts";

/** A release as its tarball lays it out: `bin/edge-agent` with its own Node.js, and `app`. */
export type InstalledRelease = { folder: string; version: string };

/** In a release that an upgrade has begun to use: where the one before it is. */
const PREVIOUS = "previous";
/** Where the Debian package installs. */
const PACKAGE_FOLDER = "/usr/lib/edge-agent";
/** A release unpacked takes two and a half times its tarball. */
const UNPACKED_TIMES = 3;
const named = z.object({ version: z.string() });

export const launcherOf = (folder: string): string => path.join(folder, "bin/edge-agent");

/** The release in a folder. Throws UpgradeRefused where there is none, or where a package installs it. */
export function readRelease(folder: string): InstalledRelease {
  if (folder === PACKAGE_FOLDER)
    throw new UpgradeRefused("a Debian package has installed this agent: upgrade with sudo dpkg -i edge-agent_*.deb");
  const manifest = path.join(folder, "app/edge-agent/package.json");
  if (!existsSync(launcherOf(folder)) || !existsSync(manifest))
    throw new UpgradeRefused(`${folder} is not a release: only an agent that was installed from a tarball is upgraded`);
  return { folder, version: named.parse(JSON.parse(readFileSync(manifest, "utf8"))).version };
}

/**
 * Unpacks a checked tarball beside the release `here`, and starts what it contains once. Nothing is left behind where
 * that fails.
 */
export async function unpackBeside(here: InstalledRelease, file: string, version: string): Promise<InstalledRelease> {
  const parent = path.dirname(here.folder);
  const folder = path.join(parent, `edge-agent-${version}`);
  if (version === here.version || folder === here.folder) throw new UpgradeRefused(`${version} is what runs here`);
  const { bavail, bsize } = await statfs(parent);
  const neededBytes = (await stat(file)).size * UNPACKED_TIMES;
  if (bavail * bsize < neededBytes) {
    const [needed, free] = [neededBytes, bavail * bsize].map((bytes) => `${Math.round(bytes / 1e6)} MB`);
    throw new UpgradeRefused(`${parent} has ${free} free, and the release needs ${needed}`);
  }
  const unpacking = `${folder}.unpacking`;
  try {
    await rm(unpacking, { recursive: true, force: true });
    await mkdir(unpacking).catch((error: unknown) => {
      throw new UpgradeRefused(`${parent} cannot be written: run the command as root (sudo)`, { cause: error });
    });
    const tar = await runProgram("tar", ["-xzf", file, "-C", unpacking, "--strip-components=1"]);
    if (tar.code !== 0) throw new UpgradeRefused(`${file} cannot be unpacked: ${tar.text.trim()}`);
    const started = await runProgram(launcherOf(unpacking), ["--version"]);
    if (started.code !== 0 || started.out.trim() !== version)
      throw new UpgradeRefused(`version ${version} does not start on this machine: ${started.text.trim()}`);
    await rm(folder, { recursive: true, force: true });
    await rename(unpacking, folder);
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true });
    throw error;
  }
  return { folder, version };
}

/** Throws UpgradeRefused with what the release prints where it cannot use the configuration. */
export async function checkConfiguration({ folder, version }: InstalledRelease, configFile: string): Promise<void> {
  const { code, text } = await runProgram(launcherOf(folder), ["config", "check", "--offline", "--config", configFile]);
  if (code !== 0) throw new UpgradeRefused(`version ${version} cannot use the configuration:\n${text.trim()}`);
}

/** The release that ran before the one in this folder. Throws UpgradeRefused where none did. */
export async function readPrevious({ folder, version }: InstalledRelease): Promise<InstalledRelease> {
  const previous = await readlink(path.join(folder, PREVIOUS)).catch(() => undefined);
  if (previous === undefined) throw new UpgradeRefused(`no release before ${version} is kept in ${folder}`);
  return readRelease(previous);
}

/** Notes what ran before, and deletes what ran before that, unless it was not an upgrade that unpacked it. */
export async function keepPrevious(now: InstalledRelease, before: InstalledRelease): Promise<void> {
  const older = await readPrevious(before).catch(() => undefined);
  await rm(path.join(before.folder, PREVIOUS), { force: true });
  await replaceLink(path.join(now.folder, PREVIOUS), before.folder);
  const isOurs = older !== undefined && path.basename(older.folder) === `edge-agent-${older.version}`;
  if (isOurs && older.folder !== now.folder) await rm(older.folder, { recursive: true, force: true });
}

/** Makes a symbolic link lead elsewhere, at once: it is never missing. */
export async function replaceLink(link: string, target: string): Promise<void> {
  const made = `${link}.new`;
  await rm(made, { force: true });
  await symlink(target, made);
  await rename(made, link);
}
