import { setTimeout as delay } from "node:timers/promises";
import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { expectedNumbersData } from "@container-inspection/shared-schemas/edge";
import { z } from "zod";
import type { Logger } from "../../base/logger.ts";
import type { ApiKey } from "../link/api-key.ts";
import { type Answer, openCloudClient } from "../link/cloud-client.ts";
import { resolveLimits } from "../link/limits.ts";
import type { CloudNetwork } from "../link/open-dispatcher.ts";
import { readRefusal } from "../link/read-reply.ts";

const INTERVAL_MS = 60_000;
/** A try ends before the next one is due. */
const DEADLINE_MS = 30_000;
/** Maximum number of numbers that the cloud lists. */
const MAX_NUMBERS = 20_000;

const reply = z.object({ success: z.literal(true), data: expectedNumbersData });

/** The container numbers that the cloud expects, as it listed them last. */
export type ExpectedNumbers = {
  /** Valid numbers by ISO 6346; none before the first answer. */
  current: () => ReadonlySet<string>;
  stop(): Promise<void>;
};

/**
 * Asks the cloud for the numbers on open manifests and of recent containers, immediately and then every `intervalMs`
 * (default 60 s); an unchanged list is not sent again. Best effort: while the cloud does not answer, the last list
 * counts, no failure reaches the caller, and a log line is written only when the outcome changes.
 */
export function askExpectedNumbers(parts: {
  /** Base address of the cloud, with or without a path; without `/v1`. */
  cloudUrl: string;
  apiKey: ApiKey;
  network: CloudNetwork;
  logger: Logger;
  intervalMs?: number;
}): ExpectedNumbers {
  const { cloudUrl, apiKey, network, logger, intervalMs = INTERVAL_MS } = parts;
  // A separate client: no record waits for a list, and no list for a record.
  const limits = resolveLimits({ concurrency: 1, deadlineBaseMs: DEADLINE_MS });
  const client = openCloudClient(apiKey, limits, network);
  const url = `${cloudUrl.replace(/\/+$/, "")}/v1/edge/expected-numbers`;
  const stopping = new AbortController();
  const { signal } = stopping;
  let known: { numbers: ReadonlySet<string>; etag: string | undefined } = { numbers: new Set(), etag: undefined };
  let isAnswering = true;

  const ask = async (): Promise<void> => {
    const answer = await client.get({ url, signal, etag: known.etag });
    if (signal.aborted) return;
    const isUnchanged = answer.type === "answer" && answer.status === 304;
    const numbers = isUnchanged ? known.numbers : readNumbers(answer);
    if (numbers && !isUnchanged) known = { numbers, etag: answer.type === "answer" ? answer.etag : undefined };
    if ((numbers !== undefined) === isAnswering) return;
    isAnswering = numbers !== undefined;
    if (isAnswering) logger.info({}, "the cloud lists expected container numbers again");
    else logger.warn({ reason: reasonOf(answer) }, "the cloud does not list expected container numbers");
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await ask();
      await delay(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    current: () => known.numbers,
    async stop() {
      stopping.abort();
      await running;
      await client.close();
    },
  };
}

/** Undefined for any answer that is not the list. */
function readNumbers(answer: Answer): ReadonlySet<string> | undefined {
  if (answer.type === "no-answer" || answer.status !== 200) return undefined;
  try {
    const { numbers } = reply.parse(JSON.parse(answer.text)).data;
    const valid = numbers.slice(0, MAX_NUMBERS).flatMap((text) => {
      const number = parseContainerNumber(text);
      return number?.check === "valid" ? number.text : [];
    });
    return new Set(valid);
  } catch {
    return undefined;
  }
}

function reasonOf(answer: Answer): string {
  if (answer.type === "no-answer") return answer.message;
  if (answer.status === 200) return "the answer is not the cloud's: check the cloud address";
  return readRefusal(answer).message;
}
