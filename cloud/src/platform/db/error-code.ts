/** True when an error, or one of its causes, has one of these codes: `EEXIST`, or a SQLSTATE such as `23505`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return chainOf(error).some((cause) => codes.includes(ownCodeOf(cause) ?? ""));
}

/** True when a unique constraint or index of this name refused a write. */
export function isDuplicateOf(error: unknown, constraint: string): boolean {
  const refusal = chainOf(error).find((cause) => ownCodeOf(cause) === "23505");
  return refusal !== undefined && "constraint" in refusal && refusal.constraint === constraint;
}

/**
 * SQLSTATE classes and system codes that mean: the database is unavailable or overloaded, the same request may work
 * later. 26000 and 42P05 are prepared statements that a connection pooler mixed up.
 */
const UNAVAILABLE =
  /^(08...|53...|57014|57P0[1235]|58...|25006|25P03|26000|40001|40P01|42P05|55000|55P03|ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const UNAVAILABLE_MESSAGE = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

/** True if an error means that the database is temporarily unavailable, not that a request is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return chainOf(error).some(
    (cause) =>
      UNAVAILABLE.test(ownCodeOf(cause) ?? "") ||
      (cause instanceof Error && UNAVAILABLE_MESSAGE.test(cause.message)) ||
      (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)),
  );
}

/** The first code in an error and its causes; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  return chainOf(error)
    .map(ownCodeOf)
    .find((code) => code !== undefined);
}

/** An error and its causes, the outermost first; at most ten, since causes can form a circle. */
function chainOf(error: unknown): object[] {
  const chain: object[] = [];
  for (let current = error; typeof current === "object" && current !== null && chain.length < 10;) {
    chain.push(current);
    current = "cause" in current ? current.cause : undefined;
  }
  return chain;
}

const ownCodeOf = (error: object): string | undefined =>
  "code" in error && typeof error.code === "string" ? error.code : undefined;
