import { setTimeout as delay } from "node:timers/promises";
import { heartbeatData, type HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import { wantedRelease } from "@container-inspection/shared-schemas/releases";
import { z } from "zod";
import type { Logger } from "../../base/logger.ts";
import type { ApiKey } from "../link/api-key.ts";
import { type Answer, openCloudClient } from "../link/cloud-client.ts";
import { resolveLimits } from "../link/limits.ts";
import type { CloudNetwork } from "../link/open-dispatcher.ts";
import { readRefusal } from "../link/read-reply.ts";

const INTERVAL_MS = 30_000;
/** A try ends before the next one is due. */
const DEADLINE_MS = 10_000;
/** A release with an id or name that must not be used still arrives, so that the device refuses it by name. */
const namedReleases = z
  .array(
    wantedRelease.extend({
      releaseId: z.string(),
      name: z.string(),
      version: z.string(),
      sizeBytes: z.number(),
      sha256: z.string(),
    }),
  )
  .optional()
  .catch(undefined);
/**
 * Looser than the cloud's own schema; enough to distinguish the cloud from a portal that answers everything with 200.
 */
const acceptance = z.object({
  success: z.literal(true),
  data: z
    .object({
      requestEncodings: z.array(z.string()).catch([]),
      clockSkewMs: z.int().nullish().catch(undefined),
      receivedAt: z.iso.datetime().optional().catch(undefined),
      acknowledgementKey: heartbeatData.shape.acknowledgementKey.catch(undefined),
      configurationSha256: heartbeatData.shape.configurationSha256.catch(undefined),
      signingKeyFingerprint: heartbeatData.shape.signingKeyFingerprint.catch(undefined),
      releases: namedReleases,
      shadows: namedReleases,
      lanes: heartbeatData.shape.lanes.catch([]),
    })
    .catch({ requestEncodings: [], lanes: [] }),
});
/** Data that the cloud reports in the reply to a heartbeat; an earlier version reports less. */
export type HeartbeatReply = z.infer<typeof acceptance>["data"];

/** The outcome of an attempt; a log line is written when `state` changes. */
type Outcome = { state: string; reason: string | null };

/**
 * Reports the status of this device to the cloud, immediately and then every `intervalMs` (default 30 s), each try
 * within `deadlineMs` (default 10 s). Best effort: nothing is kept or repeated, no failure reaches the caller, and a
 * log line is written only when the outcome changes. `stop` aborts an attempt in progress.
 */
export function startHeartbeats(parts: {
  /** Base address of the cloud, with or without a path; without `/v1`. */
  cloudUrl: string;
  apiKey: ApiKey;
  network: CloudNetwork;
  read: () => Promise<HeartbeatRequest>;
  /** Called with the cloud's report in each reply. */
  onReply: (reply: HeartbeatReply) => void;
  logger: Logger;
  intervalMs?: number;
  deadlineMs?: number;
}): {
  /** Sends the next one as soon as the one under way has ended. */
  sendNow(): void;
  stop(): Promise<void>;
} {
  const { apiKey, network, read, onReply, logger, intervalMs = INTERVAL_MS, deadlineMs = DEADLINE_MS } = parts;
  // A separate client: a heartbeat waits for no record, and no record for a heartbeat.
  const limits = resolveLimits({ concurrency: 1, deadlineBaseMs: deadlineMs, connectTimeoutMs: deadlineMs });
  const client = openCloudClient(apiKey, limits, network);
  const url = `${parts.cloudUrl.replace(/\/+$/, "")}/v1/edge/heartbeat`;
  const stopping = new AbortController();
  const { signal } = stopping;
  let state = "accepted";
  let hurry = new AbortController();

  const send = async (): Promise<Outcome> => {
    try {
      const body = Buffer.from(JSON.stringify(await read()));
      const { reply, ...outcome } = judgeAnswer(await client.post({ url, key: null, body, signal }));
      if (reply) onReply(reply);
      return outcome;
    } catch (error) {
      return { state: "unreadable", reason: error instanceof Error ? error.message : String(error) };
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      hurry = new AbortController();
      const outcome = await send();
      if (signal.aborted) return;
      if (outcome.state !== state) {
        if (outcome.reason === null) logger.info({}, "the cloud accepts heartbeats again");
        else logger.warn({ reason: outcome.reason }, "the cloud does not accept heartbeats");
      }
      state = outcome.state;
      await delay(intervalMs, undefined, { signal: AbortSignal.any([signal, hurry.signal]) }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    sendNow: () => hurry.abort(),
    async stop() {
      stopping.abort();
      await running;
      await client.close();
    },
  };
}

/** `reply` is undefined when the cloud has not accepted the heartbeat. */
function judgeAnswer(answer: Answer): Outcome & { reply?: HeartbeatReply } {
  if (answer.type === "no-answer") return { state: "no answer", reason: answer.message };
  const { status } = answer;
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess) return { state: `${status}`, reason: readRefusal(answer).message };
  const accepted = readAcceptance(answer.text);
  if (accepted) return { state: "accepted", reason: null, reply: accepted.data };
  return { state: "not the cloud's", reason: `the answer ${status} is not the cloud's: check the cloud address` };
}

function readAcceptance(text: string): z.infer<typeof acceptance> | undefined {
  try {
    return acceptance.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
