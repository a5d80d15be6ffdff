import { backoff } from "@container-inspection/shared-schemas/backoff";
import { z } from "zod";
import type { Answer, CloudClient } from "../link/cloud-client.ts";
import { readRefusal } from "../link/read-reply.ts";
import type { Logger } from "../../base/logger.ts";

/** Below the 30 s and 60 s after which proxies cut a request that is silent. */
const WAIT_SECONDS = 25;
/** A reply that changes nothing and comes sooner than this does not wait: the next request is sent after a pause. */
const EARLY_MS = 5_000;
const RETRY_MS = { min: 2_000, max: 60_000 };
/** A cloud without this route is of an older version. */
const MISSING_PAUSE_MS = 600_000;
const REFUSED_PAUSE_MS = 60_000;

/** Reply of the cloud; the version names the state that the next request waits to change. */
type Changing = { version: string };

/**
 * Asks the cloud for something that changes, each request waiting there for a change, until `signal` aborts.
 * `onReply` gets each reply, and `onFailure` is called each time that the cloud cannot be asked. Never throws.
 */
export async function pollChanges<Data extends Changing>(parts: {
  client: Pick<CloudClient, "get">;
  cloudUrl: string;
  /** The route, which takes `device_id`, `known` and `wait_seconds`. */
  route: string;
  /** Looser than the cloud's own schema. */
  data: z.ZodType<Data>;
  /** Name of the requested data, for the log. */
  what: string;
  deviceId: string;
  onReply: (data: Data) => void;
  onFailure: () => void;
  /** The longest pause after failures of the network. */
  retryMaxMs?: number;
  monotonicMs: () => number;
  /** Resolves after this time, or when `signal` aborts. */
  pause: (ms: number) => Promise<void>;
  random: () => number;
  logger: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { client, cloudUrl, route, what, deviceId, onReply, onFailure, monotonicMs, pause, random, logger, signal } =
    parts;
  const retryMs = { ...RETRY_MS, max: parts.retryMaxMs ?? RETRY_MS.max };
  const schema = z.object({ data: parts.data });
  let known = "";
  let failures = 0;
  while (!signal.aborted) {
    const url = new URL(`${cloudUrl.replace(/\/+$/, "")}${route}`);
    url.search = String(new URLSearchParams({ device_id: deviceId, known, wait_seconds: `${WAIT_SECONDS}` }));
    const sentAtMs = monotonicMs();
    const answer = await client.get({ url: url.href, signal });
    if (signal.aborted) return;
    const data = readData(answer, schema);
    let pauseMs = 0;
    if (data) {
      if (failures > 0) logger.info({}, `the cloud can be asked for ${what} again`);
      failures = 0;
      const isEarly = data.version === known && monotonicMs() - sentAtMs < EARLY_MS;
      pauseMs = isEarly ? EARLY_MS : 0;
      known = data.version;
      onReply(data);
    } else {
      failures += 1;
      known = "";
      onFailure();
      pauseMs = pauseAfter(answer, backoff(failures, retryMs, random));
      if (failures === 1) logger.warn({ reason: reasonOf(answer) }, `the cloud cannot be asked for ${what}`);
    }
    if (pauseMs > 0) await pause(pauseMs);
  }
}

function readData<Data>(answer: Answer, schema: z.ZodType<{ data: Data }>): Data | undefined {
  if (answer.type === "no-answer" || answer.status !== 200) return undefined;
  try {
    return schema.safeParse(JSON.parse(answer.text)).data?.data;
  } catch {
    return undefined;
  }
}

function pauseAfter(answer: Answer, waitMs: number): number {
  if (answer.type === "no-answer") return waitMs;
  if (answer.status === 404 || answer.status === 405) return MISSING_PAUSE_MS;
  if (answer.status === 401 || answer.status === 403) return REFUSED_PAUSE_MS;
  return Math.max(answer.retryAfterMs ?? 0, waitMs);
}

const reasonOf = (answer: Answer): string =>
  answer.type === "no-answer" ? answer.message : readRefusal(answer).message;
