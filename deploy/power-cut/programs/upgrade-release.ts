/*
 * Upgrades an installed release as "edge-agent upgrade" does; with `isRepeated`, it also goes back and upgrades again.
 * Its service is a unit that nothing runs by: whether it starts is what the test examines.
 */
import path from "node:path";
import {
  type InstalledRelease,
  readPrevious,
  readRelease,
} from "../../../edge-agent/src/commands/upgrade/installed-release.ts";
import { addRelease, useRelease } from "../../../edge-agent/src/commands/upgrade/use-release.ts";
import { openLedger } from "./ledger.ts";

export type UpgradeReleaseArgs = { root: string; installed: string; archive: string; isRepeated: boolean };

const { root, installed, archive, isRepeated } = JSON.parse(process.argv[2] ?? "") as UpgradeReleaseArgs;
const record = openLedger();
const unitFile = path.join(root, "units/edge-agent.service");
const link = path.join(root, "bin/edge-agent");
const configFile = path.join(root, "etc/edge-agent.yaml");
const restart = async () => record({ restarted: true });
const untilHealthy = async (version: string) => record({ healthy: version });
const installationOf = (before: InstalledRelease) => ({
  before,
  link,
  configFile,
  service: { unitFile, restart, untilHealthy },
});

async function upgrade(before: InstalledRelease): Promise<InstalledRelease> {
  const installation = installationOf(before);
  const next = await addRelease(archive, installation, { platform: "linux-x64", releaseKey: null });
  await useRelease(next, installation);
  record({ used: next.version });
  return next;
}

async function rollBack(before: InstalledRelease): Promise<InstalledRelease> {
  const previous = await readPrevious(before);
  await useRelease(previous, installationOf(before));
  record({ used: previous.version });
  return previous;
}

const next = await upgrade(readRelease(path.join(root, "opt", installed)));
if (isRepeated) await upgrade(await rollBack(next));
