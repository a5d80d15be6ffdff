import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  checkConfiguration,
  folderBeside,
  type InstalledRelease,
  keepPrevious,
  launcherOf,
  readRelease,
  replaceLink,
  unpackBeside,
  withWorkplace,
} from "./installed-release.ts";
import { type Service, switchService } from "./switch-release.ts";
import { takeArchive, UpgradeRefused } from "./take-archive.ts";

/** The installed release, and what starts it. */
export type Installation = {
  before: InstalledRelease;
  /** The link that starts the release by its name. */
  link: string;
  configFile: string;
  /** Null where no service of systemd runs here. */
  service: Omit<Service, "configFile"> | null;
};

/**
 * Checks a tarball and unpacks it beside the installed release. A release that the unit leads to already is whole, and
 * stays: an upgrade that was cut off after the switch is completed with it.
 */
export async function addRelease(
  file: string,
  { before, service }: Pick<Installation, "before" | "service">,
  check: { platform: string; releaseKey: string | null },
): Promise<InstalledRelease> {
  return withWorkplace(before, async (workplace) => {
    const archive = await takeArchive(file, { ...check, folder: workplace });
    const { version } = archive;
    const folder = folderBeside(before, version);
    if (version === before.version || folder === before.folder)
      throw new UpgradeRefused(`${version} is what runs here`);
    const unit = service === null ? "" : await readFile(service.unitFile, "utf8");
    if (unit.includes(`${folder}/`)) return readRelease(folder);
    return unpackBeside(before, archive, workplace);
  });
}

/** Lets service and link lead to another release, and keeps the one before it. Returns whether the link was changed. */
export async function useRelease(next: InstalledRelease, installation: Installation): Promise<{ isLinked: boolean }> {
  const { before, link, configFile, service } = installation;
  await checkConfiguration(next, configFile);
  if (service !== null) await switchService(next, before, { ...service, configFile });
  const isLinked = leadsTo(link, before.folder);
  if (isLinked) await replaceLink(link, launcherOf(next.folder));
  await keepPrevious(next, before);
  return { isLinked };
}

const leadsTo = (link: string, folder: string): boolean =>
  existsSync(link) && realpathSync(link).startsWith(`${realpathSync(folder)}${path.sep}`);
