import { z } from "zod";
import type { Answer, CloudClient } from "../forwarding/cloud-client.ts";
import { readRefusal } from "../forwarding/read-reply.ts";
import { backoffMs } from "../forwarding/retry-policy.ts";
import type { Logger } from "../logger.ts";

/** Below the 30 s and 60 s after which proxies cut a request that is silent. */
const WAIT_SECONDS = 25;
/** A reply that changes nothing and comes sooner than this does not wait: the next request is sent after a pause. */
const EARLY_MS = 5_000;
const BACKOFF = { retryMinMs: 2_000, retryMaxMs: 60_000 };
/** A cloud without this route is of an older version. */
const MISSING_PAUSE_MS = 600_000;
const REFUSED_PAUSE_MS = 60_000;

/** Looser than the cloud's own schema. */
const reply = z.object({ data: z.object({ cameras: z.array(z.string()), version: z.string() }) });

/**
 * Asks the cloud which cameras users watch, each request waiting there for a change, until `signal` aborts.
 * `onCameras` gets each reply, and an empty list when the cloud cannot be asked. Never throws.
 */
export async function pollWatched(parts: {
  client: Pick<CloudClient, "get">;
  cloudUrl: string;
  deviceId: string;
  onCameras: (cameraIds: readonly string[]) => void;
  monotonicMs: () => number;
  /** Resolves after this time, or when `signal` aborts. */
  pause: (ms: number) => Promise<void>;
  random: () => number;
  logger: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { client, cloudUrl, deviceId, onCameras, monotonicMs, pause, random, logger, signal } = parts;
  let known = "";
  let failures = 0;
  while (!signal.aborted) {
    const url = new URL(`${cloudUrl.replace(/\/+$/, "")}/v1/edge/watched-cameras`);
    url.search = String(new URLSearchParams({ device_id: deviceId, known, wait_seconds: `${WAIT_SECONDS}` }));
    const sentAtMs = monotonicMs();
    const answer = await client.get({ url: url.href, signal });
    if (signal.aborted) return;
    const list = readList(answer);
    let pauseMs = 0;
    if (list) {
      if (failures > 0) logger.info({}, "the cloud can be asked for watched cameras again");
      failures = 0;
      const isEarly = list.version === known && monotonicMs() - sentAtMs < EARLY_MS;
      pauseMs = isEarly ? EARLY_MS : 0;
      known = list.version;
      onCameras(list.cameras);
    } else {
      failures += 1;
      known = "";
      onCameras([]);
      pauseMs = pauseAfter(answer, failures, random);
      if (failures === 1) logger.warn({ reason: reasonOf(answer) }, "the cloud cannot be asked for watched cameras");
    }
    if (pauseMs > 0) await pause(pauseMs);
  }
}

function readList(answer: Answer): { cameras: string[]; version: string } | undefined {
  if (answer.type === "no-answer" || answer.status !== 200) return undefined;
  try {
    return reply.safeParse(JSON.parse(answer.text)).data?.data;
  } catch {
    return undefined;
  }
}

function pauseAfter(answer: Answer, failures: number, random: () => number): number {
  if (answer.type === "no-answer") return backoffMs(failures, BACKOFF, random);
  if (answer.status === 404 || answer.status === 405) return MISSING_PAUSE_MS;
  if (answer.status === 401 || answer.status === 403) return REFUSED_PAUSE_MS;
  return Math.max(answer.retryAfterMs ?? 0, backoffMs(failures, BACKOFF, random));
}

const reasonOf = (answer: Answer): string =>
  answer.type === "no-answer" ? answer.message : readRefusal(answer).message;
