import {
  failSpan,
  openTelemetry,
  SpanKind as SdkKind,
  traceparentOf,
} from "@container-inspection/shared-schemas/telemetry";
import type { Logger } from "../logging/logger.ts";
import { SERVICE } from "../logging/create-logger.ts";
import { API_VERSION } from "../version.ts";
import type { TracesSettings } from "./traces-settings.ts";
import { NO_TRACES, type Span, type SpanKind, type TracePlace, type Traces, traceUnderWay, workAt } from "./traces.ts";

const KINDS: Record<SpanKind, SdkKind> = {
  server: SdkKind.SERVER,
  client: SdkKind.CLIENT,
  consumer: SdkKind.CONSUMER,
  internal: SdkKind.INTERNAL,
};

type TracesParts = { settings: TracesSettings; logger: Logger; nowMs: () => number; sendEveryMs?: number };

/** Begins to send traces to a collector. Spans that are lost are logged, one line per ten minutes. */
export function openTraces({ settings, logger, nowMs, sendEveryMs }: TracesParts): Traces {
  const onLost = (loss: object) => logger.warn(loss, "traces could not be sent; they are lost");
  const telemetry = openTelemetry({ ...settings, service: SERVICE, version: API_VERSION, nowMs, sendEveryMs, onLost });
  const run = async <Result>(
    name: string,
    { kind, after, attributes = {} }: Parameters<Traces["begin"]>[1],
    work: (span: Span) => Promise<Result>,
  ): Promise<Result> => {
    const span = telemetry.begin(name, { kind: KINDS[kind], after, attributes });
    const traceparent = traceparentOf(span);
    const presented: Span = {
      traceparent,
      rename: (other) => void span.updateName(other),
      set: (more) => void span.setAttributes(more),
      fail: (message) => failSpan(span, message),
    };
    try {
      return await workAt({ traceparent, atMs: nowMs() }, () => work(presented));
    } catch (error) {
      // Not its message, in which there may be anything.
      failSpan(span, error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  };
  /** The step under way, which is never late. */
  const here = (): TracePlace | undefined => {
    const place = traceUnderWay();
    return place && { traceparent: place.traceparent };
  };
  return {
    begin: (name, options, work) => run(name, { ...options, after: options.after ?? here() }, work),
    step(name, options, work) {
      const after = here();
      return after ? run(name, { ...options, after }, work) : NO_TRACES.step(name, options, work);
    },
    stop: telemetry.stop,
  };
}
