import { once } from "node:events";
import {
  AI_SUBPROTOCOL,
  type AiMessage,
  type AiRequestHeader,
  decodeAiMessage,
  encodeAiRequest,
} from "@container-inspection/shared-schemas/ai-protocol";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

/** A client that checks every message it gets against the protocol; `next` waits for the next one, in order. */
export async function connectClient(url: string, token: string, options: { autoPong?: boolean } = {}) {
  const socket = new WebSocket(url, AI_SUBPROTOCOL, { headers: { Authorization: `Bearer ${token}` }, ...options });
  onTestFinished(() => socket.terminate());
  const messages: AiMessage[] = [];
  const waiting: ((message: AiMessage) => void)[] = [];
  socket.on("message", (data: Buffer) => {
    const reading = decodeAiMessage(data.toString());
    if (!reading.ok) throw new Error(`the service broke the protocol: ${reading.problem}`);
    const take = waiting.shift();
    if (take) take(reading.message);
    else messages.push(reading.message);
  });
  const closed = once(socket, "close").then(([code]) => Number(code));
  await once(socket, "open");
  return {
    socket,
    /** Resolves with the closing code. */
    closed,
    ask: (header: Partial<AiRequestHeader>, image: Uint8Array) =>
      socket.send(
        encodeAiRequest({ id: "r1", task: "category", contentType: "image/jpeg", options: {}, ...header }, image),
      ),
    next: async () => messages.shift() ?? new Promise<AiMessage>((resolve) => waiting.push(resolve)),
  };
}

/** The HTTP status of a refused upgrade. */
export async function refusedUpgrade(url: string, headers: Record<string, string>, protocol?: string): Promise<number> {
  const socket = new WebSocket(url, protocol === undefined ? [] : [protocol], { headers });
  socket.on("error", () => {});
  const [, response] = await once(socket, "unexpected-response");
  socket.terminate();
  return response.statusCode;
}
