// The only module that loads the SDK of OpenTelemetry; it is imported where the configuration has `traces`, and only
// then.
import { hostname } from "node:os";
import {
  type Attributes as SdkAttributes,
  type Context,
  type HrTime,
  type Link,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { Span, SpanOptions, Traces, TracesSettings } from "./traces.ts";

/** Age in ms from which a continued trace begins a new one with a link: collectors and searches expect short ones. */
const LATE_MS = 3_600_000;
/** A collector that does not answer loses spans, and delays a stop for this long. */
const EXPORT_TIMEOUT_MS = 4_000;
const LOG_INTERVAL_MS = 600_000;
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

type TracesParts = { settings: TracesSettings; deviceId: string; version: string; clock: Clock; logger: Logger };

/**
 * Starts sending traces to a collector, as OTLP in JSON over HTTP. At most 2,048 spans wait; spans that the collector
 * does not take in time are lost, which is logged. The SDK reads headers, compression and attributes of the resource
 * from its own variables (`OTEL_EXPORTER_OTLP_HEADERS` and others).
 */
export function openTraces({ settings, deviceId, version, clock, logger }: TracesParts): Traces {
  const own = {
    "service.name": "edge-agent",
    "service.version": version,
    "device.id": deviceId,
    "host.name": hostname(),
    "process.pid": process.pid,
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes(own).merge(detectResources({ detectors: [resourceAttributesEnvDetector] })),
    sampler: followLinks(new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: openExporter(settings, clock, logger),
        exportTimeoutMillis: 2 * EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("edge-agent", version);
  return {
    begin(name, { kind, after, fromMs, attributes = {} }: SpanOptions = {}) {
      // A wall clock that jumps during a span changes no duration.
      const aheadMs = clock.nowMs() - clock.monotonicMs();
      const at = (monotonicMs: number): HrTime => toHrTime(monotonicMs + aheadMs);
      const { parent, links } = placeOf(after, clock.nowMs());
      const spanKind = kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL;
      const startTime = at(fromMs ?? clock.monotonicMs());
      const span = tracer.startSpan(name, { kind: spanKind, startTime, attributes, links }, parent);
      const inside = trace.setSpan(ROOT_CONTEXT, span);
      return present(span, {
        end: () => span.end(at(clock.monotonicMs())),
        step: (step, from, to) => tracer.startSpan(step, { startTime: at(from) }, inside).end(at(to)),
      });
    },
    // Requests in progress end after their timeout.
    stop: () => provider.shutdown().catch(() => {}),
  };
}

function present(span: SdkSpan, timed: Pick<Span, "step" | "end">): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    ...timed,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    set: (attributes: SdkAttributes) => void span.setAttributes(attributes),
    fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
  };
}

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];

/** Below a place, or after it with a link where it is long ago. */
function placeOf(after: SpanOptions["after"], nowMs: number): { parent: Context; links: Link[] } {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(after?.traceparent ?? "") ?? [];
  if (!after || traceId === undefined || spanId === undefined || flags === undefined)
    return { parent: ROOT_CONTEXT, links: [] };
  const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  // By a clock that was set back, it may be in the future.
  if (Math.abs(nowMs - after.atMs) > LATE_MS) return { parent: ROOT_CONTEXT, links: [{ context }] };
  return { parent: trace.setSpanContext(ROOT_CONTEXT, context), links: [] };
}

/** A trace that follows another one is recorded if that one is. */
function followLinks(sampler: Sampler): Sampler {
  return {
    shouldSample(context, traceId, name, kind, attributes, links) {
      const [link] = links;
      const decisive = link ? trace.setSpanContext(ROOT_CONTEXT, link.context) : context;
      return sampler.shouldSample(decisive, traceId, name, kind, attributes, []);
    },
    toString: () => `followLinks(${sampler.toString()})`,
  };
}

/** Logs lost spans, at most one line in ten minutes. */
function openExporter({ endpoint }: TracesSettings, { monotonicMs }: Clock, logger: Logger): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    // The timeout of a request begins once it is connected; a network that swallows packets would keep a process alive.
    httpAgentOptions: { keepAlive: true, timeout: EXPORT_TIMEOUT_MS },
  });
  let loggedMs = -Infinity;
  let lost = 0;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) {
          lost += spans.length;
          if (monotonicMs() - loggedMs > LOG_INTERVAL_MS) {
            logger.warn({ reason: result.error.message, spans: lost }, "traces could not be sent; they are lost");
            loggedMs = monotonicMs();
            lost = 0;
          }
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
