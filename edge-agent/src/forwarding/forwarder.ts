import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { RecordKind } from "../outbox/record.ts";
import type { Traces } from "../base/traces/traces.ts";
import type { Timers } from "../base/timers.ts";
import type { CloudClient } from "./link/cloud-client.ts";
import type { DeliveryWindow } from "./delivery-windows.ts";
import type { Drain } from "./drain.ts";
import type { ForwarderLimits } from "./link/limits.ts";

export type ForwarderOptions = {
  outbox: Outbox;
  /** Base address of the cloud, with or without a path; without `/v1`. */
  cloudUrl: string;
  /** Sends the records; the forwarder closes it. */
  client: CloudClient;
  /** `NO_TRACES` unless the configuration names a collector. */
  traces: Traces;
  logger: Logger;
  clock: Clock;
  timers: Timers;
  /** Uniform in [0, 1), for the jitter of retries. */
  random: () => number;
  limits: ForwarderLimits;
  /** Times at which records may be delivered, by the local time of this device; always if empty. */
  windows: readonly DeliveryWindow[];
};

export type Pause = {
  /** Explanation for the user: what failed and what to do. */
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
  /** True if the second address of the cloud is in use. */
  usesFallback: boolean;
  /** Reason why everything waits; null unless `paused`. */
  pause: Pause | null;
  /** Kinds that wait alone, because the cloud does not know their route. */
  pausedKinds: (Pause & { kind: RecordKind })[];
  /** Time in ms until the next delivery window opens; 0 while one is open, and without any. */
  opensInMs: number;
  inFlight: number;
  /** Number of records that fail while others pass, each waiting for a separate try. */
  setAside: number;
  lastDeliveredAtMs: number | null;
  /** Null while no record waits that may be sent. */
  drain: Drain | null;
};

/** Carries records from the outbox to the cloud until it is stopped. */
export type Forwarder = {
  /** Sends what waits now, events included; inserts into the outbox wake it by themselves. */
  wake(): void;
  /** Sets the encodings of bodies that the cloud announced last; without `gzip`, bodies are sent as they are. */
  acceptEncodings(encodings: readonly string[]): void;
  /** Takes no new record, waits for those under way up to `stopGraceMs`, then cuts them; they stay in the outbox. */
  stop(): Promise<void>;
  status(): ForwarderStatus;
};
