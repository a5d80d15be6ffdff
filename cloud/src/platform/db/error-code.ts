/**
 * True when an error, or one of its causes, carries this code, such as `EEXIST` or a Postgres SQLSTATE like `23505`.
 */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 10; current = current.cause, depth++) {
    if ("code" in current && typeof current.code === "string" && codes.includes(current.code)) return true;
  }
  return false;
}

/** True when a unique constraint or index of this name refused a write. */
export function isDuplicateOf(error: unknown, constraint: string): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 10; current = current.cause, depth++) {
    if (!("code" in current) || current.code !== "23505") continue;
    return "constraint" in current && current.constraint === constraint;
  }
  return false;
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
  for (let current = error, depth = 0; current instanceof Error && depth < 10; current = current.cause, depth++) {
    if ("code" in current && typeof current.code === "string" && UNAVAILABLE.test(current.code)) return true;
    if (UNAVAILABLE_MESSAGE.test(current.message)) return true;
    if (current instanceof AggregateError && current.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

/** The code that an error, or one of its causes, carries; undefined for one without. */
export function codeOf(error: unknown): string | undefined {
  for (let [current, depth] = [error, 0]; typeof current === "object" && current !== null && depth < 10; depth++) {
    if ("code" in current && typeof current.code === "string") return current.code;
    current = "cause" in current ? current.cause : undefined;
  }
  return undefined;
}
