import type { Logger } from "../logger.ts";
import type { OutboxRecord, RecordHead } from "../outbox/record.ts";
import { assembleRequest } from "./assemble-request.ts";
import { chooseRecords } from "./choose-records.ts";
import { type CloudClient, createCloudClient } from "./cloud-client.ts";
import type { Forwarder, ForwarderOptions, ForwarderStatus } from "./forwarder.ts";
import { resolveLimits } from "./limits.ts";
import { createPauses } from "./pauses.ts";
import { settleTry } from "./settle-try.ts";

/**
 * Starts carrying records to the cloud: one in flight per camera, a few cameras at once, each camera's in order. It
 * sleeps until a record is inserted, a try ends or a wait is over. Throws TypeError on a cloud address that is no URL.
 */
export function startForwarder(options: ForwarderOptions): Forwarder {
  const { outbox, cloudUrl, apiKey, logger, clock, random } = options;
  assertCloudUrl(cloudUrl);
  const limits = resolveLimits(options.limits);
  const pauses = createPauses(clock, limits, random);
  const client: CloudClient = createCloudClient(apiKey, limits);
  const settling = { outbox, pauses, clock, logger, lonelyFailuresMax: limits.lonelyFailuresMax };
  const cut = new AbortController();
  /** By camera: what is under way. */
  const tries = new Map<string, { head: RecordHead; done: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let turnIsDue = false;
  let stopped: Promise<void> | undefined;
  let answered = false;
  let lastDeliveredAtMs = outbox.status().lastDeliveredAtMs;

  const wake = () => {
    if (turnIsDue || stopped !== undefined) return;
    turnIsDue = true;
    // Not at once: a capture that wakes us must not wait until a record is read and put together.
    setImmediate(turn);
  };
  const turn = () => {
    turnIsDue = false;
    if (stopped !== undefined) return;
    clearTimeout(timer);
    const plannedAtMs = clock.monotonicMs();
    try {
      const inFlight = [...tries.values()].map(({ head }) => head);
      for (const head of chooseRecords(outbox, pauses, inFlight)) begin(head);
    } catch (error) {
      holdBack(error, "", false);
    }
    timer = setTimeout(turn, Math.min(limits.idleCheckMs, pauses.nextDueInMs(plannedAtMs) ?? limits.idleCheckMs));
  };
  const begin = (head: RecordHead) => {
    const startedAtMs = clock.monotonicMs();
    const done = carry(head, startedAtMs)
      .catch((error: unknown) => holdBack(error, head.id, true))
      .finally(() => {
        tries.delete(head.cameraId);
        wake();
      });
    tries.set(head.cameraId, { head, done });
  };
  const carry = async (head: RecordHead, startedAtMs: number): Promise<void> => {
    const read = outbox.read(head.id);
    if (!read.ok) {
      if (read.reason === "gone") pauses.setAside(head.id);
      return;
    }
    const request = assembleRequest(cloudUrl, read.record);
    const answer = await client.post({ ...request, key: head.id, signal: cut.signal });
    if (answer.type === "no-answer" && answer.cut) return;
    answered = true;
    if (!settleTry(head, answer, startedAtMs, settling)) return;
    lastDeliveredAtMs = clock.nowMs();
    logDelivery(read.record, logger);
  };
  /** The outbox itself failed: wait as for any failure, so that a broken disk makes no busy loop. */
  const holdBack = (error: unknown, recordId: string, suspect: boolean) => {
    logger.error({ err: error, recordId }, "forwarding waits because the outbox failed");
    const message = error instanceof Error ? error.message : String(error);
    const failure = { recordId, message, status: null, retryAfterMs: null, startedAtMs: clock.monotonicMs() };
    pauses.pauseAll(failure, { suspect, countable: false });
  };
  const finish = async (): Promise<void> => {
    clearTimeout(timer);
    stopListening();
    const all = Promise.all([...tries.values()].map(({ done }) => done));
    const grace = setTimeout(() => cut.abort(), limits.stopGraceMs);
    await all;
    clearTimeout(grace);
    await client.close();
  };

  const stopListening = outbox.onPending(wake);
  wake();
  return {
    wake,
    stop: () => (stopped ??= finish()),
    status(): ForwarderStatus {
      const pause = pauses.current();
      return {
        state: pause !== null ? "paused" : answered ? "connected" : "untried",
        pause,
        pausedKinds: pauses.currentKinds(),
        inFlight: tries.size,
        setAside: pauses.setAsideCount(),
        lastDeliveredAtMs,
      };
    },
  };
}

/** A line for what a person did or waits for; events come every second and would bury it. */
function logDelivery({ id, kind, cameraId, containerNumber }: OutboxRecord, logger: Logger): void {
  if (kind === "stream-events") return;
  const what = kind === "category-scan" ? "scan delivered" : "container announcement delivered";
  logger.info({ camera: cameraId, id, containerNumber }, what);
}

function assertCloudUrl(cloudUrl: string): void {
  const url = URL.parse(cloudUrl);
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "") return;
  throw new TypeError(`The cloud address "${cloudUrl}" must look like https://inspection.example.com.`);
}
