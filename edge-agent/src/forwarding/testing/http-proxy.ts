import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";

/**
 * An HTTP proxy on 127.0.0.1 that opens tunnels (CONNECT) and forwards plain requests. It resolves every name to
 * 127.0.0.1, and asks for `credentials` where they are given.
 */
export async function startHttpProxy({ credentials }: { credentials?: string } = {}): Promise<{
  url: string;
  /** Requests received: `CONNECT host:port`, or `POST http://host:port/path`. */
  asked: string[];
  /** Answers everything with this status instead. */
  refuseWith: (status: number) => void;
  close(): Promise<void>;
}> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const expected = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  let refusal: number | null = null;
  const statusOf = ({ headers }: IncomingMessage): number | null =>
    refusal ?? (expected === undefined || headers["proxy-authorization"] === expected ? null : 407);

  const forward = (incoming: IncomingMessage, response: ServerResponse) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const status = statusOf(incoming);
    if (status !== null) return response.writeHead(status).end();
    const { port, pathname } = new URL(incoming.url ?? "");
    const { method, headers } = incoming;
    const upstream = request({ host: "127.0.0.1", port, path: pathname, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    return incoming.pipe(upstream);
  };
  const server = createServer(forward).on("connection", (socket) => sockets.add(socket));
  server.on("connect", (incoming: IncomingMessage, sender: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    const status = statusOf(incoming);
    if (status !== null) return sender.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
    const cloud = connect(Number(incoming.url?.split(":").at(-1)), "127.0.0.1", () => {
      sender.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      sender.pipe(cloud).pipe(sender);
    });
    cloud.on("error", () => sender.destroy());
    return sender.on("error", () => cloud.destroy()).on("close", () => cloud.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    refuseWith: (status) => (refusal = status),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
