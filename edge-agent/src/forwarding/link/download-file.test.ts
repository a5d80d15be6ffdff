import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fixedKey } from "./api-key.ts";
import { downloadFile } from "./download-file.ts";
import { DIRECT } from "./open-dispatcher.ts";

const bytes = randomBytes(300_000);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const etag = `"${sha256}"`;

/** A server of these bytes, whose `answer` may cut or change them; notes the ranges that were asked for. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse, start: number) => void) {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    answer(request, response, start);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const folder = mkdtempSync(path.join(tmpdir(), "download-"));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const file = path.join(folder, "file");
  const progress: number[] = [];
  const download = (signal = new AbortController().signal, idleMs = 60_000) =>
    downloadFile({
      url: `http://127.0.0.1:${port}/file`,
      file,
      sizeBytes: bytes.length,
      sha256,
      network: DIRECT,
      signal,
      idleMs,
      apiKey: fixedKey("key"),
      onProgress: (count) => progress.push(count),
    });
  return { file, ranges, progress, download };
}

const send = (response: ServerResponse, start: number, part = bytes.subarray(start)) => {
  response.writeHead(start > 0 ? 206 : 200, { "content-length": bytes.length - start, etag });
  return response.write(part);
};

test("continues where a connection was cut, and ends with the whole file", async () => {
  const { file, ranges, progress, download } = await serve((_request, response, start) => {
    const part = bytes.subarray(start, start + 100_000);
    const end = start + part.length;
    send(response, start, part);
    if (end === bytes.length) return response.end();
    // Cut once the part lies on the disk.
    return expect
      .poll(() => progress.at(-1))
      .toBe(end)
      .then(() => response.socket?.destroy());
  });
  const outcomes = [await download(), await download(), await download()];
  expect(outcomes).toEqual([expect.any(String), expect.any(String), null]);
  expect(ranges).toEqual([undefined, "bytes=100000-", "bytes=200000-"]);
  expect([readFileSync(file).equals(bytes), progress.at(-1)]).toEqual([true, bytes.length]);
  const asked = ranges.length;
  expect([await download(), ranges.length]).toEqual([null, asked]);
});

test("begins again where the server sends the whole, and deletes what has other contents", async () => {
  const { file, download } = await serve((_request, response) => {
    response.writeHead(200, { "content-length": bytes.length, etag });
    response.end(bytes);
  });
  writeFileSync(file, "the first part of another file");
  expect(await download()).toBe(null);
  writeFileSync(file, randomBytes(bytes.length));
  expect(await download()).toContain("damaged");
  expect(statSync(file, { throwIfNoEntry: false })).toBe(undefined);
  expect(await download()).toBe(null);
});

test("keeps its part where a sign-in page of the network answers in place of the cloud", async () => {
  const { file, download } = await serve((_request, response) => response.end("<html>Sign in, please.</html>"));
  writeFileSync(file, bytes.subarray(0, 100_000));
  expect(await download()).toMatch(/^the answer 200 is not the cloud's: "<html>Sign in/);
  expect(readFileSync(file).equals(bytes.subarray(0, 100_000))).toBe(true);
});

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  [
    "a refusal",
    (r) =>
      r.writeHead(404).end('{"success":false,"error":{"code":"RELEASE_NOT_FOUND","message":"No.","requestId":"r"}}'),
    /404 RELEASE_NOT_FOUND/,
  ],
  ["a portal", (r) => r.writeHead(302, { location: "http://portal.example" }).end(), /answer 302/],
  ["a refused key", (r) => r.writeHead(401).end("{}"), /does not accept the key/],
  ["too much", (r) => r.writeHead(200, { etag }).end(Buffer.concat([bytes, bytes])), /larger than the 300000 bytes/],
])("reports %s", async (_what, answer, reason) => {
  const { download } = await serve((_request, response) => answer(response));
  expect(await download()).toMatch(reason);
});

test("gives up a connection on which nothing moves, and stops when the agent does", async () => {
  const { download } = await serve(
    (_request, response, start) => void send(response, start, bytes.subarray(start, start + 1_000)),
  );
  expect(await download(undefined, 200)).not.toBe(null);
  const stopping = new AbortController();
  const stopped = download(stopping.signal);
  stopping.abort();
  expect(await stopped).toBe("the agent was stopped");
});
