import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/**
 * Treatment of connections by the proxy:
 * - `pass`: forwards them unchanged
 * - `refuse`: nothing listens
 * - `black-hole`: accepts and never answers; the cloud sees nothing
 * - `cut-reply`: the cloud gets the request and answers, the sender gets a reset instead
 * - `truncate-reply`: the sender gets the first bytes of the answer, then the end
 * - `drip-reply`: the sender gets the answer byte by byte
 */
export type Fault = "pass" | "refuse" | "black-hole" | "cut-reply" | "truncate-reply" | "drip-reply";

const TRUNCATED_BYTES = 40;

/** A TCP proxy on 127.0.0.1 that harms what goes through it. A new fault holds for new data of all connections. */
export async function startFaultProxy(targetPort: number): Promise<{
  url: string;
  /** Sets the fault and closes open connections. */
  set(fault: Fault): Promise<void>;
  close(): Promise<void>;
}> {
  let fault: Fault = "pass";
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  };
  const server = createServer((sender) => {
    track(sender);
    if (fault === "black-hole") return;
    const cloud = track(connect(targetPort, "127.0.0.1"));
    sender.on("data", (data) => cloud.write(data)).on("end", () => cloud.end());
    cloud.on("data", (data) => passOn(fault, data, sender)).on("end", () => sender.end());
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address: AddressInfo | string | null = server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy has no port");
    return address.port;
  };
  const disconnect = () => sockets.forEach((socket) => socket.destroy());
  const unlisten = async () => {
    if (!server.listening) return;
    server.close();
    disconnect();
    await once(server, "close");
  };
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}`,
    async set(next) {
      fault = next;
      disconnect();
      if (next === "refuse") await unlisten();
      else if (!server.listening) await listen(port);
    },
    close: unlisten,
  };
}

function passOn(fault: Fault, data: Buffer, sender: Socket): void {
  if (fault === "cut-reply") sender.resetAndDestroy();
  else if (fault === "truncate-reply") sender.end(data.subarray(0, TRUNCATED_BYTES));
  else if (fault === "drip-reply") drip(data, sender);
  else sender.write(data);
}

/** Sends one byte per turn of the event loop, each in a separate packet. */
function drip(data: Buffer, sender: Socket): void {
  sender.setNoDelay(true);
  const next = (position: number) => {
    if (sender.destroyed || position >= data.length) return;
    sender.write(data.subarray(position, position + 1), () => next(position + 1));
  };
  next(0);
}
