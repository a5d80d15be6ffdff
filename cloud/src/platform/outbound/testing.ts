import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { cleanUpLater } from "../../testing/clean-up.ts";

/**
 * Starts a web server on a free port of the loopback address, which closes after the test.
 * Returns its address without a trailing slash.
 */
export async function startWebServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUpLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return `http://127.0.0.1:${address.port}`;
}
