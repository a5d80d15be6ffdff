import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createHttpClient } from "./http-client.ts";
import { isPrivateAddress } from "./private-addresses.ts";
import { retryAfterSeconds } from "./retry-after.ts";
import { startWebServer } from "./testing.ts";

const open = (allowPrivateAddresses: boolean, maxAnswerBytes = 100) => {
  const client = createHttpClient({ maxAnswerBytes, allowPrivateAddresses });
  cleanUpLater(() => client.close());
  return (url: string, { timeoutMs = 5_000, signal = new AbortController().signal } = {}) =>
    client.post({ url, headers: { "X-Test": "yes" }, body: '{"a":1}', timeoutMs, signal });
};

describe("posting", () => {
  test("sends JSON and reads the answer", async () => {
    const url = await startWebServer((request, response) => {
      const { method, headers } = request;
      response.writeHead(202, { "Retry-After": "7" });
      response.end([method, headers["content-type"], headers["x-test"], headers["content-length"]].join(" "));
    });
    const text = "POST application/json yes 7";
    expect(await open(true)(url)).toEqual({ kind: "answered", status: 202, retryAfter: "7", text });
  });

  test("does not follow a redirect", async () => {
    const paths: (string | undefined)[] = [];
    const url = await startWebServer((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { Location: "/elsewhere" }).end();
    });
    expect(await open(true)(url)).toMatchObject({ status: 307 });
    expect(paths).toEqual(["/"]);
  });

  test("reads an endless answer up to the limit, and closes the connection", async () => {
    const closed = Promise.withResolvers<void>();
    const url = await startWebServer((_request, response) => {
      const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
      response.on("close", () => {
        clearInterval(timer);
        closed.resolve();
      });
    });
    const answer = await open(true, 50_000)(url);
    expect(answer).toMatchObject({ kind: "answered", status: 200, text: "x".repeat(50_000) });
    await closed.promise;
  });

  test("gives up on an answer that drips past the deadline, and on one that is cut", async () => {
    const slow = await startWebServer((_request, response) => {
      const timer = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(timer));
    });
    const late = await open(true)(slow, { timeoutMs: 200 });
    expect(late).toEqual({ kind: "unreachable", reason: "timed out after 0.2 s" });
    const cut = await startWebServer((_request, response) => {
      response.writeHead(200, { "Content-Length": "100" });
      response.write("half", () => response.destroy());
    });
    expect(await open(true)(cut)).toMatchObject({ kind: "unreachable" });
  });

  test.each([
    ["HTTP/1.1 200 OK\nContent-Length: 2\n\nok", { status: 200, text: "ok", retryAfter: undefined }],
    ["HTTP/1.0 204 No Content\n\n", { status: 204, text: "", retryAfter: undefined }],
    ["HTTP/1.1 503 Busy\nRetry-After: 7\nContent-Length: 0\n\n", { status: 503, text: "", retryAfter: "7" }],
  ])("understands a receiver whose lines end in LF: %j", async (answer, read) => {
    const server = createServer((socket) => socket.once("data", () => socket.end(answer)).on("error", () => {}));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    cleanUpLater(async () => void server.close());
    const { port } = server.address() as { port: number };
    expect(await open(true)(`http://127.0.0.1:${port}`)).toEqual({ kind: "answered", ...read });
  });

  test("reports why there is no answer: refused, connection closed, not HTTP, or aborted", async () => {
    const post = open(true);
    const server = createServer((socket) => socket.resume().end("SSH-2.0-OpenSSH_9.9\r\n"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({
      reason: expect.stringContaining("Expected HTTP/"),
    });
    await new Promise((resolve) => server.close(resolve));
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ reason: expect.stringContaining("ECONNREFUSED") });
    const rude = await startWebServer((request) => request.socket.destroy());
    expect(await post(rude)).toMatchObject({ kind: "unreachable", reason: expect.stringMatching(/\w{3}/) });
    const mute = await startWebServer(() => {});
    expect(await post(mute, { signal: AbortSignal.timeout(50) })).toMatchObject({ kind: "unreachable" });
  });
});

describe("addresses that are not public", () => {
  test("are refused, however the URL writes them", async () => {
    let requests = 0;
    const url = await startWebServer((_request, response) => {
      requests += 1;
      response.end();
    });
    const { port } = new URL(url);
    const post = open(false);
    const hosts = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0", "127.1"];
    for (const host of hosts)
      expect([host, await post(`http://${host}:${port}/`)]).toEqual([
        host,
        { kind: "unreachable", reason: expect.stringContaining("not an address of the public internet") },
      ]);
    expect(requests).toBe(0);
    expect(await open(true)(url)).toMatchObject({ status: 200 });
  });

  test.each([
    ["10.1.2.3", true], ["172.16.0.1", true], ["172.32.0.1", false], ["192.168.1.1", true], ["169.254.169.254", true],
    ["100.64.0.1", true], ["0.0.0.0", true], ["224.0.0.1", true], ["255.255.255.255", true], ["8.8.8.8", false],
    ["::", true], ["::1", true], ["fe80::1", true], ["fd00::1", true], ["ff02::1", true], ["::ffff:10.0.0.1", true],
    ["64:ff9b::a00:1", true], ["2002:a00:1::", true], ["2606:4700::1111", false], ["::ffff:8.8.8.8", false], ["not-an-ip", true],
  ])("%s: %s", (address, expected) => {
    expect(isPrivateAddress(address)).toBe(expected);
  }); // prettier-ignore
});

test.each([
  ["120", 120],
  ["Fri, 01 Jan 2027 00:00:30 GMT", 30],
  ["Fri, 01 Jan 2027 00:00:00 GMT", 0],
  ["Thu, 31 Dec 2026 00:00:00 GMT", 0],
  ["-5", undefined],
  ["soon", undefined],
  ["1e9", undefined],
  [undefined, undefined],
])("Retry-After %s asks for a wait of %s s", (header, seconds) => {
  expect(retryAfterSeconds(header, Date.UTC(2027, 0, 1))).toBe(seconds);
});
