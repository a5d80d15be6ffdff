import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Aedes } from "aedes";
import { connectAsync } from "mqtt";
import { onTestFinished } from "vitest";
import { makeCertificate } from "../../forwarding/testing/make-certificate.ts";

/** A real broker in this process, which ends with the test; `port` takes it up where it was. */
export async function startBroker({ port = 0, tls = false, password = "", forbidden = "" } = {}) {
  const broker = await Aedes.createBroker();
  if (password !== "") {
    broker.authenticate = (_, username, given, done) =>
      done(null, username === "gate-1" && given?.toString() === password);
  }
  if (forbidden !== "")
    broker.authorizeSubscribe = (_, subscription, done) =>
      done(null, subscription.topic === forbidden ? null : subscription);
  const pair = makeCertificate({ fromMs: Date.now() - 60_000, toMs: Date.now() + 3_600_000 });
  const server: Server = tls ? createTlsServer(pair, broker.handle) : createServer(broker.handle);
  const sockets = new Set<Socket>();
  server.on(tls ? "secureConnection" : "connection", (socket: Socket) => {
    socket.on("error", () => {});
    sockets.add(socket);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await new Promise<void>((resolve) => broker.close(resolve));
  };
  onTestFinished(stop);
  const address = server.address();
  const openPort = typeof address === "object" ? (address?.port ?? 0) : 0;
  return { port: openPort, url: `mqtt${tls ? "s" : ""}://127.0.0.1:${openPort}`, cert: pair.cert, stop };
}

/** The payloads that a topic gets from now on. */
export async function subscribeTo(url: string, topic: string): Promise<string[]> {
  const payloads: string[] = [];
  const client = await connectAsync(url);
  onTestFinished(() => client.endAsync(true));
  client.on("message", (_, payload) => void payloads.push(payload.toString()));
  await client.subscribeAsync(topic, { qos: 1 });
  return payloads;
}
