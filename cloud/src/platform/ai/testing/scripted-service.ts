import { once } from "node:events";
import { createServer } from "node:http";
import {
  AI_SUBPROTOCOL,
  type AiHello,
  type AiRequestHeader,
  decodeAiRequest,
  encodeAiMessage,
} from "@container-inspection/shared-schemas/ai-protocol";
import { cleanUpLater } from "../../../testing/clean-up.ts";
import { type WebSocket, WebSocketServer } from "ws";

type Asked = {
  header: AiRequestHeader;
  image: Uint8Array;
  socket: WebSocket;
  /** Sends any text. */
  sendText: (text: string) => void;
  /** Sends the result of this request, with changes. */
  answer: (changes?: Record<string, unknown>) => void;
};
/** Reaction of the service to each request; by default it answers. */
type Script = (asked: Asked) => void;

/** The picture size that every result reports. */
export const size = { width: 64, height: 48 };

/** Starts a scripted service that closes at the end of the test, or of the file. */
export async function startScriptedService(script?: Script) {
  const service = await openScriptedService(script);
  cleanUpLater(async () => service.close());
  return service;
}

/** Starts a real WebSocket server for the AI protocol that misbehaves as its script defines. */
export async function openScriptedService(script: Script = ({ answer }) => answer()) {
  const scripted = { script, greets: true, status: 101, hello: { maxInFlight: 8 } as Partial<AiHello> };
  const asked: Asked[] = [];
  const connections: WebSocket[] = [];
  const upgrades: { authorization: string | undefined }[] = [];
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => AI_SUBPROTOCOL });
  const server = createServer();
  server.on("upgrade", (request, socket, head) => {
    upgrades.push({ authorization: request.headers.authorization });
    // A client that does not wait for the end of a refusal resets the connection.
    socket.on("error", () => {});
    if (scripted.status !== 101) return socket.end(`HTTP/1.1 ${scripted.status} No\r\nConnection: close\r\n\r\n`);
    return sockets.handleUpgrade(request, socket, head, (client) => converse(client));
  });

  function converse(client: WebSocket): void {
    connections.push(client);
    const hello = { type: "hello" as const, tasks: ["category" as const], models: [], maxInFlight: 8 };
    if (scripted.greets) client.send(encodeAiMessage({ ...hello, ...scripted.hello }));
    client.on("message", (data: Buffer) => {
      const reading = decodeAiRequest(data);
      if (!reading.ok) throw new Error(`the client broke the protocol: ${reading.problem}`);
      const { header, image } = reading;
      const sendText = (text: string) => client.send(text, () => {});
      const answer = (changes = {}) => sendText(JSON.stringify({ ...resultOf(header.id), ...changes }));
      const entry = { header, image, socket: client, sendText, answer };
      asked.push(entry);
      scripted.script(entry);
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const cut = () => {
    for (const client of sockets.clients) client.terminate();
  };
  const close = () => {
    cut();
    server.close();
    server.closeAllConnections();
  };
  return Object.assign(scripted, { url: `ws://127.0.0.1:${port}`, asked, connections, upgrades, cut, close });
}

export const resultOf = (id: string) => ({
  type: "result",
  id,
  model: { name: "scripted", version: "1" },
  ...size,
  detections: [{ class_name: "drum", confidence: 0.8, area_percentage: 12.5, quantity: 2 }],
  inferenceMs: 5,
});

/** An answer to the task `identify` that abstains. */
export const unreadOf = (reason: string, candidates: { text: string; confidence: number }[]) => ({
  detections: undefined,
  number: null,
  unread: { reason, candidates },
});

/** Returns the fields that an answer to the task `identify` has in place of detections. */
export const readingOf = (text: string | null, { confidence = 0.9, candidates = [] as string[] } = {}) => ({
  detections: undefined,
  number:
    text === null ? null : { text, confidence, candidates: candidates.map((other) => ({ text: other, confidence })) },
});
