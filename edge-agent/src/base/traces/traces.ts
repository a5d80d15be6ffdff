/** Attributes of a step: identifiers, kinds and counts, and never data that identifies a person. */
type Attributes = Record<string, string | number | boolean | string[] | undefined>;

/** The way of a scan, or of one try to deliver it; its times are milliseconds of the monotonic clock. */
export type Span = {
  /** Context that continues the trace elsewhere, as W3C Trace Context defines it; undefined if traces are off. */
  traceparent: string | undefined;
  /** Adds a step that has ended. */
  step: (name: string, fromMs: number, toMs: number) => void;
  set: (attributes: Attributes) => void;
  fail: (message: string) => void;
  end: () => void;
};

export type SpanOptions = {
  /** `client` where another program does it. */
  kind?: "client";
  /** Context that the trace continues, with its wall-clock time; undefined: a new trace. */
  after?: { traceparent: string; atMs: number } | undefined;
  /** Start time; now unless given. */
  fromMs?: number | undefined;
  attributes?: Attributes;
};

/** Records the way of scans for an OpenTelemetry collector. Nothing here delays or fails the work itself. */
export type Traces = {
  begin: (name: string, options?: SpanOptions) => Span;
  /** Sends what has ended, for a few seconds at most. */
  stop: () => Promise<void>;
};

export type TracesSettings = {
  /** The address of a collector, without `/v1/traces`. */
  endpoint: string;
  /** The share of the scans that are traced, 0 to 1. */
  share: number;
};

/** A span that is not recorded. */
export const NO_SPAN: Span = { traceparent: undefined, step: () => {}, set: () => {}, fail: () => {}, end: () => {} };

/** Traces that are off. */
export const NO_TRACES: Traces = { begin: () => NO_SPAN, stop: async () => {} };

/** Returns the trace's id as a field of the log; empty if traces are off. */
export const traceField = (traceparent: string | undefined): { traceId?: string } =>
  traceparent === undefined ? {} : { traceId: traceparent.slice(3, 35) };
