import {
  AI_SUBPROTOCOL,
  type AiMessageReading,
  decodeAiMessage,
  MAX_AI_MESSAGE_BYTES,
} from "@container-inspection/shared-schemas/ai-protocol";
import { type RawData, WebSocket } from "ws";

export type ConnectionParts = {
  url: string;
  token: string;
  /** Time limit in ms for the upgrade, and again for the hello that follows it. */
  openTimeoutMs: number;
  /** A connection that stays silent for a whole interval after a ping is dead. */
  pingEveryMs: number;
  onMessage: (reading: AiMessageReading) => void;
  /** Called once, when the connection has closed or could not be opened. */
  onClosed: (why: string) => void;
};

/** One WebSocket to the AI service, from the first try to its end. */
export type Connection = { send(frame: Uint8Array): void; cut(why: string): void };

/** Begins to connect; the callbacks report the outcome. */
export function openConnection(parts: ConnectionParts): Connection {
  const { url, token, openTimeoutMs, pingEveryMs, onMessage, onClosed } = parts;
  let why: string | undefined;
  let isAlive = true;
  const socket = new WebSocket(url, AI_SUBPROTOCOL, {
    headers: { Authorization: `Bearer ${token}` },
    handshakeTimeout: openTimeoutMs,
    maxPayload: MAX_AI_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const cut = (reason: string) => {
    why ??= reason;
    socket.terminate();
  };
  const silence = setTimeout(() => cut("it does not send a hello"), 2 * openTimeoutMs);
  const pinging = setInterval(() => {
    if (socket.readyState !== socket.OPEN) return;
    if (!isAlive) return cut(`it sent nothing for ${pingEveryMs} ms after a ping`);
    isAlive = false;
    socket.ping();
  }, pingEveryMs);

  for (const event of ["message", "ping", "pong"] as const) socket.on(event, () => (isAlive = true));
  socket.on("message", (data: RawData, isBinary: boolean) => {
    clearTimeout(silence);
    // Messages that were on their way when the connection was cut are of no use.
    if (why !== undefined) return;
    if (isBinary || !Buffer.isBuffer(data)) cut("it sent a binary message");
    else onMessage(decodeAiMessage(data.toString("utf8")));
  });
  socket.on("unexpected-response", (_request, { statusCode }) => cut(describeRefusal(statusCode)));
  socket.on("error", (error) => (why ??= error.message));
  socket.on("close", (code) => {
    clearTimeout(silence);
    clearInterval(pinging);
    onClosed(why ?? `it closed the connection (code ${code})`);
  });
  return { send: (frame) => socket.send(frame, () => {}), cut };
}

function describeRefusal(status: number | undefined): string {
  if (status === 401 || status === 403) return `it refuses the token (HTTP ${status}): check AI_SERVICE_TOKEN`;
  return `it answered HTTP ${status} in place of a WebSocket: check AI_SERVICE_URL`;
}
