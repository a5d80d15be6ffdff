import http, { type IncomingHttpHeaders } from "node:http";
import net from "node:net";
import { Duplex, pipeline } from "node:stream";
import tls from "node:tls";
import { AnswerRepair, STATED_LENGTH } from "./repair-answer.ts";

/** An answer of a camera or a controller; its body ends when the device ends it, or with `close`. */
export type DeviceAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The length of the body as the device states it, true or not. */
  statedLength: number | undefined;
  body: AsyncIterable<Buffer>;
  close: () => void;
};

type Question = {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Ends a connection on which nothing moves for this long. */
  idleMs: number;
  rejectUnauthorized?: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Sends a request to a device over a separate connection and parses answers as curl does. Follows no redirect. Rejects
 * with the error of the connection, or of an answer that cannot be parsed.
 */
export async function askDevice(url: URL, question: Question): Promise<DeviceAnswer> {
  const { method = "GET", headers = {}, body, signal } = question;
  const socket = connect(url, question);
  const line = Duplex.from({ writable: socket, readable: pipeline(socket, new AnswerRepair(), () => {}) });
  const close = () => {
    line.destroy();
    socket.destroy();
  };
  const request = http.request(
    new URL(`http://${url.host}${url.pathname}${url.search}`),
    // The parser reads to the end of the connection if the device states no `content-length`.
    {
      method,
      headers: { ...headers, connection: "close" },
      createConnection: () => line,
      insecureHTTPParser: true,
      signal,
    },
  );
  try {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on("response", resolve).on("error", reject).end(body);
    });
    answer.on("error", () => {});
    const stated = answer.headers[STATED_LENGTH];
    const statedLength = stated === undefined ? undefined : Number(String(stated).split(",")[0]);
    return { status: answer.statusCode ?? 0, headers: answer.headers, statedLength, body: answer, close };
  } catch (error) {
    close();
    throw error;
  }
}

function connect(url: URL, { idleMs, rejectUnauthorized = true }: Question): net.Socket {
  const isTls = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port || (isTls ? 443 : 80));
  const named = net.isIP(host) === 0 ? { servername: host } : {};
  const socket = isTls ? tls.connect({ host, port, rejectUnauthorized, ...named }) : net.connect({ host, port });
  const late = Object.assign(new Error(`nothing arrived for ${idleMs / 1_000} s`), { code: "ETIMEDOUT" });
  return socket.setTimeout(idleMs, () => socket.destroy(late));
}
