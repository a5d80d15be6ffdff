import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  configurationText,
  MAX_CONFIGURATION_LENGTH,
} from "@container-inspection/shared-schemas/device-configurations";
import { stripConfig, type StrippedConfig } from "../config/strip-config.ts";
import { readPageZones } from "../config/page-zones.ts";
import type { AgentConfig } from "../config/config.ts";
import type { Logger } from "../base/logger.ts";
import type { CloudLink } from "../forwarding/link/cloud-link.ts";
import { readRefusal } from "../forwarding/link/read-reply.ts";

const DEADLINE_MS = 30_000;

export type ConfigurationReports = {
  /**
   * Compares the configuration that the cloud keeps of this device, from the reply to a heartbeat, with the one in
   * use, and sends the latter if they differ; the next reply repeats a failed attempt. Null: it keeps none; undefined:
   * it cannot.
   */
  noteKept(sha256: string | null | undefined): void;
  stop(): Promise<void>;
};

/**
 * Reports the configuration in use to the cloud, without secrets, for new hardware that replaces this device. Reads the
 * file immediately, before a person changes it again. No failure reaches the caller; the log names each outcome once.
 */
export function reportConfiguration(parts: {
  config: Pick<AgentConfig, "file" | "device" | "dataDir">;
  link: CloudLink;
  version: string;
  logger: Logger;
}): ConfigurationReports {
  const { config, link, version, logger } = parts;
  const client = link.openClient({ concurrency: 1, deadlineBaseMs: DEADLINE_MS });
  const stopping = new AbortController();
  const { signal } = stopping;
  const stripped = readStripped(config);
  let sending: Promise<void> | undefined;
  let outcome = "";

  const log = (next: string, write: () => void) => {
    if (next !== outcome) write();
    outcome = next;
  };
  const send = async (kept: string | null): Promise<void> => {
    const report = await stripped;
    if ("problem" in report) {
      log(report.problem, () =>
        logger.warn({ reason: report.problem }, "the configuration is not reported to the cloud"),
      );
      return;
    }
    if (createHash("sha256").update(configurationText(report)).digest("hex") === kept) return;
    const body = Buffer.from(JSON.stringify({ device_id: config.device.id, agent_version: version, ...report }));
    const answer = await client.post({ url: link.urlOf("/v1/edge/configuration"), key: null, body, signal });
    if (signal.aborted) return;
    if (answer.type === "answer" && answer.status === 200)
      return log("kept", () => logger.info({ missing: report.missing.length }, "the cloud keeps the configuration"));
    const reason = answer.type === "answer" ? readRefusal(answer).message : answer.message;
    log(reason, () => logger.warn({ reason }, "the cloud does not take the configuration"));
  };
  return {
    noteKept(sha256) {
      if (sha256 === undefined || sending !== undefined || signal.aborted) return;
      sending = send(sha256).finally(() => (sending = undefined));
    },
    async stop() {
      stopping.abort();
      await sending;
      await client.close();
    },
  };
}

/** Never rejects. */
async function readStripped({
  file,
  dataDir,
}: Pick<AgentConfig, "file" | "dataDir">): Promise<StrippedConfig | { problem: string }> {
  try {
    const stripped = await stripConfig(await readFile(file, "utf8"), path.dirname(file), readPageZones(dataDir).saved);
    if (stripped.configuration.length <= MAX_CONFIGURATION_LENGTH) return stripped;
    return { problem: `it has more than ${MAX_CONFIGURATION_LENGTH} characters` };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
