import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "@container-inspection/shared-schemas/errors";
import { RequestError } from "@hono/node-server";
import { lingerForBody } from "./linger.ts";
import { wrapError } from "./replies.ts";

/** A refusal of what never becomes a request of the app. */
type Refusal = { status: number; code: ErrorCode; message: string };

const BY_PARSER_CODE: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: "VALIDATION_ERROR", message: "The headers are too large." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    message: "The chunk extensions of the body are too large.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: "REQUEST_TIMEOUT",
    message: "The request took too long to arrive.",
  },
};

const INVALID_HTTP: Refusal = { status: 400, code: "VALIDATION_ERROR", message: "The request is not valid HTTP." };

/** Time in ms that a sender has to read a refusal. */
const LINGER_MS = 5_000;

/**
 * Answers what Node's parser refuses, and expectations other than 100-continue, in the envelope and with a request id.
 */
export function refuseBelowApp(server: Server, newId: () => string): void {
  const replies = new WeakMap<Duplex, ServerResponse>();
  server.on("request", ({ socket }: IncomingMessage, outgoing: ServerResponse) => void replies.set(socket, outgoing));
  server.on("clientError", (error: ParserError, socket: Duplex) => {
    const reply = replies.get(socket);
    // Where a reply is on its way, another one would corrupt it.
    const isBusy = reply?.headersSent === true && !reply.writableFinished;
    if (socket.writable && !isBusy) answerParserError(error, socket, newId());
    else socket.destroy(error);
  });
  server.on("checkExpectation", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const message = "The only expectation that is supported is 100-continue.";
    const place = { requestId: newId(), ...placeOf(incoming) };
    lingerForBody(incoming, outgoing);
    const { head, body } = replyTo({ status: 417, code: "VALIDATION_ERROR", message }, place);
    outgoing.writeHead(417, head).end(body);
  });
}

type ParserError = Error & { code?: string; rawPacket?: Buffer };

function answerParserError({ code = "", rawPacket }: ParserError, socket: Duplex, requestId: string): void {
  const refusal = BY_PARSER_CODE[code] ?? INVALID_HTTP;
  // The part of the request in the last packet; the parser provides nothing else.
  const [, path = ""] = /^[A-Z]+ ([^\s?]+)/.exec(rawPacket?.toString("latin1", 0, 2_048) ?? "") ?? [];
  const { head, body } = replyTo(refusal, { requestId, path, idempotencyKey: null });
  const lines = Object.entries({ ...head, Connection: "close" }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Answers input that is not a request for the app, such as one with an unusable Host header. */
export function refuseRequest(error: unknown, requestId: string, incoming: IncomingMessage): Response {
  const refusal: Refusal =
    error instanceof RequestError
      ? { status: 400, code: "VALIDATION_ERROR", message: `The request is not valid: ${error.message}.` }
      : { status: 500, code: "INTERNAL_ERROR", message: "An internal error occurred." };
  const { head, body } = replyTo(refusal, { requestId, ...placeOf(incoming) });
  return new Response(body, { status: refusal.status, headers: head });
}

type Place = { requestId: string; path: string; idempotencyKey: string | null };

function placeOf({ url = "", headers }: IncomingMessage): { path: string; idempotencyKey: string | null } {
  const key = headers["idempotency-key"];
  const [path = ""] = url.split("?");
  return { path, idempotencyKey: typeof key === "string" ? key : null };
}

function replyTo({ code, message }: Refusal, { requestId, ...place }: Place) {
  const body = JSON.stringify(wrapError({ code, message, requestId }, place));
  const head = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "X-Request-Id": requestId,
    "Cache-Control": "no-store",
  };
  return { head, body };
}
