import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { aiResult } from "@container-inspection/shared-schemas/ai-protocol";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawNumbers, writeNumberNetworks } from "../inference/testing/number-fixture.ts";
import { connectClient } from "../ai-service/testing/ai-client.ts";
import { connectToAgent } from "../status/agent-client.ts";
import { layOutSite, runCli, startCli, until } from "./testing/small-site.ts";

const TOKEN = "token-of-the-tests-0123456789";
const sample = path.resolve(import.meta.dirname, "../../models/samples/load-1.jpg");
const models = { category: { file: "bundled:category-demo" }, spare: { file: "bundled:category-demo" } };

test("serves the bundled model over the protocol, and leaves no request without an answer when it is stopped", async () => {
  const { configFile } = await layOutSite("http://127.0.0.1:1", { models, stations: [], cameras: [] });
  const program = startCli(["serve", "--port", "0", "--config", configFile], { AI_SERVICE_TOKEN: TOKEN });
  const url = await until("it listens", () => /"address":"(ws:[^"]+)"/.exec(program.output.stderr)?.[1]);
  const client = await connectClient(url, TOKEN);
  expect(await client.next()).toMatchObject({ type: "hello", tasks: ["category"], maxInFlight: 8 });

  const load = await readFile(sample);
  const { width, height } = await sharp(load).metadata();
  client.ask({ id: "load" }, load);
  const result = aiResult.parse(await client.next());
  expect(result).toMatchObject({ id: "load", width, height, model: { name: "category-demo" } });
  expect(result.detections?.length).toBeGreaterThan(0);
  for (const { confidence = 0, polygon } of result.detections ?? []) {
    expect(confidence).toBeGreaterThanOrEqual(0.25);
    expect(polygon?.x.length).toBeGreaterThan(2);
  }

  const xray = await sharp(new Uint16Array(640 * 480).fill(40_000, 640), {
    raw: { width: 640, height: 480, channels: 1 },
  })
    .toColourspace("grey16")
    .tiff()
    .toBuffer();
  client.ask({ id: "x-ray", contentType: "image/tiff" }, xray);
  expect(await client.next()).toMatchObject({ type: "result", id: "x-ray", width: 640, height: 480 });

  for (const id of ["1", "2", "3"]) client.ask({ id }, load);
  program.stop("SIGTERM");
  const answers = [await client.next(), await client.next(), await client.next()];
  for (const answer of answers) expect(["result", "error"]).toContain(answer.type);
  expect(await client.closed).toBe(1001);
  expect(await program.ended).toMatchObject({ code: 0, stdout: "" });
});

test("reads container numbers where the number reader is configured, also without a model", async () => {
  const numbers = { characters: "characters.onnx", lines: "lines.onnx" };
  const changes = { models: {}, stations: [], cameras: [], numbers };
  const { folder, configFile } = await layOutSite("http://127.0.0.1:1", changes);
  await writeNumberNetworks(folder);
  const program = startCli(["serve", "--port", "0", "--config", configFile], { AI_SERVICE_TOKEN: TOKEN });
  const url = await until("it listens", () => /"address":"(ws:[^"]+)"/.exec(program.output.stderr)?.[1]);
  const client = await connectClient(url, TOKEN);
  const models = [{ task: "identify", name: "characters + lines", version: "1.0.0" }];
  expect(await client.next()).toMatchObject({ type: "hello", tasks: ["identify"], models });
  const { rgb, widthPixels: width, heightPixels: height } = drawNumbers([{ text: "CSQU3054383" }]);
  const drawn = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  client.ask({ task: "identify", contentType: "image/png" }, drawn);
  expect(aiResult.parse(await client.next())).toMatchObject({ width, height, number: { text: "CSQU3054383" } });
});

const aiService = { port: 0 };
const STARTED = /"address":"(ws:[^"]+)","msg":"AI service started"/;

test("a running agent serves the models of its cameras, where its configuration asks for it", async () => {
  const { configFile } = await layOutSite("http://127.0.0.1:1", { models, aiService });
  const agent = startCli(["run", "--config", configFile], { AI_SERVICE_TOKEN: TOKEN });
  const url = await until("it listens", () => STARTED.exec(agent.output.stderr)?.[1]);
  const client = await connectClient(url, TOKEN);
  expect(await client.next()).toMatchObject({ type: "hello", tasks: ["category"], maxInFlight: 8 });
  client.ask({ id: "load" }, await readFile(sample));
  expect(aiResult.parse(await client.next())).toMatchObject({ id: "load", model: { name: "category-demo" } });
  agent.stop("SIGTERM");
  expect(await client.closed).toBe(1001);
  expect(await agent.ended).toMatchObject({ code: 0, stdout: "" });
});

test("an agent without the token of its AI service logs that, and watches its cameras", async () => {
  const { configFile, dataDir } = await layOutSite("http://127.0.0.1:1", { models, aiService });
  const agent = startCli(["run", "--config", configFile], { AI_SERVICE_TOKEN: "" });
  await until("the failure is logged", () => /AI_SERVICE_TOKEN is not set/.exec(agent.output.stderr)?.[0]);
  await until("the agent answers", () => connectToAgent(dataDir));
  agent.stop("SIGTERM");
  expect(await agent.ended).toMatchObject({ code: 0 });
});

/** Golden pictures that were measured with another file than the model of the site. */
async function layOutForeignGoldens(folder: string): Promise<void> {
  await mkdir(path.join(folder, "goldens"));
  const goldens = { model: "one-carton.onnx", modelSha256: "0".repeat(64), pictures: [] };
  await writeFile(path.join(folder, "goldens/goldens.json"), JSON.stringify(goldens));
}

test("does not offer the task of a model that failed its check, names it, and serves the other tasks", async () => {
  const failing = { file: "one-carton.onnx" };
  const { folder, configFile } = await layOutSite("http://127.0.0.1:1", { models: { ...models, defect: failing } });
  await layOutForeignGoldens(folder);
  const program = startCli(["serve", "--port", "0", "--config", configFile], { AI_SERVICE_TOKEN: TOKEN });
  const url = await until("it listens", () => /"address":"(ws:[^"]+)"/.exec(program.output.stderr)?.[1]);
  expect(program.output.stderr).toMatch(/"model":"defect".*"model failed its check and is not used"/);
  const health = await (await fetch(`${url.replace("ws:", "http:")}/health`)).json();
  expect(health).toEqual({
    status: "ok",
    tasks: ["category"],
    failedModels: [{ task: "defect", model: "one-carton" }],
  });
  const client = await connectClient(url, TOKEN);
  expect(await client.next()).toMatchObject({ type: "hello", tasks: ["category"], models: [{ task: "category" }] });
  const load = await readFile(sample);
  client.ask({ id: "defect", task: "defect" }, load);
  expect(await client.next()).toMatchObject({ id: "defect", code: "TASK_NOT_OFFERED", retryable: false });
  client.ask({ id: "category" }, load);
  expect(await client.next()).toMatchObject({ type: "result", id: "category" });
});

test("does not start when every model failed its check, and reports why", async () => {
  const { folder, configFile } = await layOutSite("http://127.0.0.1:1");
  await layOutForeignGoldens(folder);
  const { code, stderr } = await startCli(["serve", "--config", configFile], { AI_SERVICE_TOKEN: TOKEN }).ended;
  expect(code).toBe(78);
  expect(stderr).toContain("category: the file is damaged or another one");
});

test("does not start without a token, without a model for a task, or on half a port, and reports what to do", async () => {
  const { configFile } = await layOutSite("http://127.0.0.1:1", { models: { cargo: models.spare }, stations: [] });
  const untold = await startCli(["serve", "--config", configFile], { AI_SERVICE_TOKEN: "" }).ended;
  // Its standard error is a log of JSON lines, from the first failure on.
  const lines: unknown[] = untold.stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ level: "error", msg: "the program ends because of a failure" });
  expect(untold).toMatchObject({ code: 78, stderr: expect.stringContaining("AI_SERVICE_TOKEN is not set") });
  const short = await startCli(["serve", "--config", configFile], { AI_SERVICE_TOKEN: "short" }).ended;
  expect(short).toMatchObject({ code: 78, stderr: expect.stringContaining("is too short") });
  const idle = await startCli(["serve", "--config", configFile], { AI_SERVICE_TOKEN: TOKEN }).ended;
  expect(idle).toMatchObject({ code: 78, stderr: expect.stringContaining("no model to serve: name a model") });
  expect((await runCli("serve", "--port", "1.5")).code).toBe(2);
});
