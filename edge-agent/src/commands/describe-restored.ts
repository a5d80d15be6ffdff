import path from "node:path";
import type { DeviceConfiguration, MissingPart } from "@container-inspection/shared-schemas";
import { parseDocument } from "yaml";
import { pathOfSetting } from "../config/path-of-setting.ts";
import { printable, shellWord } from "./foreign-text.ts";

/** Settings by which the cloud of a kept configuration decides what the device runs, and who gets its key. */
const TRUSTED = [["releaseKey"], ["cloud", "fallbackUrl"], ["cloud", "proxy", "url"], ["cloud", "caFile"]];

type Restored = {
  name: string;
  file: string;
  keyFile: string;
  missing: readonly MissingPart[];
  chains: number;
  configuration: DeviceConfiguration;
};

/** The parts that new hardware has received, and the steps left to a person before the agent starts, one line each. */
export function describeRestored(restored: Restored): string[] {
  const { name, file, keyFile, missing, chains, configuration } = restored;
  const trusted = trustedSettings(configuration.configuration);
  return [
    `this device is "${printable(name)}" in the cloud; its key is in ${keyFile}`,
    `restored ${file}: the configuration in use on ${printable(configuration.reportedAt)}`,
    ...(chains === 0 ? [] : [`chains that follow the last records of the previous hardware: ${chains}`]),
    ...(missing.length === 0 ? [] : ["to be added, in this order:"]),
    ...missing.map((part) => `  ${printable(part.setting)}: ${describePart(part, path.dirname(file))}`),
    ...(trusted.length === 0
      ? []
      : [
          "the device trusts these, as the kept configuration states; compare them with your own records before it starts:",
        ]),
    ...trusted.map((line) => `  ${line}`),
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

function trustedSettings(configuration: string): string[] {
  const document = parseDocument(configuration);
  return TRUSTED.flatMap((place) => {
    const value: unknown = document.getIn(place);
    return typeof value === "string" ? [`${place.join(".")}: ${printable(value)}`] : [];
  });
}
