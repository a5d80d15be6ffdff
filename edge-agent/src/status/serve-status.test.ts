import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { serveStatus } from "./serve-status.ts";

const app = new Hono().get("/", (c) => c.text("the page"));

/** Opens connections from one address of this machine, which lie idle. */
async function serve() {
  const server = await serveStatus(app, { host: "127.0.0.1", port: 0 });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
  const open = (localAddress: string) => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(server.url).port), localAddress });
    socket.on("error", () => {});
    sockets.push(socket);
    return socket;
  };
  /** True where the server answers a request on the connection, false where it ends the connection. */
  const isServed = async (socket: Socket) => {
    if (socket.destroyed) return false;
    socket.write("GET / HTTP/1.1\r\nhost: page\r\n\r\n");
    return await Promise.race([
      once(socket, "data").then(
        () => true,
        () => false,
      ),
      once(socket, "close").then(() => false),
    ]);
  };
  return { open, isServed };
}

test("one address holds at most 40 connections, and keeps no other address out", async () => {
  const { open, isServed } = await serve();
  const held = Array.from({ length: 60 }, () => open("127.0.0.2"));
  const served = await Promise.all(held.map(isServed));
  expect(served.filter(Boolean)).toHaveLength(40);
  expect(await isServed(open("127.0.0.3"))).toBe(true);
  const first = held.find((_, index) => served[index]);
  first!.destroy();
  await once(first!, "close");
  // The server learns of the end of a connection some turns later.
  await expect.poll(() => isServed(open("127.0.0.2"))).toBe(true);
});

test("programs on this machine hold as many as they open", async () => {
  const { open, isServed } = await serve();
  const served = await Promise.all(Array.from({ length: 60 }, () => isServed(open("127.0.0.1"))));
  expect(served).not.toContain(false);
});
