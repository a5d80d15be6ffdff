import { once } from "node:events";
import { connect } from "node:net";
import tls from "node:tls";
import { onTestFinished } from "vitest";

/** A server that ends TLS in front of a port of this machine until the test ends; returns its address. */
export async function startTlsFront(targetPort: number, options: tls.TlsOptions): Promise<string> {
  const server = tls.createServer(options, (socket) => {
    const plain = connect(targetPort, "127.0.0.1");
    socket.on("error", () => plain.destroy()).pipe(plain);
    plain.on("error", () => socket.destroy()).pipe(socket);
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `https://127.0.0.1:${address.port}`;
}
