import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeCertificate } from "../forwarding/testing/make-certificate.ts";
import {
  closeCameras,
  openTestCamera,
  shownIndex,
  statusOf,
  takeFrames,
  testCameraContract,
  waiting,
} from "./camera-contract.ts";
import { authorize } from "./http-authorization.ts";
import type { FailureKind } from "./source-error.ts";
import { encodeJpeg } from "./testing/encode-jpeg.ts";
import { alertHealth, deliversNothing, watchIdly } from "./testing/watch-camera.ts";

const user = "adm in";
const password = "p@ss:w/ord%";
const nonce = "1f2e";
let pictures: Buffer[];
const servers: Server[] = [];

beforeAll(async () => {
  pictures = await Promise.all(Array.from({ length: 60 }, (_, index) => encodeJpeg(index)));
});
afterAll(() => servers.forEach((server) => server.closeAllConnections()));
afterEach(closeCameras);

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return `127.0.0.1:${port}`;
}

/** A camera that shows the test pattern, 10 pictures a second, as a stream and as snapshots. */
const camera: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://camera");
  if (pathname.startsWith("/basic/") && !isAllowed(request, 'Basic realm="cam"')) return refuse(response, "Basic");
  if (pathname.startsWith("/digest/") && !isAllowed(request, digest)) return refuse(response, digest);
  if (pathname.endsWith("/mjpeg")) return stream(response);
  if (pathname.endsWith("/snapshot")) {
    response.setHeader("content-type", "image/jpeg");
    return void response.end(pictures[nextSnapshot()]);
  }
  if (pathname === "/still") return stream(response, () => 7);
  if (pathname === "/page") return void response.setHeader("content-type", "text/html").end("<html>");
  if (pathname === "/moved") return void response.writeHead(302, { location: "/mjpeg" }).end();
  if (pathname === "/busy") return void response.writeHead(503).end();
  if (pathname === "/damaged") return damagedStream(response);
  if (pathname !== "/silent") response.writeHead(404).end();
};

const digest = `Digest realm="cam", nonce="${nonce}", qop="auth", algorithm=MD5`;
/** Ten pictures a second, and never the same one twice, however unevenly it is asked. */
function createIndex(): () => number {
  let last = -1;
  return () => {
    last = Math.max(last + 1, Math.floor(performance.now() / 100));
    return last % pictures.length;
  };
}
const nextSnapshot = createIndex();

function isAllowed({ headers, url }: IncomingMessage, challenge: string): boolean {
  const clientNonce = /cnonce="(\w+)"/.exec(headers.authorization ?? "")?.[1] ?? "";
  const expected = authorize(challenge, { username: user, password }, { method: "GET", path: url ?? "", clientNonce });
  return headers.authorization === expected;
}

function refuse(response: ServerResponse, challenge: string): void {
  response.writeHead(401, { "www-authenticate": challenge }).end();
}

function stream(response: ServerResponse, nextIndex = createIndex()): void {
  response.writeHead(200, { "content-type": "multipart/x-mixed-replace; boundary=--cam" });
  const timer = setInterval(() => {
    const jpeg = pictures[nextIndex()] ?? Buffer.alloc(0);
    response.write(`--cam\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`);
    response.write(jpeg);
    response.write("\r\n");
  }, 100);
  response.on("close", () => clearInterval(timer));
}

function damagedStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "multipart/x-mixed-replace; boundary=cam" });
  const timer = setInterval(() => {
    response.write(`--cam\r\nContent-Length: 200\r\n\r\n`);
    response.write(pictures[0]?.subarray(0, 200));
  }, 20);
  response.on("close", () => clearInterval(timer));
}

let host: string;
let tlsHost: string;
beforeAll(async () => {
  const dayMs = 86_400_000;
  host = await listen(createServer(camera));
  tlsHost = await listen(
    createTlsServer(makeCertificate({ fromMs: Date.now() - dayMs, toMs: Date.now() + dayMs }), camera),
  );
});

testCameraContract("http", { url: (query) => `http://${host}/mjpeg?${query}`, isLive: true });

async function expectPictures(url: string): Promise<number[]> {
  return (await takeFrames(openTestCamera({ url }), 3)).map(shownIndex);
}

test("http: snapshots, credentials and TLS", async () => {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const shown = await Promise.all([
    expectPictures(`http://${host}/snapshot?channel=1&poll=0.2`),
    expectPictures(`http://${login}${host}/basic/mjpeg`),
    expectPictures(`http://${login}${host}/digest/mjpeg?fps=3`),
    expectPictures(`http://${login}${host}/digest/snapshot?poll=0.2`),
    expectPictures(`https://${tlsHost}/mjpeg?tls=insecure`),
  ]);
  for (const indices of shown) expect(new Set(indices).size).toBe(3);
});

test("http: a camera that closes idle connections when the next snapshot is due loses no picture", async () => {
  const server = createServer({ keepAliveTimeout: 100 }, camera);
  let connections = 0;
  server.on("connection", () => (connections += 1));
  const closing = openTestCamera({ url: `http://${await listen(server)}/snapshot?poll=0.1` });
  const shown = (await takeFrames(closing, 20)).map(shownIndex);
  expect(new Set(shown).size).toBe(20);
  expect(closing.status()).toMatchObject({ restarts: 0, lastError: null });
  expect(connections).toBeGreaterThan(0);
});

test("http: a picture that never changes is reported as frozen with the fix and played on; a live one is not", async () => {
  const still = openTestCamera({ url: `http://${host}/still`, health: alertHealth });
  const live = openTestCamera({ url: `http://${host}/mjpeg`, health: alertHealth });
  const message = expect.stringContaining("restart the camera");
  await statusOf(still, { state: "running", frozen: true, pictureFaults: [{ kind: "frozen", message }] });
  expect(await takeFrames(still, 5)).toHaveLength(5);
  expect(still.status()).toMatchObject({ frozen: true, restarts: 0, lastError: null });
  await expect.poll(() => live.status().framesDropped, waiting).toBeGreaterThan(30);
  expect(live.status()).toMatchObject({ frozen: false, pictureFaults: [] });
});

test("http: without motion an idle camera delivers nothing, and is well", async () => {
  const motion = { minimumAreaPercent: 0.3, lookEverySeconds: 600 };
  const still = openTestCamera({ url: `http://${host}/still`, motion });
  const watching = watchIdly(still);
  await statusOf(still, { state: "running", quiet: true });
  await deliversNothing(still);
  const { framesDelivered } = still.status();
  expect(still.status()).toMatchObject({ state: "running", quiet: true });
  still.setIdle(false);
  await expect.poll(() => still.status().framesDelivered, waiting).toBeGreaterThan(framesDelivered);
  await still.close();
  await watching;
});

async function expectFailure(url: string, lastErrorKind: FailureKind, error: string): Promise<FailureKind> {
  const failing = openTestCamera({ url, timing: { stallAfterMs: 60_000 } });
  await statusOf(failing, { lastErrorKind, lastError: expect.stringContaining(error) });
  expect(failing.status().lastError).not.toMatch(/guest-7|hunter2/);
  return lastErrorKind;
}

test("http: failures are classified and explained, without credentials", async () => {
  const plain = createTcpServer((socket) => socket.on("error", () => {}).end("SSH-2.0-OpenSSH_9.2\r\n"));
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  const { port } = plain.address() as AddressInfo;
  const login = "guest-7:hunter2@";
  const kinds = await Promise.all([
    expectFailure(`http://${host}/basic/mjpeg`, "credentials", "requires a user name and a password"),
    expectFailure(`http://${login}${host}/basic/mjpeg`, "credentials", "rejected the user name or password"),
    expectFailure(`http://${login}${host}/digest/mjpeg`, "credentials", "rejected the user name or password"),
    expectFailure(`http://${host}/none`, "not-found", "has nothing at this path"),
    expectFailure(`http://${host}/moved`, "not-found", "redirects to another address"),
    expectFailure(`http://${host}/page`, "protocol", "sends text/html, not pictures"),
    expectFailure(`http://${host}/busy`, "refused", "cannot serve pictures now"),
    expectFailure(`http://${host}/damaged`, "codec", "sends damaged pictures"),
    expectFailure(`http://${host}/silent`, "timeout", "did not respond in time"),
    expectFailure(`https://${tlsHost}/mjpeg`, "tls", "certificate that is not trusted"),
    expectFailure(`https://${host}/mjpeg`, "tls", "does not speak TLS"),
    expectFailure(`http://127.0.0.1:${port}/mjpeg`, "protocol", "does not speak HTTP"),
    expectFailure("http://127.0.0.1:1/mjpeg", "refused", "refused the connection"),
    expectFailure("http://camera.invalid/mjpeg", "unreachable", "cannot be resolved"),
  ]);
  plain.close();
  expect(kinds).toHaveLength(14);
});
