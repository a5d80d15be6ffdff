// The only module that loads the SDK of OpenTelemetry; main.ts imports it where traces are switched on, and only then.
import { hostname } from "node:os";
import {
  type Context,
  type Link,
  type Span as SdkSpan,
  type SpanContext,
  SpanKind as SdkKind,
  SpanStatusCode,
  ROOT_CONTEXT,
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
import type { Logger } from "../logging/logger.ts";
import { SERVICE } from "../logging/create-logger.ts";
import { createRepeatedLog } from "../logging/repeated-log.ts";
import { API_VERSION } from "../version.ts";
import { readTraceparent } from "./traceparent.ts";
import type { TracesSettings } from "./traces-settings.ts";
import { NO_TRACES, type Span, type SpanKind, type TracePlace, type Traces, traceUnderWay, workAt } from "./traces.ts";

/**
 * Age in ms above which continued work begins a separate trace with a link: collectors and searches expect short
 * ones.
 */
const LATE_MS = 3_600_000;
/** A collector that does not answer loses spans, and delays a stop for this long. */
const EXPORT_TIMEOUT_MS = 4_000;
const SEND_EVERY_MS = 5_000;
const LOG_INTERVAL_MS = 600_000;
const KINDS: Record<SpanKind, SdkKind> = {
  server: SdkKind.SERVER,
  client: SdkKind.CLIENT,
  consumer: SdkKind.CONSUMER,
  internal: SdkKind.INTERNAL,
};

type TracesParts = {
  settings: TracesSettings;
  logger: Logger;
  nowMs: () => number;
  /** Time in ms for which spans wait for others that are sent with them. Default: 5,000. */
  sendEveryMs?: number;
};

/**
 * Begins to send traces to a collector, as OTLP in JSON over HTTP. At most 2,048 spans wait; spans that a collector
 * does not accept in time are lost and logged. The SDK reads headers, compression and attributes of the resource from
 * its own variables (`OTEL_EXPORTER_OTLP_HEADERS` and others).
 */
export function openTraces({ settings, logger, nowMs, sendEveryMs = SEND_EVERY_MS }: TracesParts): Traces {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.version": API_VERSION,
      "host.name": hostname(),
      "process.pid": process.pid,
    })
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes({ "service.name": settings.serviceName ?? SERVICE })),
    sampler: followLinks(openSampler(settings)),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: openExporter(settings, logger),
        exportTimeoutMillis: 2 * EXPORT_TIMEOUT_MS,
        scheduledDelayMillis: sendEveryMs,
      }),
    ],
  });
  const tracer = provider.getTracer(SERVICE, API_VERSION);
  const run = async <Result>(
    name: string,
    { kind, after, attributes = {} }: Parameters<Traces["begin"]>[1],
    work: (span: Span) => Promise<Result>,
  ): Promise<Result> => {
    const { parent, links } = placeOf(after, nowMs());
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, parent);
    const traceparent = traceparentOf(span.spanContext());
    try {
      return await workAt({ traceparent, atMs: nowMs() }, () => work(present(span, traceparent)));
    } catch (error) {
      // Not its message, in which there may be anything.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error });
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
    // Pending exports end after their timeout.
    stop: () => provider.shutdown().catch(() => {}),
  };
}

function present(span: SdkSpan, traceparent: string): Span {
  return {
    traceparent,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
  };
}

/** Below a place, or after it with a link where it is long ago. */
function placeOf(after: TracePlace | undefined, nowMs: number): { parent: Context; links: Link[] } {
  const place = readTraceparent(after?.traceparent);
  if (!place) return { parent: ROOT_CONTEXT, links: [] };
  const context: SpanContext = { ...place, isRemote: true };
  if (after?.atMs !== undefined && nowMs - after.atMs > LATE_MS) return { parent: ROOT_CONTEXT, links: [{ context }] };
  return { parent: trace.setSpanContext(ROOT_CONTEXT, context), links: [] };
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

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

function openSampler({ sampler, share }: TracesSettings): Sampler {
  const [, name] = /^(?:parentbased_)?(.+)$/.exec(sampler) ?? [];
  const root =
    name === "traceidratio"
      ? new TraceIdRatioBasedSampler(share)
      : name === "always_off"
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler();
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Logs lost spans, one line per ten minutes. */
function openExporter({ endpoint }: TracesSettings, logger: Logger): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    // The timeout of a request begins once it is connected; a network that swallows packets would keep a process alive.
    httpAgentOptions: { keepAlive: true, timeout: EXPORT_TIMEOUT_MS },
  });
  const log = createRepeatedLog(logger, LOG_INTERVAL_MS);
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error)
          log("traces", () =>
            logger.warn({ reason: error.message, spans: spans.length }, "traces could not be sent; they are lost"),
          );
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
