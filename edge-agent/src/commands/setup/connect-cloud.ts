import { existsSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { stringify } from "yaml";
import { keepCloudKey } from "../../forwarding/air-gap/cloud-key.ts";
import type { Clock } from "../../base/clock.ts";
import { CommandError } from "../terminal/command-context.ts";
import { name } from "../../config/primitives.ts";
import { type CloudSection, readCloudSectionText } from "../../config/read-cloud-section.ts";
import { cloudUrl } from "../../config/sections.ts";
import { examineAddress } from "../doctor/examine-address.ts";
import { isPlain, PLAIN_WARNING } from "../doctor/examine-encryption.ts";
import { fixedKey } from "../../forwarding/link/api-key.ts";
import { checkCloud } from "../../forwarding/link/check-cloud.ts";
import { joinCloud } from "../../forwarding/link/join-cloud.ts";
import { readKeyFile } from "../../base/key-file.ts";
import { openKeyIfPossible } from "../../forwarding/signing/signing-key.ts";
import type { Asker } from "./ask.ts";
import { writePrivate } from "../../base/write-private.ts";
import type { Draft } from "./draft.ts";
import { type Trial, untilItWorks } from "./until-it-works.ts";

const TIMEOUT_MS = 20_000;
/** Name of the file for the key of this device, beside the configuration. */
export const KEY_FILE = "edge-api-key";

/** Dependencies that the steps of the wizard share. */
export type SetupParts = {
  asker: Asker;
  draft: { answers: Draft; save: (more: Draft) => void };
  /** Absolute path of the configuration that is being made. */
  configFile: string;
  environment: Record<string, string | undefined>;
  clock: Clock;
  random: () => number;
  version: string;
};

/** Returns the reason why a text is not a name, for a question; undefined for a name. */
export const whyNoName = (text: string): string | undefined => name.safeParse(text).error?.issues[0]?.message;

/** Asks for the address of the cloud, offers the one before, and goes the way to it. */
export async function connectCloud(
  parts: SetupParts,
  given: { cloud?: string; caFile?: string },
  before?: string,
): Promise<void> {
  const { asker, draft } = parts;
  if (given.caFile !== undefined) draft.save({ caFile: path.resolve(given.caFile) });
  const url = await untilItWorks<string, string>(asker, {
    given: given.cloud ?? draft.answers.cloudUrl,
    ask: (failed) =>
      asker.text({
        message: "Address of the cloud, such as https://inspection.example.com",
        initial: failed ?? before,
        validate: (text) => cloudUrl.safeParse(text).error?.issues[0]?.message,
      }),
    missing: "specify the address of the cloud with --cloud",
    doing: "Connecting to the cloud",
    attempt: (address) => tryAddress(address, parts),
  });
  draft.save({ cloudUrl: url });
}

async function tryAddress(text: string, parts: SetupParts): Promise<Trial<string>> {
  const problem = cloudUrl.safeParse(text).error?.issues[0]?.message;
  if (problem !== undefined) return { ok: false, message: `${text} ${problem}`, fix: "write https://, then the host" };
  const address = text.replace(/\/+$/, "");
  const { network } = await sectionOf(address, parts);
  const way = await examineAddress(address, { network, clock: parts.clock, timeoutMs: TIMEOUT_MS });
  const failed = way.find(({ state }) => state === "fail");
  if (failed) return { ok: false, message: `${failed.subject}: ${failed.message}`, fix: failed.fix };
  // Without a key the cloud answers 401 in its own form.
  const check = await checkCloud({
    cloudUrl: address,
    apiKey: fixedKey(""),
    network,
    nowMs: parts.clock.nowMs,
    timeoutMs: TIMEOUT_MS,
  });
  if (!check.ok && !check.message.includes("the cloud answered 401")) {
    return { ok: false, message: check.message, fix: check.fix };
  }
  const warning = isPlain(address) ? `, without encryption. ${PLAIN_WARNING}` : "";
  return { ok: true, value: address, message: `The cloud answers at ${address}${warning}` };
}

/** Returns the connection settings of the cloud, read as from the configuration that will be written. */
async function sectionOf(url: string, { draft, configFile, environment }: SetupParts): Promise<CloudSection> {
  const { caFile, deviceId = "new" } = draft.answers;
  const cloud = { url, apiKeyFile: KEY_FILE, ...(caFile === undefined ? {} : { caFile }) };
  const section = await readCloudSectionText(stringify({ cloud, device: { id: deviceId } }), configFile, environment);
  if (section.ok) return section;
  throw new CommandError("usage", section.problems.join("\n"));
}

/** Asks how this device is called, offers the name before, and asks for a one-time code where it has no key yet. */
export async function joinDevice(
  parts: SetupParts,
  given: { device?: string; code?: string },
  before?: string,
): Promise<void> {
  const { asker, draft } = parts;
  const usual =
    hostname()
      .replaceAll(/[^A-Za-z0-9._-]/g, "-")
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, 32) || "gate-1";
  const deviceId =
    given.device ??
    draft.answers.deviceId ??
    (await asker.text({
      message: "ID of this device, in its records; an administrator names it in the cloud",
      usual,
      initial: before,
      validate: whyNoName,
    })) ??
    usual;
  const problem = whyNoName(deviceId);
  if (problem !== undefined) throw new CommandError("usage", `the ID "${deviceId}" ${problem}`);
  draft.save({ deviceId });
  const section = await sectionOf(draft.answers.cloudUrl ?? "", parts);
  if (given.code === undefined && (await hasValidKey(section, parts))) return;
  await untilItWorks<string, void>(asker, {
    given: given.code,
    ask: () =>
      asker.text({
        message: "Join code; an administrator creates it under Devices, and it works for 15 minutes",
        validate: (text) => (text.trim() === "" ? "type the code, such as K7MXQ-9RTWA" : undefined),
      }),
    missing: "specify the join code with --code; an administrator creates it under Devices",
    doing: "Joining",
    attempt: async (code) => {
      const signingKey = openKeyIfPossible(section.dataDir);
      const agentVersion = parts.version;
      const joined = await joinCloud({ ...section, code, agentVersion, signingKey, timeoutMs: TIMEOUT_MS });
      if (!joined.ok) return joined;
      writePrivate(section.keyFile, `${joined.apiKey}\n`);
      keepCloudKey(section.dataDir, joined.acknowledgementKey);
      return {
        ok: true,
        value: undefined,
        message: `This device is "${joined.name}" in the cloud; its key is in ${section.keyFile}`,
      };
    },
  });
}

/** A key that exists already, such as from an earlier run. */
async function hasValidKey({ keyFile, cloudUrl: url, network }: CloudSection, parts: SetupParts): Promise<boolean> {
  if (!existsSync(keyFile)) return false;
  const reading = await readKeyFile(keyFile);
  if (!reading.ok) return false;
  const apiKey = fixedKey(reading.key);
  const { nowMs } = parts.clock;
  const check = await checkCloud({ cloudUrl: url, apiKey, network, nowMs, timeoutMs: TIMEOUT_MS });
  if (check.ok) parts.asker.good(`The cloud accepts the key in ${keyFile}`);
  else parts.asker.bad(`${keyFile}: ${check.message}`);
  return check.ok;
}
