/** What a caller may choose as the id of its request: no more than a log, a header and a file name take. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/**
 * The id that a caller, or a proxy in front, gave its request in `X-Request-Id`; undefined for none, or one that is not
 * well-formed.
 */
export const requestIdOf = (sent: string | undefined): string | undefined =>
  sent !== undefined && REQUEST_ID.test(sent) ? sent : undefined;
