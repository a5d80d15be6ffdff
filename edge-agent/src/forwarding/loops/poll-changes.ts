import { backoff } from "@container-inspection/shared-schemas/backoff";
import { z } from "zod";
import type { Answer, CloudClient } from "../link/cloud-client.ts";
import { readSuccess } from "../link/read-reply.ts";
import type { Logger } from "../../base/logger.ts";
import { type RepeatedCall, repeatCall } from "./repeat-call.ts";

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
 * Asks the cloud for something that changes, each request waiting there for a change, until it is stopped. `onReply`
 * gets each reply; a reply for which it throws is requested again. `onFailure` is called after each failure.
 */
export function pollChanges<Data extends Changing>(parts: {
  client: Pick<CloudClient, "get">;
  /** URL of the route, which takes `device_id`, `known` and `wait_seconds`. */
  url: string;
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
  pause?: Parameters<typeof repeatCall>[0]["pause"];
  random: () => number;
  logger: Logger;
}): RepeatedCall {
  const { client, what, deviceId, onReply, onFailure, monotonicMs, random, logger } = parts;
  const retryMs = { ...RETRY_MS, max: parts.retryMaxMs ?? RETRY_MS.max };
  const schema = z.object({ data: parts.data });
  let known = "";
  let failures = 0;
  return repeatCall({
    async call(signal) {
      const url = new URL(parts.url);
      url.search = String(new URLSearchParams({ device_id: deviceId, known, wait_seconds: `${WAIT_SECONDS}` }));
      const sentAtMs = monotonicMs();
      const answer = await client.get({ url: url.href, signal });
      signal.throwIfAborted();
      try {
        const { data } = readSuccess(answer, schema);
        onReply(data);
        const isEarly = data.version === known && monotonicMs() - sentAtMs < EARLY_MS;
        known = data.version;
        failures = 0;
        return { pauseMs: isEarly ? EARLY_MS : 0 };
      } catch (failure) {
        known = "";
        failures += 1;
        onFailure();
        return { failure, pauseMs: pauseAfter(answer, backoff(failures, retryMs, random)) };
      }
    },
    pauseMs: retryMs.max,
    fails: `the cloud cannot be asked for ${what}`,
    worksAgain: `the cloud can be asked for ${what} again`,
    logger,
    pause: parts.pause,
  });
}

function pauseAfter(answer: Answer, waitMs: number): number {
  if (answer.type === "no-answer") return waitMs;
  if (answer.status === 404 || answer.status === 405) return MISSING_PAUSE_MS;
  if (answer.status === 401 || answer.status === 403) return REFUSED_PAUSE_MS;
  return Math.max(answer.retryAfterMs ?? 0, waitMs);
}
