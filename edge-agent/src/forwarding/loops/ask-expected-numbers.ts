import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { expectedNumbersData } from "@container-inspection/shared-schemas/edge";
import { z } from "zod";
import type { Logger } from "../../base/logger.ts";
import type { CloudLink } from "../link/cloud-link.ts";
import { readSuccess } from "../link/read-reply.ts";
import { repeatCall } from "./repeat-call.ts";

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
export function askExpectedNumbers(parts: { link: CloudLink; logger: Logger; intervalMs?: number }): ExpectedNumbers {
  const { link, logger, intervalMs = INTERVAL_MS } = parts;
  // A separate client: no record waits for a list, and no list for a record.
  const client = link.openClient({ concurrency: 1, deadlineBaseMs: DEADLINE_MS });
  const url = link.urlOf("/v1/edge/expected-numbers");
  let known: { numbers: ReadonlySet<string>; etag: string | undefined } = { numbers: new Set(), etag: undefined };
  const asking = repeatCall({
    async call(signal) {
      const answer = await client.get({ url, signal, etag: known.etag });
      if (answer.type === "answer" && answer.status === 304) return;
      const { numbers } = readSuccess(answer, reply).data;
      known = { numbers: validOf(numbers), etag: answer.type === "answer" ? answer.etag : undefined };
    },
    pauseMs: intervalMs,
    fails: "the cloud does not list expected container numbers",
    worksAgain: "the cloud lists expected container numbers again",
    logger,
  });
  return {
    current: () => known.numbers,
    async stop() {
      await asking.stop();
      await client.close();
    },
  };
}

function validOf(numbers: readonly string[]): ReadonlySet<string> {
  const valid = numbers.slice(0, MAX_NUMBERS).flatMap((text) => {
    const number = parseContainerNumber(text);
    return number?.check === "valid" ? number.text : [];
  });
  return new Set(valid);
}
