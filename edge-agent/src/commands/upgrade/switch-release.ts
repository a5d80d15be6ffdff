import { readFile } from "node:fs/promises";
import path from "node:path";
import { syncPath } from "../../base/sync-path.ts";
import { replaceFile } from "../../base/replace-file.ts";
import { runProgram } from "../service/systemd.ts";
import { UpgradeRefused } from "./take-archive.ts";
import { type InstalledRelease, launcherOf } from "./installed-release.ts";

export type Service = {
  /** The unit that starts the agent. */
  unitFile: string;
  configFile: string;
  /** Makes systemd read the units again and start the agent again. */
  restart: () => Promise<void>;
  /** Resolves once the agent of this version answers; rejects with the problem if it does not. */
  untilHealthy: (version: string) => Promise<void>;
};

/**
 * Lets the service run another release, with the unit that this release writes for itself. Where it does not become
 * healthy, the unit before it is put back and started. Throws UpgradeRefused then.
 */
export async function switchService(to: InstalledRelease, before: InstalledRelease, service: Service): Promise<void> {
  const { unitFile, configFile, restart, untilHealthy } = service;
  const unit = await readFile(unitFile, "utf8");
  const user = /^User=(.+)$/m.exec(unit)?.[1] ?? "root";
  const print = ["service", "install", "--print", "--user", user, "--config", configFile];
  const { code, out, text } = await runProgram(launcherOf(to.folder), print);
  if (code !== 0) throw new UpgradeRefused(`version ${to.version} wrote no unit: ${text.trim()}`);
  try {
    replaceUnit(unitFile, out);
    await restart();
    await untilHealthy(to.version);
  } catch (error) {
    replaceUnit(unitFile, unit);
    await restart();
    const reason = error instanceof Error ? error.message : String(error);
    throw new UpgradeRefused(`version ${to.version} did not become healthy (${reason}); ${before.version} runs again`, {
      cause: error,
    });
  }
}

/** The unit is on the disk before the release that it led to may be deleted. */
function replaceUnit(file: string, text: string): void {
  replaceFile(file, text);
  syncPath(path.dirname(file));
}
