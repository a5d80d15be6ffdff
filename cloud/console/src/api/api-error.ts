import { t } from "@lingui/core/macro";
/** An error that the service answered, with its code from the closed list. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /**
   * The message, preceded by the name of the rejected field where the service names one, and followed by the id of the
   * request where the service failed: its log has the reason under this id.
   */
  readonly explanation: string;
  /** The sign-in that waits for its second step, as the service described it. */
  readonly secondFactor: unknown;

  constructor(status: number, body: unknown) {
    super(textAt(body, "error", "message") ?? textAt(body, "message") ?? t`The service answered ${status}.`);
    this.status = status;
    this.code = textAt(body, "error", "code") ?? textAt(body, "data", "code") ?? "UNKNOWN";
    const [path, problem] = ["path", "message"].map(
      (name) => textAt(body, "error", "details", "0", name) ?? textAt(body, "data", "details", "0", name),
    );
    this.secondFactor = valueAt(body, "data", "secondFactor");
    const requestId = textAt(body, "error", "requestId");
    const explanation = path && problem ? t`The ${path} ${problem}.` : this.message;
    this.explanation = status >= 500 && requestId ? t`${explanation} (request ${requestId})` : explanation;
  }
}

/** The request got no answer from the service. */
export class NoAnswerError extends Error {
  constructor(cause?: unknown) {
    super(t`The service does not respond. What you entered is kept: try again when the connection is back.`, { cause });
  }
}

/** The sentence that explains a failed request to the user. */
export function problemOf(error: unknown): string {
  if (error instanceof ApiError) return error.explanation;
  return error instanceof Error ? error.message : String(error);
}

/** Returns true if the service refused a request with one of these statuses. */
export const isRefusal = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

/** The text at a path of a reply in either envelope; undefined where there is none. */
function textAt(body: unknown, ...path: string[]): string | undefined {
  const value = valueAt(body, ...path);
  return typeof value === "string" ? value : undefined;
}

function valueAt(body: unknown, ...path: string[]): unknown {
  let value = body;
  for (const name of path) value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}
