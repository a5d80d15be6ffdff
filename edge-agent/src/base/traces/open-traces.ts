import { failSpan, openTelemetry, SpanKind, traceparentOf } from "@container-inspection/shared-schemas/telemetry";
import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { SpanOptions, Traces, TracesSettings } from "./traces.ts";

type TracesParts = { settings: TracesSettings; deviceId: string; version: string; clock: Clock; logger: Logger };

/** Begins to send traces to a collector. Spans that are lost are logged, one line per ten minutes. */
export function openTraces({ settings, deviceId, version, clock, logger }: TracesParts): Traces {
  const telemetry = openTelemetry({
    ...settings,
    service: "edge-agent",
    version,
    attributes: { "device.id": deviceId },
    sampler: "parentbased_traceidratio",
    nowMs: () => clock.nowMs(),
    onLost: (loss) => logger.warn(loss, "traces could not be sent; they are lost"),
  });
  return {
    begin(name, { kind, after, fromMs, attributes = {} }: SpanOptions = {}) {
      // A wall clock that jumps during a span changes no duration.
      const aheadMs = clock.nowMs() - clock.monotonicMs();
      const at = (monotonicMs: number): [seconds: number, nanoseconds: number] => toHrTime(monotonicMs + aheadMs);
      const spanKind = kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL;
      const startTime = at(fromMs ?? clock.monotonicMs());
      const span = telemetry.begin(name, { kind: spanKind, startTime, attributes, after });
      return {
        traceparent: traceparentOf(span),
        set: (more) => void span.setAttributes(more),
        fail: (message) => failSpan(span, message),
        step: (step, from, to) => telemetry.addStep(span, step, at(from), at(to)),
        end: () => span.end(at(clock.monotonicMs())),
      };
    },
    stop: telemetry.stop,
  };
}

const toHrTime = (ms: number): [number, number] => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];
