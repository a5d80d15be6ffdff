import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { RecordKind } from "../outbox/record.ts";
import type { ApiKey } from "./api-key.ts";
import type { DeliveryWindow } from "./delivery-windows.ts";
import type { Drain } from "./drain.ts";
import type { CloudNetwork } from "./open-dispatcher.ts";

/** Bounds of sending and waiting. */
export type ForwarderLimits = {
  /** Records that are sent at the same time. Default 4. */
  concurrency: number;
  /** Upper bound of the first wait after a failure, and of any. Defaults 1 s and 5 min. */
  retryMinMs: number;
  retryMaxMs: number;
  /** Events of one camera that come within this time are sent together. Default 5 s. */
  eventsEveryMs: number;
  /** Longest `Retry-After` that is obeyed. Default 15 min. */
  retryAfterMaxMs: number;
  /** Total time of one try: a base, and the time the body needs on the slowest link. Defaults 60 s and 800 kbit/s. */
  deadlineBaseMs: number;
  slowestBitsPerSecond: number;
  connectTimeoutMs: number;
  /** What all bodies together use of the line. Default UNLIMITED. */
  maxBytesPerSecond: number;
  /** Tries that fail with a 500, 404 or 405 while others pass, before a record is parked. Default 8. */
  lonelyFailuresMax: number;
  /** Tries that a proxy refuses with 413 while others pass, before a record is parked. Default 3. */
  tooLargeFailuresMax: number;
  /** How long `stop` waits for the tries under way before it cuts them. Default 5 s. */
  stopGraceMs: number;
  /** How often an idle forwarder looks for records that another process released. Default 60 s. */
  idleCheckMs: number;
};

export type ForwarderOptions = {
  outbox: Outbox;
  /** Base address of the cloud, with or without a path; without `/v1`. */
  cloudUrl: string;
  apiKey: ApiKey;
  network: CloudNetwork;
  logger: Logger;
  clock: Clock;
  /** Uniform in [0, 1), for the jitter of retries. */
  random: () => number;
  limits?: Partial<ForwarderLimits> | undefined;
  /** When records may be delivered, by the local time of this device; always without any. */
  windows?: readonly DeliveryWindow[] | undefined;
};

export type Pause = {
  /** What a person should read: what failed and what to do. */
  reason: string;
  /** HTTP status of the last answer; null when there was none. */
  status: number | null;
  sinceMs: number;
  /** 0 when a try is due or under way. */
  nextTryInMs: number;
};

export type ForwarderStatus = {
  /** `untried` until the first answer since the start. */
  state: "untried" | "connected" | "paused";
  /** Whether the second address of the cloud is in use. */
  usesFallback: boolean;
  /** Why everything waits; null unless `paused`. */
  pause: Pause | null;
  /** Kinds that wait alone, because the cloud does not know their route. */
  pausedKinds: (Pause & { kind: RecordKind })[];
  /** Until the next delivery window opens; 0 while one is open, and without any. */
  opensInMs: number;
  inFlight: number;
  /** Records that fail while others pass, each waiting for a try of its own. */
  setAside: number;
  lastDeliveredAtMs: number | null;
  /** Null while no record waits that may be sent. */
  drain: Drain | null;
};

/** Carries records from the outbox to the cloud until it is stopped. */
export type Forwarder = {
  /** Sends what waits now, events included; inserts into the outbox wake it by themselves. */
  wake(): void;
  /** What the cloud takes bodies in, as it has announced last; without `gzip`, they are sent as they are. */
  acceptEncodings(encodings: readonly string[]): void;
  /** Takes no new record, waits for those under way up to `stopGraceMs`, then cuts them; they stay in the outbox. */
  stop(): Promise<void>;
  status(): ForwarderStatus;
};
