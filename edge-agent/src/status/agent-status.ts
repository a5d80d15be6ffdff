import { releaseReport, shadowComparison } from "@container-inspection/shared-schemas/releases";
import { z } from "zod";
import { signingKeyStatus } from "../forwarding/signing/key-registration.ts";

const count = z.number();
const text = z.string();
/** Milliseconds since the Unix epoch; null: not yet. */
const time = z.number().nullable();
const textOrNull = text.nullable();
const numberOrNull = z.number().nullable();

/** Failures that were survived, since the start. */
const failures = z.object({ count, last: textOrNull, lastAtMs: time });

const camera = z.object({
  id: text,
  url: text,
  state: z.enum(["starting", "running", "stalled", "failed", "stopped"]),
  lastFrameAtMs: time,
  framesPerSecond: z.number(),
  widthPixels: numberOrNull,
  heightPixels: numberOrNull,
  framesDropped: count,
  framesLeftOut: count,
  decoder: textOrNull,
  /** One of `pictureFaults`. */
  frozen: z.boolean(),
  pictureFaults: z.array(z.object({ kind: text, message: text })),
  quiet: z.boolean(),
  restarts: count,
  lastError: textOrNull,
  /** Fix for `lastError`. */
  lastErrorFix: textOrNull,
  lastWarning: textOrNull,
  mainStream: z
    .object({
      state: z.enum(["starting", "running", "failed"]),
      widthPixels: numberOrNull,
      heightPixels: numberOrNull,
      error: textOrNull,
    })
    .nullable(),
});

const lastScan = z.object({
  capturedAtMs: z.number(),
  containerNumber: text,
  detections: numberOrNull,
  pictureProblem: textOrNull,
  /** Reason why its container is not identified. */
  unidentified: textOrNull,
});
/** Those of an agent that states none. */
const NO_TIMES = { sinceNumberMs: null, sinceLeftMs: null };
const station = z.object({
  id: text,
  cameraId: text,
  scanEach: z.enum(["load", "picture", "nothing"]),
  visit: z.object({ state: z.enum(["settling", "scanned"]), forMs: z.number() }).nullable(),
  containerNumber: textOrNull,
  /** The usual times until a vehicle comes, since its number and since it left the other stations of the lane. */
  usualTimes: z.object({ sinceNumberMs: numberOrNull, sinceLeftMs: numberOrNull }).default(NO_TIMES),
  scans: count,
  lastScan: lastScan.nullable(),
  waitingForNumber: z.boolean(),
  inferenceMs: numberOrNull,
  /** Most of its last pictures are unlike those that its model was trained on. */
  isUnlike: z.boolean().default(false),
  failures,
});

const readNumber = z.object({ text, confidence: z.number(), looks: count });
const numberLane = z.object({
  id: text,
  cameraIds: z.array(text),
  networks: text,
  read: count,
  unread: count,
  last: z.object({ atMs: z.number(), numbers: z.array(readNumber), reason: textOrNull }).nullable(),
  failures,
});

const model = z.object({
  id: text,
  name: text,
  version: text,
  classNames: z.array(text).readonly(),
  executionProvider: text,
  task: z.enum(["detect", "segment", "classify"]),
  layout: text,
  inputWidthPixels: z.number(),
  inputHeightPixels: z.number(),
  /** Result of the check with its golden pictures on this machine; `unchecked`: none lie beside the file. */
  check: z.enum(["passed", "failed", "unchecked"]),
  /** Reason why the model is not used on this machine. */
  problem: textOrNull,
});

const outbox = z.object({
  pending: count,
  oldestAgeMs: numberOrNull,
  unnumbered: count,
  parked: count,
  refused: count,
  usedBytes: z.number(),
  maxBytes: z.number(),
  hoursUntilFull: numberOrNull,
});

const pause = z.object({ reason: text, nextTryInMs: z.number() });
const forwarder = z.object({
  state: z.enum(["untried", "connected", "paused"]),
  usesFallback: z.boolean(),
  opensInMs: z.number(),
  pause: pause.nullable(),
  pausedKinds: z.array(pause.extend({ kind: text })),
  lastDeliveredAtMs: time,
});

const driftMeasure = z.object({
  measure: text,
  reference: z.number(),
  now: z.number(),
  change: z.number(),
  limit: z.number(),
  day: text,
  isDrifted: z.boolean(),
  since: textOrNull,
});
const cameraDrift = z.object({
  cameraId: text,
  learnedDays: count,
  referenceDays: count,
  measures: z.array(driftMeasure),
});

const verdictOutput = z.object({
  lane: text,
  output: text,
  given: count,
  last: z.object({ verdict: text, containerNumber: textOrNull, atMs: z.number() }).nullable(),
  waiting: count,
  lastError: textOrNull,
  isLineDown: z.boolean(),
});

/**
 * The status of a running agent, as its page, the commands and the heartbeats take their parts of it; the reply to
 * `GET /status` has more, for support archives. Times that end in `Ms` are milliseconds since the Unix epoch.
 */
export const agentStatus = z.object({
  version: text,
  deviceId: text,
  configFile: text,
  dataDir: text,
  cloudUrl: text,
  startedAtMs: z.number(),
  uptimeSeconds: z.number(),
  clockSynchronised: z.boolean(),
  /** Milliseconds by which this machine is ahead of the cloud, negative behind; null until the cloud reports it. */
  clockOffsetMs: numberOrNull,
  /** The key with which this agent signs, and its state at the cloud. */
  signingKey: signingKeyStatus,
  cameras: z.array(camera),
  stations: z.array(station),
  /** The lanes and stations whose container numbers cameras read. */
  numbers: z.array(numberLane),
  /** Null where no broker is configured. */
  mqtt: z.object({ state: z.enum(["connected", "disconnected"]), messages: count, lastError: textOrNull }).nullable(),
  models: z.array(model),
  inference: z.object({ workers: count, ready: count, threadsPerWorker: count, waiting: count, restarts: count }),
  /** Null while the outbox cannot be read; `outboxError` is the reason then. */
  outbox: outbox.nullable(),
  outboxError: textOrNull,
  /** Captures that the outbox refused: scans that are kept in memory, and lost captures. */
  refused: z.object({ unsaved: count, lostScans: count, lostEvents: count }),
  forwarder,
  /** The delivery of records that wait for longer than usual; null without those. */
  drain: z.object({ delivered: count, waiting: count, secondsLeft: numberOrNull }).nullable(),
  watching: z.object({ enabled: z.boolean(), cameras: z.array(text), picturesSent: count }),
  /** Comparison of the cameras' days with those after their installation; null if it is disabled. */
  drift: z.array(cameraDrift).nullable(),
  /** Outputs at which the verdicts of lanes are given out. */
  verdicts: z.array(verdictOutput),
  /** Progress of this device with the releases that the cloud rolls out to it. */
  releases: z.array(releaseReport),
  /** Progress with the models that are compared with those in use, and their differences. */
  shadows: z.array(releaseReport.extend({ comparison: shadowComparison.nullable() })),
});
export type AgentStatus = z.infer<typeof agentStatus>;
