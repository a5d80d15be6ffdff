import { existsSync } from "node:fs";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { pathOfSetting } from "./path-of-setting.ts";

/**
 * Folder of the outbox and the state of a configuration in `folder`. Without a setting it is beside the configuration,
 * or under /var/lib for a configuration under /etc, whose disk may be small or read-only. Records that are stored
 * beside such a configuration already stay in use.
 */
export function dataDirOf(folder: string, setting: string | undefined, isThere = existsSync): string {
  if (setting !== undefined) return pathOfSetting(folder, setting);
  const beside = path.join(folder, ".data/edge-agent");
  const below = path.relative("/etc", folder);
  const isInEtc = below !== ".." && !below.startsWith("../");
  return isInEtc && !isThere(beside) ? pathInside("/var/lib", below || "edge-agent") : beside;
}
