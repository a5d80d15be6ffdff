import { copyFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type {
  ChainEnd,
  DeviceConfiguration,
  MissingPart,
} from "@container-inspection/shared-schemas/device-configurations";
import { Document, LineCounter, parse, parseDocument, stringify } from "yaml";
import { z } from "zod";
import { keepCloudKey } from "../forwarding/air-gap/cloud-key.ts";
import { expandEnvironment } from "../config/environment.ts";
import { createPositions } from "../config/positions.ts";
import { type CloudSection, readCloudSection, readCloudSectionText } from "../config/read-cloud-section.ts";
import { configFile as configSchema } from "../config/sections.ts";
import { RESTORED_KEY_FILE } from "../config/strip-config.ts";
import { outboxFile } from "../composition/data-folder.ts";
import { joinCloud } from "../forwarding/link/join-cloud.ts";
import { createLogger } from "../base/logger.ts";
import { openOutbox } from "../outbox/open-outbox.ts";
import type { RecordKind } from "../outbox/record.ts";
import { makeFolder } from "../base/sync-path.ts";
import type { Asker } from "./setup/ask.ts";
import { drawSigningKey } from "../forwarding/signing/signing-key.ts";
import { checkPrivate, writePrivate } from "../base/write-private.ts";
import { describeRestored } from "./describe-restored.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  configFileOf,
  show,
} from "./terminal/command-context.ts";
import { dataDirOf } from "../config/data-dir.ts";
import { askForTrust, newTrust, withoutTrust } from "./trusted-settings.ts";

export type RestoreOptions = { cloud?: string; caFile?: string; overwrite?: boolean; trust?: boolean };
type Options = CommonOptions & RestoreOptions;

const TIMEOUT_MS = 30_000;

/**
 * Makes this machine the device of a one-time code: gets its key and the configuration that the cloud keeps of it, and
 * lets the chains of its records follow those of the previous hardware. Names what has to be added by hand. Trust
 * anchors that the cloud announces first are used only if a person agrees.
 */
export async function restoreDevice(
  code: string,
  options: Options,
  context: CommandContext,
  asker: Asker,
): Promise<void> {
  const file = path.resolve(configFileOf(options, context));
  const isThere = existsSync(file);
  if (isThere && options.overwrite !== true) {
    const fix = "add --overwrite to replace it by the configuration that the cloud keeps";
    throw new CommandError("usage", `${file} exists already: ${fix}`);
  }
  const section = await sectionOf(file, options, context);
  const keyFile = path.join(path.dirname(file), RESTORED_KEY_FILE);
  // Before the code is used up.
  for (const written of [keyFile, file]) checkPrivate(written);
  const signingKey = drawSigningKey();
  const request = { code, deviceId: undefined, agentVersion: context.version, signingKey };
  const joined = await joinCloud({ ...section, ...request, restore: true, timeoutMs: TIMEOUT_MS });
  if (!joined.ok) {
    throw new CommandError(joined.isCode ? "usage" : "failed", `${joined.message}\n    Fix: ${joined.fix}`);
  }
  writePrivate(keyFile, `${joined.apiKey}\n`);
  if (!joined.configuration) {
    const message = `this cloud keeps no configurations; the key of the device is in ${keyFile}`;
    throw new CommandError(
      "failed",
      `${message}\n    Fix: continue with "edge-agent init --cloud ${section.cloudUrl}"`,
    );
  }
  if (isThere) copyFileSync(file, `${file}.bak`);
  const kept = readKept(joined.configuration);
  const announced = newTrust(kept, isThere ? readPrevious(`${file}.bak`) : undefined);
  const untrusted = options.trust === true || (await askForTrust(announced, asker)) ? [] : announced;
  const config = withoutTrust(kept, untrusted);
  const text = composeText(config, { url: section.cloudUrl, reportedAt: joined.configuration.reportedAt }, options);
  writePrivate(file, text);
  const { dataDir, maxBytes } = readPlaces(text, file, context);
  makeFolder(dataDir);
  signingKey.keep(dataDir);
  keepCloudKey(dataDir, joined.acknowledgementKey);
  const followed = followChains(joined.chainEnds ?? [], { dataDir, maxBytes }, context);
  const missing = sortMissing(joined.configuration.missing, options);
  const result = { name: joined.name, file, keyFile, dataDir, missing, untrusted, chains: followed };
  const { reportedAt } = joined.configuration;
  show(options, context, result, describeRestored({ ...result, config, reportedAt }));
}

const settings = z.record(z.string(), z.unknown());

/** Returns the settings of a kept configuration. Throws a CommandError if it is no configuration. */
function readKept({ configuration }: DeviceConfiguration): Record<string, unknown> {
  const read = settings.safeParse(tryParse(configuration));
  if (read.success) return read.data;
  const fix = 'set this device up with "edge-agent init"';
  throw new CommandError("failed", `the configuration that the cloud keeps is not YAML with settings\n    Fix: ${fix}`);
}

/** The settings of the file that is replaced; undefined for one that cannot be read. */
const readPrevious = (file: string): unknown => tryParse(readFileSync(file, "utf8"));

function tryParse(yaml: string): unknown {
  try {
    return parse(yaml);
  } catch {
    return undefined;
  }
}

/** Reads the connection settings of the cloud from the options, or else from the configuration to be overwritten. */
async function sectionOf(file: string, { cloud, caFile }: Options, { environment }: CommandContext) {
  const settings = { url: cloud, apiKeyFile: RESTORED_KEY_FILE, ...(caFile && { caFile: path.resolve(caFile) }) };
  const reading: ({ ok: true } & CloudSection) | { ok: false; problems: string[] } =
    cloud === undefined
      ? await readCloudSection(file, environment)
      : await readCloudSectionText(stringify({ cloud: settings, device: { id: "new" } }), file, environment);
  if (reading.ok) return reading;
  throw new CommandError(cloud === undefined ? "configuration" : "usage", reading.problems.join("\n"));
}

/** Returns the text of the file, with a comment at its top. */
function composeText(config: object, from: { url: string; reportedAt: string }, { caFile }: Options): string {
  const { url, reportedAt } = from;
  const document = new Document(config);
  document.setIn(["cloud", "url"], url);
  document.setIn(["cloud", "apiKeyFile"], RESTORED_KEY_FILE);
  if (caFile !== undefined) document.setIn(["cloud", "caFile"], path.resolve(caFile));
  document.commentBefore = ` Restored by edge-agent join, from the configuration in use on ${reportedAt}.`;
  return document.toString({ lineWidth: 0 });
}

/** The data folder of a configuration whose files and secrets are not there yet. */
function readPlaces(text: string, file: string, { environment }: CommandContext) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  expandEnvironment(document, environment, createPositions(document, lines));
  const given = { dataDir: document.get("dataDir"), outbox: document.toJS().outbox };
  const { dataDir, outbox } = configSchema.pick({ dataDir: true, outbox: true }).parse(given);
  if (dataDir?.includes("${")) {
    const fix = "set the environment variable, and join again with a new code and --overwrite";
    throw new CommandError("configuration", `${file}: dataDir is ${dataDir}\n    Fix: ${fix}`);
  }
  return { dataDir: dataDirOf(path.dirname(file), dataDir), maxBytes: outbox.maxSizeMegabytes * 1_000_000 };
}

const KINDS: Record<ChainEnd["kind"], RecordKind> = {
  category: "category-scan",
  defect: "defect-scan",
  illegal: "illegal-scan",
  evidence: "evidence",
};

/**
 * Lets chains follow the records of the previous hardware, unless this machine has begun them; returns their number.
 */
function followChains(
  ends: readonly ChainEnd[],
  { dataDir, maxBytes }: { dataDir: string; maxBytes: number },
  { clock, isTerminal }: CommandContext,
): number {
  if (ends.length === 0) return 0;
  const logger = createLogger({ isTerminal, level: "warn" });
  const outbox = openOutbox({
    file: outboxFile({ dataDir }),
    nowMs: clock.nowMs,
    newId: () => "unused",
    logger,
    // Nothing is inserted here.
    sign: undefined,
    limits: { maxBytes },
  });
  try {
    return ends.filter(({ kind, ...end }) => outbox.follow({ ...end, kind: KINDS[kind] })).length;
  } finally {
    outbox.close();
  }
}

/** Order in which missing parts are added: `config set` checks the whole file. */
const ORDER: readonly MissingPart["kind"][] = ["file", "variable", "page-password", "secret"];

function sortMissing(missing: readonly MissingPart[], { caFile }: Options): MissingPart[] {
  const left = missing.filter(({ setting }) => caFile === undefined || setting !== "cloud.caFile");
  return left.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
