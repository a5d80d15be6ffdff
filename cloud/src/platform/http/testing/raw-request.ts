import { connect, type Socket } from "node:net";

type Head = { method?: string; path: string; headers?: Record<string, string | number> };

/** A request whose body is sent by hand, to send it half, slowly or too long. */
export type RawRequest = {
  socket: Socket;
  write: (text: string) => void;
  /** Everything that the server has sent so far. */
  answer: () => string;
  /** The status of its first reply; 0 while there is none. */
  status: () => number;
};

/** Opens a connection and sends the head of a request over it, and `start` of its body. */
export function sendHead(port: number, { method = "POST", path, headers = {} }: Head, start = ""): RawRequest {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8");
  socket.on("data", (text) => (received += String(text)));
  // A server may cut the connection: bytes that it sent before can still be read.
  socket.on("error", () => {});
  const all = { Host: "127.0.0.1", "Content-Type": "application/json", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${start}`);
  return {
    socket,
    write: (text) => void socket.write(text),
    answer: () => received,
    status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0),
  };
}
