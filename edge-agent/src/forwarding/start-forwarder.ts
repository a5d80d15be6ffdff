import type { Outbox } from "../outbox/outbox.ts";
import type { RecordHead } from "../outbox/record.ts";
import type { Timers } from "../base/timers.ts";
import { type Carrier, createCarrier } from "./carry-record.ts";
import { chooseRecords } from "./choose-records.ts";
import type { CloudClient } from "./link/cloud-client.ts";
import { msUntilOpen } from "./delivery-windows.ts";
import { createDrainWatch, type Drain } from "./drain.ts";
import { createEventRests } from "./event-rests.ts";
import type { Forwarder, ForwarderOptions, ForwarderStatus } from "./forwarder.ts";
import { createPauses, type Pauses } from "./pauses.ts";

/**
 * Starts carrying records to the cloud: a few at once, shared among the cameras, scans before events. It sleeps until a
 * record is inserted, a try ends or a wait is over. Throws TypeError on a cloud address that is no URL.
 */
export function startForwarder(options: ForwarderOptions): Forwarder {
  const { outbox, cloudUrl, client, traces, logger, clock, timers, random, limits, windows } = options;
  assertCloudUrl(cloudUrl);
  const pauses = createPauses(clock, limits, random);
  const drain = createDrainWatch(clock);
  const carrier = createCarrier({ outbox, cloudUrl, client, pauses, drain, clock, traces, logger, limits });
  const cut = new AbortController();
  const rests = createEventRests(clock, limits.eventsEveryMs);
  const opensInMs = () => msUntilOpen(windows, clock.nowMs());
  const tries = createTries(timers, () => wake());
  let cancelTurn = () => {};
  let turnIsDue = false;
  let stopped: Promise<void> | undefined;

  const wake = () => {
    if (turnIsDue || stopped !== undefined) return;
    turnIsDue = true;
    // Not at once: a capture that wakes the forwarder must not wait until a record is read and put together.
    timers.soon(turn);
  };
  const turn = () => {
    turnIsDue = false;
    if (stopped !== undefined) return;
    cancelTurn();
    const plannedAtMs = clock.monotonicMs();
    const closedMs = opensInMs();
    try {
      const around = { inFlight: tries.heads(), restingCameraIds: rests.cameraIds() };
      const heads = closedMs > 0 ? [] : chooseRecords(outbox, pauses, around);
      for (const head of heads.map((each) => gatherEvents(each, outbox, rests))) {
        tries.add(head, carrier.carry(head, cut.signal));
      }
      if (tries.heads().length > 0) drain.begin();
      else if (pauses.current() === null) drain.end();
    } catch (error) {
      carrier.holdBack(error, "", false);
    }
    const dueInMs = closedMs || Math.min(pauses.nextDueInMs(plannedAtMs) ?? Infinity, rests.nextEndInMs());
    cancelTurn = timers.after(Math.min(limits.idleCheckMs, Math.ceil(dueInMs)), turn);
  };
  const finish = async (): Promise<void> => {
    cancelTurn();
    stopListening();
    await tries.end(cut, limits.stopGraceMs);
    await client.close();
  };

  const stopListening = outbox.onPending(wake);
  wake();
  return {
    wake() {
      rests.clear();
      wake();
    },
    acceptEncodings: (encodings) => client.acceptEncodings(encodings),
    stop: () => (stopped ??= finish()),
    status: () =>
      describeStatus({ pauses, carrier, drain, client, inFlight: tries.heads().length, opensInMs: opensInMs() }),
  };
}

/** Returns, for events, the record that holds those of the camera that wait; any other record as it is. */
function gatherEvents(head: RecordHead, outbox: Outbox, rests: ReturnType<typeof createEventRests>): RecordHead {
  if (head.kind !== "stream-events") return head;
  const { isFull, ...merged } = outbox.mergeEvents(head.id);
  if (!isFull) rests.begin(head.cameraId);
  return { ...head, ...merged };
}

function describeStatus(parts: {
  pauses: Pauses;
  carrier: Carrier;
  drain: { status: () => Drain | null };
  client: CloudClient;
  inFlight: number;
  opensInMs: number;
}): ForwarderStatus {
  const { pauses, carrier, drain, client, inFlight, opensInMs } = parts;
  const pause = pauses.current();
  const { hasAnswer, lastDeliveredAtMs } = carrier.status();
  return {
    state: pause !== null ? "paused" : hasAnswer ? "connected" : "untried",
    usesFallback: client.usesFallback(),
    pause,
    pausedKinds: pauses.currentKinds(),
    opensInMs,
    inFlight,
    setAside: pauses.setAsideCount(),
    lastDeliveredAtMs,
    drain: drain.status(),
  };
}

/** The tries under way; calls back when one has ended. */
function createTries(timers: Timers, onEnd: () => void) {
  const tries = new Map<string, { head: RecordHead; done: Promise<void> }>();
  return {
    heads: (): RecordHead[] => [...tries.values()].map(({ head }) => head),
    /** Keeps a try until it has ended. */
    add(head: RecordHead, attempt: Promise<void>): void {
      const done = attempt.finally(() => {
        tries.delete(head.id);
        onEnd();
      });
      tries.set(head.id, { head, done });
    },
    /** Waits for the tries; `cut` ends those that take longer than this. */
    async end(cut: AbortController, graceMs: number): Promise<void> {
      const cancelCut = timers.after(graceMs, () => cut.abort());
      await Promise.all([...tries.values()].map(({ done }) => done));
      cancelCut();
    },
  };
}

function assertCloudUrl(cloudUrl: string): void {
  const url = URL.parse(cloudUrl);
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "") return;
  throw new TypeError(`The cloud address "${cloudUrl}" must look like https://inspection.example.com.`);
}
