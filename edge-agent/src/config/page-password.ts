import { readPasswordHash } from "./password-file.ts";
import type { Positions } from "./positions.ts";
import type { ConfigProblem } from "./problem.ts";
import type { ConfigFile } from "./sections.ts";
import { dataDirOf } from "./data-dir.ts";

/** A page that other machines reach needs a password. `folder` is the folder of the configuration file. */
export function findPasswordProblem(file: ConfigFile, folder: string, positions: Positions): ConfigProblem[] {
  const { enabled, host } = file.page;
  if (!enabled || host === undefined || readPasswordHash(dataDirOf(folder, file.dataDir)) !== undefined) return [];
  return [
    {
      severity: "error",
      ...positions.ofValue(["page", "host"]),
      path: "page.host",
      message: `"${host}" opens the technician's page to other machines, and no password is set for it`,
      fix: "run: edge-agent page password",
    },
  ];
}
