import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/** The server cannot listen on its address; the message states what to do. */
export class StatusPortError extends Error {
  override readonly name = "StatusPortError";
  readonly reason: string;
  readonly fix: string;

  constructor({ reason, fix }: { reason: string; fix: string }, options: ErrorOptions) {
    super(`${reason}. ${fix}`, options);
    this.reason = reason;
    this.fix = fix;
  }
}

/** Address to listen on; `setting` is the section of the configuration (default: status), `tls` is PEM. */
export type ServerPlace = {
  host: string;
  port: number;
  setting?: "status" | "page";
  tls?: { cert: string; key: string };
};

/** Pages on some phones, and programs; more are a mistake or an attack. */
const MAX_CONNECTIONS = 200;
/** More of one machine that is not this one are ended: it must not keep the others out. */
const MAX_CONNECTIONS_PER_ADDRESS = 40;
/** A connection whose request has not begun after this time is ended. */
const OPENING_LIMITS = { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 };

export type StatusServer = { url: string; close(): Promise<void> };

/** Serves the app at an address; port 0 picks a free one. Throws a StatusPortError when it cannot listen there. */
export async function serveStatus(app: Hono, place: ServerPlace): Promise<StatusServer> {
  const { host, port, setting = "status", tls } = place;
  const listener = getRequestListener(app.fetch);
  const server = tls
    ? createTlsServer({ ...tls, ...OPENING_LIMITS, minVersion: "TLSv1.2", handshakeTimeout: 10_000 }, listener)
    : createServer(OPENING_LIMITS, listener);
  server.on("connection", limitPerAddress());
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw explainPort(error, { host, port, setting });
  }
  const address = server.address();
  const openPort = typeof address === "object" && address ? address.port : port;
  return {
    url: `http${tls ? "s" : ""}://${host.includes(":") ? `[${host}]` : host}:${openPort}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function explainPort(error: unknown, { host, port, setting }: Required<Omit<ServerPlace, "tls">>): StatusPortError {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  if (code === "EADDRNOTAVAIL") {
    const reason = `the ${setting} server cannot listen on ${host}: this machine has no such address`;
    return new StatusPortError({ reason, fix: `Set another ${setting}.host.` }, { cause: error });
  }
  const why = code === "EADDRINUSE" ? "another program, perhaps another agent, uses this port" : code;
  const reason = `the ${setting} server cannot listen on ${host} port ${port}: ${why}`;
  const fix = `Stop that program, or set another ${setting}.port.`;
  return new StatusPortError({ reason, fix }, { cause: error });
}

/** Ends connections of an address that has too many; those from 127.0.0.1 and ::1 may have all of them. */
function limitPerAddress() {
  const counts = new Map<string, number>();
  return (socket: Socket): void => {
    const address = socket.remoteAddress ?? "";
    if (/^(?:::ffff:)?127\.0\.0\.1$|^::1$/.test(address)) return;
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once("close", () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
    if (count > MAX_CONNECTIONS_PER_ADDRESS) socket.destroy();
  };
}
