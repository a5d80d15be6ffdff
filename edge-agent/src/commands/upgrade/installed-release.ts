import { existsSync, readFileSync } from "node:fs";
import { mkdir, readlink, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { z } from "zod";
import { syncPath } from "../../base/sync-path.ts";
import { runProgram } from "../service/systemd.ts";
import { type Archive, UpgradeRefused } from "./take-archive.ts";

/** A release as its tarball lays it out: `bin/edge-agent` with its own Node.js, and `app`. */
export type InstalledRelease = { folder: string; version: string };

/** Symbolic link to the previous release, in a release that an upgrade has begun to use. */
const PREVIOUS = "previous";
/** Folder into which the Debian package installs. */
const PACKAGE_FOLDER = "/usr/lib/edge-agent";
/** Beside the releases: where one is prepared, in a folder that only its user can enter. */
const WORKPLACE = ".edge-agent-upgrade";
/** Half a gigabyte on a slow memory card. */
const DISK_MS = 900_000;
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
 * Hands `work` a private folder on the disk of the releases, and removes it afterwards; what an upgrade that was cut
 * off left in it is removed first.
 */
export async function withWorkplace<T>(here: InstalledRelease, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = path.dirname(here.folder);
  const folder = path.join(parent, WORKPLACE);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await remove();
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    throw new UpgradeRefused(`${parent} cannot be written: run the command as root (sudo)`, { cause: error });
  }
  return work(folder).finally(remove);
}

/** The folder that a version is unpacked into, beside the release `here`. */
export const folderBeside = (here: InstalledRelease, version: string): string =>
  pathInside(path.dirname(here.folder), `edge-agent-${version}`);

/**
 * Unpacks a tarball in a private folder and starts its program once. Moves it to its place beside the release `here`,
 * with a link back to that, once all of it is on the disk.
 */
export async function unpackBeside(
  here: InstalledRelease,
  { file, version }: Archive,
  workplace: string,
): Promise<InstalledRelease> {
  const folder = folderBeside(here, version);
  const draft = path.join(workplace, "release");
  await mkdir(draft);
  const tar = await runProgram("tar", ["-xzf", file, "-C", draft, "--strip-components=1"], DISK_MS);
  if (tar.code !== 0) throw new UpgradeRefused(`${path.basename(file)} cannot be unpacked: ${tar.text.trim()}`);
  const started = await runProgram(launcherOf(draft), ["--version"]);
  if (started.code !== 0 || started.out.trim() !== version)
    throw new UpgradeRefused(`version ${version} does not start on this machine: ${started.text.trim()}`);
  await replaceLink(path.join(draft, PREVIOUS), here.folder);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  // Tar syncs nothing. All is written before the unit leads here: the files, and the name of their folder.
  await syncDisk(folder);
  return { folder, version };
}

/** Makes all files of a file system survive a power cut: faster than a sync of each of thousands of files. */
async function syncDisk(folder: string): Promise<void> {
  const synced = await runProgram("sync", ["--file-system", folder], DISK_MS);
  if (synced.code !== 0) throw new UpgradeRefused(`the disk did not keep ${folder}: ${synced.text.trim()}`);
}

/** Throws UpgradeRefused with the release's output if it cannot use the configuration. */
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
  await replaceLink(path.join(now.folder, PREVIOUS), before.folder);
  await rm(path.join(before.folder, PREVIOUS), { force: true });
  syncPath(before.folder);
  const isOurs = older !== undefined && path.basename(older.folder) === `edge-agent-${older.version}`;
  if (isOurs && older.folder !== now.folder) await rm(older.folder, { recursive: true, force: true });
}

/** Makes a symbolic link lead elsewhere, in one step that a power cut does not undo: it is never missing. */
export async function replaceLink(link: string, target: string): Promise<void> {
  const made = `${link}.new`;
  await rm(made, { force: true });
  await symlink(target, made);
  await rename(made, link);
  syncPath(path.dirname(link));
}
