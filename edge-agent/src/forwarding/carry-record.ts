import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxRecord, RecordHead, RecordKind } from "../outbox/record.ts";
import { assembleRequest } from "./assemble-request.ts";
import { type Span, traceField, type Traces } from "../base/traces/traces.ts";
import type { Answer, CloudClient } from "./link/cloud-client.ts";
import type { ForwarderLimits } from "./link/limits.ts";
import type { Pauses } from "./pauses.ts";
import { settleTry } from "./settle-try.ts";

export type Carrier = {
  /** One try: reads the record, sends it and settles the answer. Never rejects; a failing outbox pauses forwarding. */
  carry(head: RecordHead, signal: AbortSignal): Promise<void>;
  /** The outbox itself failed: wait as after any other failure, so that a failing disk causes no busy loop. */
  holdBack(error: unknown, recordId: string, suspect: boolean): void;
  status(): { hasAnswer: boolean; lastDeliveredAtMs: number | null };
};

/** Carries single records from the outbox to the cloud, and remembers whether it answers and when it last took one. */
export function createCarrier(parts: {
  outbox: Outbox;
  cloudUrl: string;
  client: CloudClient;
  pauses: Pauses;
  drain: { noteDelivery: (sizeBytes: number) => void };
  clock: Clock;
  /** `NO_TRACES` unless the configuration names a collector. */
  traces: Traces;
  logger: Logger;
  limits: ForwarderLimits;
}): Carrier {
  const { outbox, cloudUrl, client, pauses, drain, clock, traces, logger, limits } = parts;
  const settling = { outbox, pauses, clock, logger, limits };
  let hasAnswer = false;
  let { lastDeliveredAtMs } = outbox.status();

  const holdBack: Carrier["holdBack"] = (error, recordId, suspect) => {
    logger.error({ err: error, recordId }, "outbox failed; forwarding paused");
    const message = error instanceof Error ? error.message : String(error);
    const failure = { recordId, message, status: null, retryAfterMs: null, startedAtMs: clock.monotonicMs() };
    pauses.pauseAll(failure, { suspect, countable: false });
  };
  const attempt = async (head: RecordHead, startedAtMs: number, signal: AbortSignal): Promise<void> => {
    const read = outbox.read(head.id);
    if (!read.ok) {
      if (read.reason === "missing") pauses.setAside(head.id);
      return;
    }
    const request = assembleRequest(cloudUrl, read.record);
    const stored = storedTrace(read.record);
    const span = beginTry(read.record, stored, traces);
    const traceparent = span.traceparent ?? stored;
    try {
      const answer = await client.post({ ...request, key: head.id, traceparent, signal });
      noteAnswer(span, answer);
      if (answer.type === "no-answer" && answer.cut) return;
      hasAnswer = true;
      if (!settleTry(head, answer, startedAtMs, settling)) return;
    } finally {
      span.end();
    }
    lastDeliveredAtMs = clock.nowMs();
    drain.noteDelivery(head.sizeBytes);
    logDelivery(read.record, traceparent, logger);
  };
  return {
    async carry(head, signal) {
      try {
        await attempt(head, clock.monotonicMs(), signal);
      } catch (error) {
        holdBack(error, head.id, true);
      }
    },
    holdBack,
    status: () => ({ hasAnswer, lastDeliveredAtMs }),
  };
}

/** Returns the trace context that was stored with a record. */
function storedTrace({ payload }: OutboxRecord): string | undefined {
  const { traceparent } = payload;
  return typeof traceparent === "string" ? traceparent : undefined;
}

function beginTry(record: OutboxRecord, traceparent: string | undefined, traces: Traces): Span {
  const { id, kind, cameraId, capturedAtMs } = record;
  return traces.begin(`deliver ${kind}`, {
    kind: "client",
    after: traceparent === undefined ? undefined : { traceparent, atMs: capturedAtMs },
    attributes: { "record.id": id, "camera.id": cameraId },
  });
}

function noteAnswer(span: Span, answer: Answer): void {
  if (answer.type === "no-answer") return span.fail("no answer");
  span.set({ "http.response.status_code": answer.status });
  if (answer.status >= 400) span.fail(String(answer.status));
}

/** Names of records in the log; every other kind is a scan. */
const NAMES: Partial<Record<RecordKind, string>> = {
  identify: "container announcement",
  evidence: "evidence",
  "camera-drift": "camera drift",
};

/** Logs scans and announcements only; events come every second and would bury them. */
function logDelivery(
  { id, kind, cameraId, containerNumber }: OutboxRecord,
  traceparent: string | undefined,
  logger: Logger,
): void {
  if (kind === "stream-events") return;
  logger.info(
    { camera: cameraId, id, containerNumber, ...traceField(traceparent) },
    `${NAMES[kind] ?? "scan"} delivered`,
  );
}
