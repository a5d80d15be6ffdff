import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import { z } from "zod";
import { buildOnnx } from "../../inference/testing/onnx-fixture.ts";

export const cli = path.resolve(import.meta.dirname, "../../cli.ts");
const video = path.resolve(import.meta.dirname, "../../cameras/fixtures/counting.mp4");
/** Thirty pictures, however long the machine takes for them, once. */
export const threeSecondVideo = `${pathToFileURL(video).href}?pace=consumer&loop=false`;
/** The same pictures again and again, at the pace of a camera. */
export const loopedVideo = pathToFileURL(video).href;
/** Predictions of a v8 detection model for an input of 256 × 192. */
const ROWS = 1_008;

/** The key with which the fake cloud signs acknowledgements, as its replies report it. */
export const CLOUD_KEY = Buffer.alloc(32, 7).toString("base64");

type Mode = "take" | "lock-out" | "refuse" | "reject" | "too-large";
type Received = { path: string; key: string; apiKey: string; body: Record<string, unknown> };
export type FakeCloud = {
  url: string;
  received: Received[];
  setMode(mode: Mode): void;
  /** Sets the data that a joining device receives. */
  setJoined(data: object): void;
  /** Sets further data of its replies. */
  setMoreData(data: object): void;
};

/**
 * A cloud that acknowledges everything, is unavailable (503), knows no key (401), finds every record at fault (400),
 * or has a proxy before it (413).
 */
export async function startFakeCloud(): Promise<FakeCloud> {
  const received: Received[] = [];
  let mode: Mode = "take";
  let joined: object | undefined;
  let more = {};
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      const key = String(request.headers["idempotency-key"]);
      const reply = (status: number, value: object) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      // It has no users who watch cameras.
      if (request.url?.startsWith("/v1/edge/watched-cameras")) return reply(404, {});
      if (mode === "too-large") return response.writeHead(413).end("<h1>Request Entity Too Large</h1>");
      if (mode === "refuse") return reply(503, {});
      if (mode === "lock-out") {
        const error = { code: "UNAUTHORIZED", message: "The key is not valid.", requestId: "r1" };
        return reply(401, { success: false, error });
      }
      if (mode === "reject") {
        const error = { code: "VALIDATION_ERROR", message: "not like this", requestId: "r1" };
        return reply(400, { success: false, error, idempotencyKey: key });
      }
      received.push({
        path: request.url ?? "",
        key,
        apiKey: String(request.headers["x-api-key"]),
        body: z.record(z.string(), z.unknown()).parse(body === "" ? {} : JSON.parse(body)),
      });
      if (request.url === "/v1/edge/join" && joined) return reply(200, { success: true, data: joined });
      const data = { accepted: 0, duplicates: 0, rejected: [], acknowledgementKey: CLOUD_KEY };
      return reply(200, { success: true, data: { ...data, ...more }, idempotencyKey: key });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    setMode: (next) => (mode = next),
    setJoined: (data) => (joined = data),
    setMoreData: (data) => (more = data),
  };
}

/**
 * A folder with a configuration, and a model that finds one carton in every picture, wherever it is shown; `more` is
 * further metadata of its file.
 */
export async function layOutSite(cloudUrl: string, changes: Record<string, unknown> = {}, more: object = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "edge-site-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const predictions = new Float32Array(6 * ROWS);
  for (const [row, value] of [128, 96, 80, 60, 0.9, 0].entries()) predictions[row * ROWS] = value;
  const metadata = { task: "detect", names: "{0: 'carton', 1: 'drum'}", imgsz: "[192, 256]", version: "7", ...more };
  const outputs = [{ name: "output0", dims: [1, 6, ROWS], data: predictions }];
  await writeFile(path.join(folder, "one-carton.onnx"), buildOnnx({ metadata, outputs }));
  const configFile = path.join(folder, "edge-agent.yaml");
  const config = {
    cloud: { url: cloudUrl, apiKey: "key-of-this-box" },
    device: { id: "box-1" },
    dataDir: "data",
    models: { category: { file: "one-carton.onnx" } },
    cameras: [{ id: "top", url: threeSecondVideo, framesPerSecond: 10 }],
    stations: [{ id: "gate-1", camera: "top", model: "category", container: { fixed: "CSQU3054383" } }],
    status: { port: 0 },
    ...changes,
  };
  await writeFile(configFile, stringify(config));
  return { folder, configFile, dataDir: path.join(folder, "data") };
}

/** Starts the real program. Kills it at the end of the test if it still runs. */
export const startCli = (args: readonly string[], environment: Record<string, string> = {}) =>
  startProgram(process.execPath, [cli, ...args], environment);

/** Starts a program, which is killed at the end of the test. */
export function startProgram(file: string, args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(file, args, { env: { ...process.env, ...environment } });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = once(child, "close").then(() => ({ code: child.exitCode, ...output }));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const type = (keys: string) => void child.stdin.write(keys);
  return { ended, output, type, stop: (signal: NodeJS.Signals) => child.kill(signal) };
}

export const runCli = (...args: string[]) => startCli(args).ended;

/** Polls until there is an answer; fails after 90 s with the description of the awaited event. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | null | Promise<T | undefined | null>,
): Promise<T> {
  const deadlineMs = performance.now() + 90_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null) return answer;
    if (performance.now() > deadlineMs) throw new Error(`waited in vain until ${what}`);
    await delay(50);
  }
}
