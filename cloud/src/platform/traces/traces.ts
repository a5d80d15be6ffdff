import { AsyncLocalStorage } from "node:async_hooks";

type Attributes = Record<string, string | number | boolean | string[] | undefined>;

/** Place at which a trace can be continued: by another process, or later. */
export type TracePlace = {
  /** Value of the `traceparent` header of W3C Trace Context, well-formed. */
  traceparent: string;
  /** Time at which the trace was at this place, in milliseconds; undefined for a moment ago. */
  atMs?: number;
};

/** One step of a trace while it is under way. */
export type Span = {
  /** Trace context that continues the trace elsewhere; undefined if traces are off. */
  traceparent: string | undefined;
  /** Renames the span when a better name is known. */
  rename: (name: string) => void;
  /** Adds what describes it: identifiers, kinds and counts, and never what identifies a person. */
  set: (attributes: Attributes) => void;
  /** Marks it as failed; a step whose work rejects is marked by itself. */
  fail: (message: string) => void;
};

export type SpanKind = "server" | "client" | "consumer" | "internal";
type Work<Result> = (span: Span) => Promise<Result>;

/** Records what requests and jobs do, for an OpenTelemetry collector. Nothing here delays or fails the work itself. */
export type Traces = {
  /**
   * Runs work that is triggered from outside: after `after`, or else below the current step, or in a separate trace.
   */
  begin: <Result>(
    name: string,
    options: { kind: SpanKind; after?: TracePlace | undefined; attributes?: Attributes },
    work: Work<Result>,
  ) => Promise<Result>;
  /** Does work as a step of the trace under way; outside a trace, just does it. */
  step: <Result>(
    name: string,
    options: { kind: SpanKind; attributes?: Attributes },
    work: Work<Result>,
  ) => Promise<Result>;
  /** Sends what has ended, for a few seconds at most. */
  stop: () => Promise<void>;
};

const NO_SPAN: Span = { traceparent: undefined, rename: () => {}, set: () => {}, fail: () => {} };

/** Traces that are off. */
export const NO_TRACES: Traces = {
  begin: (_name, _options, work) => work(NO_SPAN),
  step: (_name, _options, work) => work(NO_SPAN),
  stop: async () => {},
};

const underWay = new AsyncLocalStorage<TracePlace>();

/**
 * Returns the place at which the current trace can be continued; undefined outside a trace, and if traces are off.
 */
export const traceUnderWay = (): TracePlace | undefined => underWay.getStore();

/** Does work at a place of a trace, which `traceUnderWay` then returns. */
export const workAt = <Result>(place: TracePlace, work: () => Promise<Result>): Promise<Result> =>
  underWay.run(place, work);
