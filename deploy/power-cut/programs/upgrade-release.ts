/*
 * Upgrades an installed release as "edge-agent upgrade" does. Its service is a unit that nothing runs by: whether it
 * starts is what the test examines.
 */
import path from "node:path";
import { readRelease } from "../../../edge-agent/src/commands/upgrade/installed-release.ts";
import { addRelease, useRelease } from "../../../edge-agent/src/commands/upgrade/use-release.ts";
import { openLedger } from "./ledger.ts";

export type UpgradeReleaseArgs = { root: string; installed: string; archive: string };

const { root, installed, archive } = JSON.parse(process.argv[2] ?? "") as UpgradeReleaseArgs;
const record = openLedger();
const installation = {
  before: readRelease(path.join(root, "opt", installed)),
  link: path.join(root, "bin/edge-agent"),
  configFile: path.join(root, "etc/edge-agent.yaml"),
  service: {
    unitFile: path.join(root, "units/edge-agent.service"),
    restart: async () => record({ restarted: true }),
    untilHealthy: async (version: string) => record({ healthy: version }),
  },
};
const next = await addRelease(archive, installation, { platform: "linux-x64", releaseKey: null });
await useRelease(next, installation);
record({ used: next.version });
