import type { AiHello, AiMessageReading, AiTask } from "@container-inspection/shared-schemas/ai-protocol";
import { encodeAiRequest } from "@container-inspection/shared-schemas/ai-protocol";
import type { Logger } from "../logging/logger.ts";
import type { AiFailure, AiRequest, AiService } from "./ai-service.ts";
import { type Connection, openConnection } from "./open-connection.ts";
import { createPendingRequests, MAX_QUEUED } from "./pending-requests.ts";
import { type AiAnswer, readFindings, readNumber, readRefusal } from "./read-answer.ts";
import { retryDelayMs } from "./retry-delay.ts";

export type AiServiceParts = {
  /** `ws://` or `wss://`. */
  url: string;
  token: string;
  newId: () => string;
  /** 0 to 1. */
  random: () => number;
  logger: Pick<Logger, "info" | "warn" | "debug">;
  /** Defaults: 10,000 and 15,000. */
  openTimeoutMs?: number;
  pingEveryMs?: number;
};

/** The most requests sent at once, even if the service accepts more. */
const MAX_IN_FLIGHT = 64;
/** Duration of a connection in ms after which the next attempt comes soon. */
const STABLE_MS = 10_000;

/** One of the services that share the requests. */
export type ConnectedAiService = AiService & {
  /**
   * Returns when a request for this task would be sent: now, once the service is connected, or never.
   */
  takes: (task: AiTask) => "now" | "later" | "never";
  /** The requests that wait for it, including those that were sent. */
  pending: () => number;
};

type Request = AiRequest<AiTask>;
type AiReply = Exclude<Extract<AiMessageReading, { ok: true }>["message"], AiHello>;
type PendingRequests = ReturnType<typeof createPendingRequests>;
type Up = { kind: "up"; connection: Connection; hello: AiHello; sinceMs: number };
type State = { kind: "connecting" } | Up | { kind: "down"; why: string };

/**
 * Keeps one connection to the AI service, reconnects whenever it breaks, and sends all requests of this process over
 * it. Requests wait while it connects, and fail at once while the service is unavailable. Late and second answers are
 * ignored.
 */
export function connectAiService(parts: AiServiceParts): ConnectedAiService {
  const { url, logger, random, newId, openTimeoutMs = 10_000, pingEveryMs = 15_000 } = parts;
  const requests = createPendingRequests(newId);
  let state: State = { kind: "connecting" };
  let failures = 0;
  let closed = false;
  let retrying: NodeJS.Timeout | undefined;
  let connection: Connection = connect();

  function connect(): Connection {
    state = { kind: "connecting" };
    return openConnection({ ...parts, openTimeoutMs, pingEveryMs, onMessage: receive, onClosed: disconnected });
  }

  function disconnected(why: string): void {
    const wasStable = state.kind === "up" && performance.now() - state.sinceMs > STABLE_MS;
    failures = wasStable ? 1 : failures + 1;
    if (!closed && (failures === 1 || state.kind === "up"))
      logger.warn({ url, why }, "the AI service is unavailable; reconnecting");
    state = { kind: "down", why };
    requests.settleAll(unavailable(why));
    if (!closed) retrying = setTimeout(() => (connection = connect()), retryDelayMs(failures, random()));
  }

  function receive(reading: AiMessageReading): void {
    if (!reading.ok) return refuseUnusable(requests, reading, { connection, logger });
    const { message } = reading;
    if (message.type === "hello") greet(message);
    else if (state.kind === "connecting") connection.cut("it does not send a hello first");
    else deliver(requests, message, logger);
  }

  function greet(hello: AiHello): void {
    const isNew = state.kind !== "up";
    if (isNew) logger.info({ url, tasks: hello.tasks, models: hello.models }, "the AI service connected");
    state = { kind: "up", connection, hello, sinceMs: state.kind === "up" ? state.sinceMs : performance.now() };
    sendWaiting();
  }

  function sendWaiting(): void {
    if (state.kind === "up") sendNext(requests, state, sendWaiting);
  }

  async function ask(request: Request): Promise<AiAnswer> {
    if (closed) return unavailable("this process is stopping");
    if (state.kind === "down") return unavailable(state.why);
    if (requests.isFull()) return unavailable(`${MAX_QUEUED} requests wait for it already`);
    const answer = requests.add(request, sendWaiting);
    sendWaiting();
    return answer;
  }

  return {
    detect: async (request) => readFindings(request, await ask(request)),
    readNumber: async (request) => readNumber(request, await ask(request)),
    state: () => (state.kind === "up" ? "up" : "unavailable"),
    services: () => ({ configured: 1, connected: state.kind === "up" ? 1 : 0 }),
    takes: (task) => whenSent(state, task),
    pending: requests.count,
    close() {
      closed = true;
      clearTimeout(retrying);
      connection.cut("this process is stopping");
    },
  };
}

function whenSent(state: State, task: AiTask): ReturnType<ConnectedAiService["takes"]> {
  if (state.kind === "connecting") return "later";
  return state.kind === "up" && state.hello.tasks.includes(task) ? "now" : "never";
}

/** Sends the next waiting request, if the service accepts one more, and continues with `then`. */
function sendNext(requests: PendingRequests, { connection, hello }: Up, then: () => void): void {
  const next = requests.takeNext(Math.min(hello.maxInFlight, MAX_IN_FLIGHT));
  if (!next) return;
  const { id, task, contentType, bytes, endsAtMs, expectedNumbers } = next;
  // Settling a request sends the one after it.
  if (!hello.tasks.includes(task)) return next.settle(unavailable(`it has no model for "${task}"`));
  const deadlineMs = Math.max(1, Math.floor(endsAtMs - performance.now()));
  const options = { deadlineMs, ...(expectedNumbers && { expectedNumbers: [...expectedNumbers] }) };
  connection.send(encodeAiRequest({ id, task, contentType, options }, bytes));
  then();
}

function deliver(requests: PendingRequests, message: AiReply, logger: AiServiceParts["logger"]): void {
  const sent = requests.findSent(message.id);
  if (sent) sent.settle(message.type === "result" ? { kind: "result", result: message } : readRefusal(message));
  else
    logger.debug(
      { request: message.id },
      "ignored an answer of the AI service that is late, repeated or to no request",
    );
}

function refuseUnusable(
  requests: PendingRequests,
  { id, problem }: Extract<AiMessageReading, { ok: false }>,
  { connection, logger }: { connection: Connection; logger: AiServiceParts["logger"] },
): void {
  const sent = requests.findSent(id);
  logger.warn({ problem, request: id }, "the AI service sent an unusable message");
  // If the message names no request, no further message of this connection can be trusted.
  if (id === null) connection.cut(`it sent an unusable message: ${problem}`);
  sent?.settle({ kind: "failed", message: `the AI service sent an unusable answer: ${problem}` });
}

const unavailable = (why: string): AiFailure => ({ kind: "failed", message: `the AI service is unavailable: ${why}` });
