import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/** The server cannot listen on its address; the message states what to do. */
export class StatusPortError extends Error {
  override readonly name = "StatusPortError";
}

export type StatusServer = { url: string; close(): Promise<void> };

/** Serves the app on a loopback address; port 0 picks a free one. Throws a StatusPortError when the port is taken. */
export async function serveStatus(app: Hono, { host, port }: { host: string; port: number }): Promise<StatusServer> {
  const server = createServer(getRequestListener(app.fetch));
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const why = code === "EADDRINUSE" ? "another program, perhaps another agent, uses this port" : code;
    throw new StatusPortError(
      `the status server cannot listen on ${host} port ${port}: ${why}. Stop that program, or set another status.port.`,
      { cause: error },
    );
  }
  const address = server.address();
  const openPort = typeof address === "object" && address ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${openPort}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
