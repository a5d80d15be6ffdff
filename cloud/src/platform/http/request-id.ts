/** Format of a request id chosen by a caller: valid in a log, a header and a file name. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/**
 * The id that a caller, or a proxy in front, gave its request in `X-Request-Id`; undefined for none, or one that is not
 * well-formed.
 */
export const requestIdOf = (sent: string | undefined): string | undefined =>
  sent !== undefined && REQUEST_ID.test(sent) ? sent : undefined;
