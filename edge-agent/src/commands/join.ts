import { existsSync } from "node:fs";
import { keepCloudKey } from "../forwarding/air-gap/cloud-key.ts";
import { readCloudSection } from "../config/read-cloud-section.ts";
import { joinCloud } from "../forwarding/link/join-cloud.ts";
import { openKeyIfPossible } from "../forwarding/signing/signing-key.ts";
import { checkPrivate, writePrivate } from "../base/write-private.ts";
import { askerOf } from "./setup/asker-of.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  configFileOf,
  show,
} from "./terminal/command-context.ts";
import { restoreDevice, type RestoreOptions } from "./restore-device.ts";

const TIMEOUT_MS = 30_000;

type Options = CommonOptions & RestoreOptions;

/**
 * Exchanges a one-time code for the key of this device, and writes it into the key file of the configuration. On new
 * hardware, restores the configuration as well.
 */
export async function join(code: string, options: Options, context: CommandContext): Promise<void> {
  if (options.cloud !== undefined || options.overwrite === true) {
    return restoreDevice(code, options, context, askerOf(options, context));
  }
  const section = await readCloudSection(configFileOf(options, context), context.environment);
  if (!section.ok && !existsSync(configFileOf(options, context))) {
    const fix = `on new hardware, add the address of the cloud: edge-agent join ${code} --cloud URL`;
    throw new CommandError("configuration", `${section.problems.join("\n")}\n    Fix: ${fix}`);
  }
  if (!section.ok) throw new CommandError("configuration", section.problems.join("\n"));
  const { keyFile, dataDir } = section;
  // Before the code is used up.
  checkPrivate(keyFile);
  const signingKey = openKeyIfPossible(dataDir);
  const agentVersion = context.version;
  const joined = await joinCloud({ ...section, code, agentVersion, signingKey, timeoutMs: TIMEOUT_MS });
  if (!joined.ok) {
    throw new CommandError(joined.isCode ? "usage" : "failed", `${joined.message}\n    Fix: ${joined.fix}`);
  }
  writePrivate(keyFile, `${joined.apiKey}\n`);
  keepCloudKey(dataDir, joined.acknowledgementKey);
  show(options, context, { name: joined.name, keyFile }, [
    `this device is "${joined.name}" in the cloud; its key is in ${keyFile}`,
    "A running agent uses it at its next attempt. Earlier keys of the device work for one day.",
  ]);
}
