import { createHash } from "node:crypto";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { createRandom } from "../../power-cut/random.ts";

/** One scan that the cloud has answered with 200, as the bytes on the wire had it. */
export type RecordedScan = { idempotencyKey: string; imageSha256: string; visualizationSha256: string };

/** Treatment of the cloud's replies by the proxy. */
export type ProxyMode = "forward" | "refuse" | "cut-reply-after-commit";

/**
 * Starts a proxy between agent and cloud on its own port. It can refuse every connection, or let the cloud do its work
 * and then cut the line before the reply, as a failing link does. It records the scans that pass through for
 * comparison.
 */
export async function startRecordingProxy(upstreamUrl: string) {
  const recorded: RecordedScan[] = [];
  const random = createRandom(1);
  const proxy = { mode: "forward" as ProxyMode, cutReplies: 0, recorded };

  const server = createServer((incoming, outgoing) => {
    if (proxy.mode === "refuse") incoming.socket.destroy();
    else pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on("connection", (socket) => {
    if (proxy.mode === "refuse") socket.destroy();
  });

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const body = await buffer(incoming);
    const reply = await forward(new URL(incoming.url ?? "/", upstreamUrl), incoming, body);
    if (proxy.mode === "cut-reply-after-commit" && random.chance(0.5)) {
      proxy.cutReplies += 1;
      incoming.socket.destroy();
      return;
    }
    if (reply.status === 200 && incoming.url?.endsWith("/scans/category")) recorded.push(readScan(incoming, body));
    outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    get cutReplies() {
      return proxy.cutReplies;
    },
    setMode(mode: ProxyMode) {
      proxy.mode = mode;
      if (mode === "refuse") server.closeAllConnections();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readScan(incoming: IncomingMessage, body: Buffer): RecordedScan {
  const json = incoming.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
  const { image, visualization } = JSON.parse(json.toString("utf8")) as { image: string; visualization: string };
  return {
    idempotencyKey: String(incoming.headers["idempotency-key"]),
    imageSha256: sha256Of(Buffer.from(image, "base64")),
    visualizationSha256: sha256Of(Buffer.from(visualization, "base64")),
  };
}

export const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function forward(url: URL, incoming: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage["headers"]; body: Buffer }>((resolve, reject) => {
    const headers = { ...incoming.headers, host: url.host };
    const outgoing = httpRequest(url, { method: incoming.method, headers }, async (reply) => {
      resolve({ status: reply.statusCode ?? 502, headers: reply.headers, body: await buffer(reply) });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
