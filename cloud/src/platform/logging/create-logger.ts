import { hostname } from "node:os";
import type { DestinationStream, Level } from "pino";
import type { Logger } from "./logger.ts";
import { pino } from "pino";
import { API_VERSION } from "../version.ts";

/** The name of this service in logs and traces. */
export const SERVICE = "container-inspection-cloud";

/**
 * Logs JSON lines, each with its time (ISO 8601, UTC), its level by name, the service, its version, the host and the
 * process. Secrets do not get in: requests are
 * logged by method and path only, and of a failed query its text without its parameters.
 */
export function createLogger(level: Level, destination?: DestinationStream): Logger {
  const base = { service: SERVICE, version: API_VERSION, hostname: hostname(), pid: process.pid };
  const formatters = { level: (label: string) => ({ level: label }) };
  const timestamp = pino.stdTimeFunctions.isoTime;
  const options = { level, base, formatters, timestamp, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
}

const MAX_CAUSES = 5;

function describeError(error: unknown, depth = 0): unknown {
  if (typeof error !== "object" || error === null) return String(error);
  const isQuery = "query" in error && "params" in error;
  const stack = textOf(error, "stack");
  return {
    type: textOf(error, "name") ?? error.constructor?.name,
    message: isQuery ? `Failed query: ${String(error.query)}` : (textOf(error, "message") ?? describeKeys(error)),
    ...("code" in error ? { code: error.code } : {}),
    // Which of the job queue's workers it was: the queue reports copies of errors, which are plain objects.
    ...("queue" in error ? { queue: textOf(error, "queue") } : {}),
    stack: stack?.slice(stack.indexOf("\n    at ") + 1),
    ...("cause" in error && depth < MAX_CAUSES ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

const textOf = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
};

/**
 * Describes a thrown value that is not an error by the names of its fields, as their values may be secrets.
 */
const describeKeys = (thrown: object) => `an object with the fields ${Object.keys(thrown).slice(0, 20).join(", ")}`;
