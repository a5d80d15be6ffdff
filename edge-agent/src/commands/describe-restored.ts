import path from "node:path";
import type { MissingPart } from "@container-inspection/shared-schemas/device-configurations";
import { pathOfSetting } from "../config/path-of-setting.ts";
import { printable, shellWord } from "./foreign-text.ts";
import { addressesOf, type NamedValue } from "./trusted-settings.ts";

type Restored = {
  name: string;
  file: string;
  keyFile: string;
  missing: readonly MissingPart[];
  /** Trust anchors that no person has agreed to. */
  untrusted: readonly NamedValue[];
  chains: number;
  /** The configuration as it was written. */
  config: Record<string, unknown>;
  reportedAt: string;
};

/** The parts that new hardware has received, and the steps left to a person before the agent starts, one line each. */
export function describeRestored(restored: Restored): string[] {
  const { name, file, keyFile, missing, untrusted, chains, config, reportedAt } = restored;
  const { releaseKey } = config;
  const used = typeof releaseKey === "string" ? [{ setting: "releaseKey", value: releaseKey }] : [];
  const trusted = [...used, ...addressesOf(config)].filter(({ setting }) => setting !== "cloud.url");
  return [
    `this device is "${printable(name)}" in the cloud; its key is in ${keyFile}`,
    `restored ${file}: the configuration in use on ${printable(reportedAt)}`,
    ...(chains === 0 ? [] : [`chains that follow the last records of the previous hardware: ${chains}`]),
    ...(missing.length === 0 ? [] : ["to be added, in this order:"]),
    ...missing.map((part) => `  ${printable(part.setting)}: ${describePart(part, path.dirname(file))}`),
    ...(untrusted.length === 0 ? [] : ["left out because they were not confirmed; add those of your own records:"]),
    ...untrusted.map(({ setting, value }) => `  edge-agent config set ${setting} ${shellWord(value)}`),
    ...(trusted.length === 0 ? [] : ["the device trusts and connects to these; compare them with your own records:"]),
    ...trusted.map(({ setting, value }) => `  ${printable(setting)}: ${printable(value)}`),
    'check with "edge-agent doctor", then start the agent with "edge-agent run"',
  ];
}

function describePart({ setting, kind, name, sha256 }: MissingPart, folder: string): string {
  if (kind === "file") {
    const hash = sha256 === null ? "" : ` (SHA-256 ${sha256})`;
    return `copy the file to ${printable(pathOfSetting(folder, name ?? ""))}${hash}`;
  }
  if (kind === "variable") return `set the environment variable ${printable(name ?? "")}`;
  if (kind === "page-password") return "run: edge-agent page password";
  if (/\.(password|token|secret)$/i.test(setting)) return `run: edge-agent config set ${shellWord(setting)} VALUE`;
  return "type the credentials of the address again";
}
