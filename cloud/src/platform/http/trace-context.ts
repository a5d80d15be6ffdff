/** What a caller may choose as the id of its request: no more than a log, a header and a file name take. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;
/** W3C Trace Context, any version: version, trace id, parent id, flags; later versions may append more. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const MAX_LENGTH = 512;

/**
 * The id that a caller, or a proxy in front, gave its request in `X-Request-Id`; undefined for none, or one that is not
 * well-formed.
 */
export const requestIdOf = (sent: string | undefined): string | undefined =>
  sent !== undefined && REQUEST_ID.test(sent) ? sent : undefined;

/** What a `traceparent` header names; undefined for none, or one that is not well-formed. */
export function readTraceparent(
  sent: string | undefined,
): { traceId: string; spanId: string; traceFlags: number } | undefined {
  const [, traceId, spanId, flags] = (sent !== undefined && sent.length <= MAX_LENGTH && TRACEPARENT.exec(sent)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

/** The trace id of a `traceparent` header; undefined for none, or one that is not well-formed. */
export const traceIdOf = (sent: string | undefined): string | undefined => readTraceparent(sent)?.traceId;
