import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { playHttp } from "./play-http.ts";
import { encodeJpeg } from "./testing/encode-jpeg.ts";

const jpeg = await encodeJpeg(5);
const { length } = jpeg;
const text = jpeg.toString("latin1");
const settings = {
  maxWidthPixels: undefined,
  maxHeightPixels: undefined,
  framesPerSecond: undefined,
  look: undefined,
  takePackets: undefined,
  decoder: "software",
  onDecoder: () => {},
  onLeftOut: () => {},
  stateFile: undefined,
  monotonicMs: () => performance.now(),
  onWaiting: () => {},
  onWarning: () => {},
};

/** A camera that answers every request with these bytes and ends the connection; resolves with its first picture. */
async function takeFrom(answer: string, credentials = "", pictures = 1) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer, "latin1"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const stopping = new AbortController();
  onTestFinished(() => {
    stopping.abort();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const url = new URL(`http://${credentials}127.0.0.1:${port}/snapshot.jpg`);
  const playing = playHttp(url, { poll: 0.1, tls: "verify" }, settings, stopping.signal);
  const sizes: number[] = [];
  while (sizes.length < pictures) {
    const next = await playing.next();
    if (next.done) break;
    sizes.push(next.value.widthPixels);
  }
  return sizes;
}

const head = (...lines: string[]) => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");
const stream = (...lines: string[]) => head("Content-Type: multipart/x-mixed-replace; boundary=cam", ...lines);
const part = (stated: number | string) =>
  `--cam\r\nContent-Type: image/jpeg\r\nContent-Length: ${stated}\r\n\r\n${text}\r\n`;

describe("an HTTP camera delivers its picture", () => {
  it.each([
    ["whose header lines end in LF", `HTTP/1.1 200 OK\nContent-Type: image/jpeg\nContent-Length: ${length}\n\n${text}`],
    ["with a date line without a name", `${head("Tue Nov 12 10:00:00 2024", "Content-Type: image/jpeg")}${text}`],
    ["with a blank before the colon", `${head("Server : GoAhead", "Content-Type : image/jpeg")}${text}`],
    ["without a type", `${head()}${text}`],
    ["as application/octet-stream", `${head("Content-Type: application/octet-stream")}${text}`],
    ["as text/plain", `${head("Content-Type: text/plain")}${text}`],
    ["with too small a length", `${head("Content-Type: image/jpeg", "Content-Length: 100")}${text}`],
    ["with too large a length", `${head("Content-Type: image/jpeg", `Content-Length: ${length + 500}`)}${text}`],
    ["with two lengths", `${head(`Content-Length: ${length}`, `Content-Length: ${length}`)}${text}`],
    ["with a length that is no number", `${head("Content-Length: -1")}${text}`],
    ["in an answer without a head", text],
    ["with ICY as its protocol", `ICY 200 OK\r\n\r\n${text}`],
  ])("%s", async (_what, answer) => expect(await takeFrom(answer)).toEqual([160]));

  it.each([
    ["too small", 50],
    ["too large", length + 1_000],
    ["right", length],
    ["no number", "x"],
  ])("in a stream whose parts state a length that is %s", async (_what, stated) => {
    expect(await takeFrom(`${stream()}${part(stated).repeat(3)}--cam--\r\n`, "", 3)).toEqual([160, 160, 160]);
  });

  it.each([
    ["whose first part has no boundary in front", part(length).replace("--cam\r\n", "") + part(length).repeat(2)],
    ["whose boundary is glued to the first header", part(length).replace("--cam\r\n", "--cam").repeat(3)],
  ])("in a stream %s", async (_what, parts) => {
    expect(await takeFrom(`${stream()}${parts}--cam--\r\n`, "", 2)).toEqual([160, 160]);
  });

  it("in a stream that states no type, or another boundary than it has", async () => {
    const parts = `${part(length).repeat(2)}--cam--\r\n`;
    expect(await takeFrom(`${head()}${parts}`, "", 2)).toEqual([160, 160]);
    expect(await takeFrom(`${stream().replace("=cam", "=other")}${parts}`, "", 2)).toEqual([160, 160]);
  });

  it("with a password that contains a bare percent sign", async () => {
    expect(await takeFrom(`${head()}${text}`, "viewer:100%@")).toEqual([160]);
  });
});

it.each([
  ["a page", `${head("Content-Type: text/html")}<html><body>Sign in</body></html>`, "sends text/html, not pictures"],
  ["another protocol", "SSH-2.0-OpenSSH_9.9\r\n", "does not speak HTTP on this port"],
  ["an endless head", `HTTP/1.1 200 OK\r\n${"X: y\r\n".repeat(20_000)}`, "sends a header of over 64 KB"],
])("a camera that sends %s fails with what it sent", async (_what, answer, message) => {
  await expect(takeFrom(answer)).rejects.toThrow(message);
});
