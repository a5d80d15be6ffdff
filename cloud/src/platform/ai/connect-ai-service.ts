import type { AiHello, AiMessageReading, AiTask } from "@container-inspection/shared-schemas";
import { encodeAiRequest } from "@container-inspection/shared-schemas";
import type { Logger } from "../logging/logger.ts";
import type { AiFailure, AiRequest, AiService } from "./ai-service.ts";
import { type Connection, openConnection } from "./open-connection.ts";
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

/** Requests that wait for a free place; what comes beyond fails at once. */
const MAX_QUEUED = 64;
/** Whatever the service says it takes. */
const MAX_IN_FLIGHT = 64;
/** A connection that lasted this long was a good one: the next try comes soon. */
const STABLE_MS = 10_000;

type Request = AiRequest<AiTask>;
type Asked = Request & { id: string; endsAtMs: number; settle: (answer: AiAnswer) => void };
type State =
  | { kind: "connecting" }
  | { kind: "up"; connection: Connection; hello: AiHello; sinceMs: number }
  | { kind: "away"; why: string };

/**
 * Keeps one connection to the AI service, made again whenever it breaks, and sends all requests of this process over it. A
 * request waits while a connection is being made, and fails at once while none can be had. Late and second answers are dropped.
 */
export function connectAiService(parts: AiServiceParts): AiService {
  const { url, logger, random, newId, openTimeoutMs = 10_000, pingEveryMs = 15_000 } = parts;
  const queue: Asked[] = [];
  const inFlight = new Map<string, Asked>();
  let state: State = { kind: "connecting" };
  let failures = 0;
  let closed = false;
  let retrying: NodeJS.Timeout | undefined;
  let connection: Connection = connect();

  function connect(): Connection {
    state = { kind: "connecting" };
    return openConnection({ ...parts, openTimeoutMs, pingEveryMs, onMessage: receive, onGone: gone });
  }

  function gone(why: string): void {
    const wasStable = state.kind === "up" && performance.now() - state.sinceMs > STABLE_MS;
    failures = wasStable ? 1 : failures + 1;
    if (!closed && (failures === 1 || state.kind === "up"))
      logger.warn({ url, why }, "the AI service is away; trying again");
    state = { kind: "away", why };
    for (const asked of [...inFlight.values(), ...queue]) asked.settle(away(why));
    if (!closed) retrying = setTimeout(() => (connection = connect()), retryDelayMs(failures, random()));
  }

  function receive(reading: AiMessageReading): void {
    if (!reading.ok) {
      const asked = inFlight.get(reading.id ?? "");
      logger.warn({ problem: reading.problem, request: reading.id }, "the AI service sent an unusable message");
      // Without a word on whose answer it is, nothing more of this connection can be trusted.
      if (reading.id === null) connection.cut(`it sent an unusable message: ${reading.problem}`);
      asked?.settle({ kind: "failed", message: `the AI service gave an unusable answer: ${reading.problem}` });
      return;
    }
    const { message } = reading;
    if (message.type === "hello") return greet(message);
    if (state.kind === "connecting") return connection.cut("it does not say hello first");
    const asked = inFlight.get(message.id ?? "");
    if (asked) asked.settle(message.type === "result" ? { kind: "result", result: message } : readRefusal(message));
    else logger.debug({ request: message.id }, "an answer of the AI service came late, twice, or to nothing");
  }

  function greet(hello: AiHello): void {
    if (state.kind !== "up") logger.info({ url, tasks: hello.tasks, models: hello.models }, "the AI service is there");
    state = { kind: "up", connection, hello, sinceMs: state.kind === "up" ? state.sinceMs : performance.now() };
    pump();
  }

  /** Sends what waits, as far as the service takes it. */
  function pump(): void {
    while (state.kind === "up" && inFlight.size < Math.min(state.hello.maxInFlight, MAX_IN_FLIGHT)) {
      const asked = queue.shift();
      if (!asked) return;
      const { id, task, contentType, bytes, endsAtMs } = asked;
      if (!state.hello.tasks.includes(task)) {
        asked.settle(away(`it has no model for "${task}"`));
        continue;
      }
      inFlight.set(id, asked);
      const deadlineMs = Math.max(1, Math.floor(endsAtMs - performance.now()));
      state.connection.send(encodeAiRequest({ id, task, contentType, options: { deadlineMs } }, bytes));
    }
  }

  /** Puts a request into the queue; its answer, whichever comes first, takes it out wherever it is by then. */
  function enqueue(request: Request, resolve: (answer: AiAnswer) => void): void {
    const id = newId();
    const late = `no answer came within ${request.deadlineMs} ms`;
    const timer = setTimeout(() => asked.settle({ kind: "failed", message: late }), request.deadlineMs);
    const asked: Asked = {
      ...request,
      id,
      endsAtMs: performance.now() + request.deadlineMs,
      settle(answer) {
        clearTimeout(timer);
        const place = queue.indexOf(asked);
        if (place >= 0) queue.splice(place, 1);
        inFlight.delete(id);
        resolve(answer);
        pump();
      },
    };
    queue.push(asked);
    pump();
  }

  async function ask(request: Request): Promise<AiAnswer> {
    if (closed) return away("this process is stopping");
    if (state.kind === "away") return away(state.why);
    if (queue.length >= MAX_QUEUED) return away(`${MAX_QUEUED} requests wait for it already`);
    return new Promise((resolve) => enqueue(request, resolve));
  }

  return {
    detect: async (request) => readFindings(request, await ask(request)),
    readNumber: async (request) => readNumber(request, await ask(request)),
    state: () => (state.kind === "up" ? "up" : "away"),
    close() {
      closed = true;
      clearTimeout(retrying);
      connection.cut("this process is stopping");
    },
  };
}

const away = (why: string): AiFailure => ({ kind: "failed", message: `the AI service is away: ${why}` });
