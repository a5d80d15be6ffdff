/** W3C Trace Context, any version: version, trace id, parent id, flags; later versions may append more. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const MAX_LENGTH = 512;

/** Parses a `traceparent` header; undefined for none, or one that is not well-formed. */
export function readTraceparent(
  sent: string | undefined,
): { traceId: string; spanId: string; traceFlags: number } | undefined {
  const [, traceId, spanId, flags] = (sent !== undefined && sent.length <= MAX_LENGTH && TRACEPARENT.exec(sent)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

/** The trace id of a `traceparent` header; undefined for none, or one that is not well-formed. */
export const traceIdOf = (sent: string | undefined): string | undefined => readTraceparent(sent)?.traceId;
