import type { DestinationStream, Level, Logger } from "pino";
import { pino } from "pino";

/**
 * Logs JSON lines. Secrets do not get in: requests are logged by method and path only, and of a failed query its text
 * without its parameters.
 */
export function createLogger(level: Level, destination?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
}

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error);
  const message = "query" in error && "params" in error ? `Failed query: ${String(error.query)}` : error.message;
  const frames = error.stack?.slice(error.stack.indexOf("\n    at ") + 1);
  return {
    type: error.name,
    message,
    ...("code" in error ? { code: error.code } : {}),
    stack: frames,
    ...(error.cause !== undefined && depth < 5 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}
