import { heartbeatData, type HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import { wantedRelease } from "@container-inspection/shared-schemas/releases";
import { z } from "zod";
import type { Logger } from "../../base/logger.ts";
import type { CloudLink } from "../link/cloud-link.ts";
import { readSuccess } from "../link/read-reply.ts";
import { repeatCall } from "./repeat-call.ts";

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

/**
 * Reports the status of this device to the cloud, immediately and then every `intervalMs` (default 30 s), each try
 * within `deadlineMs` (default 10 s). Best effort: nothing is kept or repeated, no failure reaches the caller, and a
 * log line is written only when the outcome changes. `stop` aborts an attempt in progress.
 */
export function startHeartbeats(parts: {
  link: CloudLink;
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
  const { link, read, onReply, logger, intervalMs = INTERVAL_MS, deadlineMs = DEADLINE_MS } = parts;
  // A separate client: a heartbeat waits for no record, and no record for a heartbeat.
  const client = link.openClient({ concurrency: 1, deadlineBaseMs: deadlineMs, connectTimeoutMs: deadlineMs });
  const url = link.urlOf("/v1/edge/heartbeat");
  const sending = repeatCall({
    async call(signal) {
      const body = Buffer.from(JSON.stringify(await read()));
      onReply(readSuccess(await client.post({ url, key: null, body, signal }), acceptance).data);
    },
    pauseMs: intervalMs,
    fails: "the cloud does not accept heartbeats",
    worksAgain: "the cloud accepts heartbeats again",
    logger,
  });
  return {
    sendNow: () => sending.callNow(),
    async stop() {
      await sending.stop();
      await client.close();
    },
  };
}
