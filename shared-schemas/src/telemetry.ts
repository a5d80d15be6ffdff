// The only module that loads the SDK of OpenTelemetry. Both programs import it late, where traces are switched on.
import { hostname } from "node:os";
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { readTraceparent } from "./traceparent.ts";

/** Age in ms above which continued work begins a trace of its own with a link: collectors expect short ones. */
const LATE_MS = 3_600_000;
/** A collector that does not answer loses spans, and delays a stop for this long. */
const EXPORT_TIMEOUT_MS = 4_000;
const SEND_EVERY_MS = 5_000;
const LOSS_INTERVAL_MS = 600_000;

/** A sampling method, under the name that OpenTelemetry gives it. */
type SamplerName = `${"" | "parentbased_"}${"always_on" | "always_off" | "traceidratio"}`;

export type TelemetrySettings = {
  /** The address of a collector, without `/v1/traces`. */
  endpoint: string;
  /** The name of the service, unless the variables of OpenTelemetry or `serviceName` give another one. */
  service: string;
  serviceName?: string | undefined;
  version: string;
  /** Attributes of the resource, besides host and process. */
  attributes?: Attributes;
  sampler: SamplerName;
  /** The share of the traces that `traceidratio` records, 0 to 1. */
  share: number;
  nowMs: () => number;
  /** Time in ms for which spans wait for others that are sent with them. Default: 5,000. */
  sendEveryMs?: number | undefined;
  /** Called at most every ten minutes, with the number of spans that were lost since the call before. */
  onLost: (loss: { reason: string; spans: number }) => void;
};

/** Context that a span continues; `atMs` is its wall-clock time where the work may have waited since. */
export type TracePlace = { traceparent: string; atMs?: number | undefined };

export type Telemetry = {
  /** Begins a span below a place, or a trace of its own with a link where the place is long ago. */
  begin: (name: string, options: Omit<SpanOptions, "links"> & { after: TracePlace | undefined }) => Span;
  /** Adds a step that has ended to a span. Times are those of `SpanOptions`. */
  addStep: (span: Span, name: string, startTime: SpanOptions["startTime"], endTime: SpanOptions["startTime"]) => void;
  /** Sends what has ended; pending requests end after their timeout. */
  stop: () => Promise<void>;
};

export { SpanKind };

/**
 * Begins to send traces to a collector, as OTLP in JSON over HTTP. At most 2,048 spans wait; spans that a collector
 * does not accept in time are lost. The SDK reads headers, compression and attributes of the resource from its own
 * variables (`OTEL_EXPORTER_OTLP_HEADERS` and others).
 */
export function openTelemetry(settings: TelemetrySettings): Telemetry {
  const { service, serviceName, version, nowMs, sendEveryMs = SEND_EVERY_MS } = settings;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...settings.attributes,
      "service.name": service,
      "service.version": version,
      "host.name": hostname(),
      "process.pid": process.pid,
    })
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes(serviceName === undefined ? {} : { "service.name": serviceName })),
    sampler: followLinks(openSampler(settings)),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: openExporter(settings),
        exportTimeoutMillis: 2 * EXPORT_TIMEOUT_MS,
        scheduledDelayMillis: sendEveryMs,
      }),
    ],
  });
  const tracer = provider.getTracer(service, version);
  return {
    begin(name, { after, ...options }) {
      const { parent, links } = placeOf(after, nowMs());
      return tracer.startSpan(name, { ...options, links }, parent);
    },
    addStep(span, name, startTime, endTime) {
      tracer.startSpan(name, { startTime }, trace.setSpan(ROOT_CONTEXT, span)).end(endTime);
    },
    stop: () => provider.shutdown().catch(() => {}),
  };
}

/** The context of a span as its W3C `traceparent`. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** Marks the work of a span as failed. */
export const failSpan = (span: Span, message: string): void =>
  void span.setStatus({ code: SpanStatusCode.ERROR, message });

function placeOf(after: TracePlace | undefined, nowMs: number): { parent: Context; links: Link[] } {
  const place = readTraceparent(after?.traceparent);
  if (!place) return { parent: ROOT_CONTEXT, links: [] };
  const context: SpanContext = { ...place, isRemote: true };
  // By a clock that was set back, it may be in the future.
  const isLate = after?.atMs !== undefined && Math.abs(nowMs - after.atMs) > LATE_MS;
  if (isLate) return { parent: ROOT_CONTEXT, links: [{ context }] };
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

function openSampler({ sampler, share }: TelemetrySettings): Sampler {
  const [, name] = /^(?:parentbased_)?(.+)$/.exec(sampler) ?? [];
  const root =
    name === "traceidratio"
      ? new TraceIdRatioBasedSampler(share)
      : name === "always_off"
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler();
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** An exporter that reports lost spans. */
function openExporter({ endpoint, onLost }: TelemetrySettings): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    // The timeout of a request begins once it is connected; a network that swallows packets would keep a process alive.
    httpAgentOptions: { keepAlive: true, timeout: EXPORT_TIMEOUT_MS },
  });
  let reportedMs = -Infinity;
  let lost = 0;
  const note = (reason: string, spans: number) => {
    lost += spans;
    if (performance.now() - reportedMs < LOSS_INTERVAL_MS) return;
    onLost({ reason, spans: lost });
    reportedMs = performance.now();
    lost = 0;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) note(result.error.message, spans.length);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
