import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { layOutSite, startCli, startFakeCloud, threeSecondVideo, until } from "./testing/small-site.ts";
import { runLine } from "./testing/run-line.ts";

const findings = z.array(
  z.object({ layer: z.string(), state: z.string(), subject: z.string(), message: z.string(), fix: z.string() }),
);

async function doctor(configFile: string) {
  const { code, stdout: text } = await runLine(["doctor", "--config", configFile, "--json"]);
  const result = z.object({ ok: z.boolean(), findings }).parse(JSON.parse(text));
  const of = (layer: string) => result.findings.filter((finding) => finding.layer === layer);
  return { code, ...result, of, text };
}

test("a site that works: each layer is listed, and the exit code is 0", async () => {
  const cloud = await startFakeCloud();
  const { configFile, dataDir } = await layOutSite(cloud.url);
  const { code, stdout: text } = await runLine(["doctor", "--config", configFile]);
  expect(code).toBe(0);
  for (const line of [
    `ok   configuration ${configFile}: 1 station on 1 camera`,
    `ok   disk          ${dataDir}: writable; 1 MB was safe on the disk after`,
    `ok   queue         ${dataDir}: no record has been captured yet`,
    `warn agent         ${dataDir}: no agent is running`,
    "ok   port          status, 127.0.0.1 port of the system's choice: is free",
    `ok   tcp           ${new URL(cloud.url).host}: connected after`,
    `ok   key           ${cloud.url}: the cloud accepts the key`,
    `ok   clock         ${cloud.url}: agrees with the cloud's clock within`,
    "ok   camera        top: 160 × 120, ",
    "ok   model         category: v8-detect, 256 × 192, on cpu, ",
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toMatch(/\nno failure, \d warnings?$/);
});

test("continues after each failure, and names its fix: disk, key, camera and model", async () => {
  const cloud = await startFakeCloud();
  cloud.setMode("lock-out");
  const { folder, configFile } = await layOutSite(cloud.url, {
    dataDir: "in-the-way/data",
    cameras: [{ id: "top", url: "rtsp://viewer:hunter2@127.0.0.1:9/stream" }],
  });
  await writeFile(path.join(folder, "in-the-way"), "a file");
  await writeFile(path.join(folder, "one-carton.onnx"), "not a model");
  const { code, ok, of, text } = await doctor(configFile);
  expect({ code, ok }).toEqual({ code: 1, ok: false });
  expect(of("configuration")).toMatchObject([{ state: "ok" }]);
  const failure = (message: RegExp, fix: RegExp) => ({
    state: "fail",
    message: expect.stringMatching(message),
    fix: expect.stringMatching(fix),
  });
  expect(of("disk")).toMatchObject([failure(/is or passes through a file/, /set dataDir to a folder/)]);
  expect(of("key")).toMatchObject([failure(/the key is not accepted: .*401/, /join CODE/)]);
  expect(of("camera")).toMatchObject([{ subject: "top", ...failure(/refused the connection/, /the port/) }]);
  expect(of("model")).toMatchObject([{ subject: "category", ...failure(/is not an ONNX file/, /another export/) }]);
  expect(text).not.toMatch(/hunter2|key-of-this-box/);
});

test("the outputs of verdicts are examined without giving out one", async () => {
  const cloud = await startFakeCloud();
  const { folder, configFile } = await layOutSite(cloud.url, {
    stations: [],
    lanes: [
      {
        id: "lane-1",
        container: { identified: {} },
        verdict: { file: "lane-1.json", url: new URL("/gate", cloud.url).href },
      },
      {
        id: "lane-2",
        container: { identified: {} },
        verdict: { file: "missing/lane-2.json", url: "http://127.0.0.1:9/gate" },
      },
      { id: "lane-3", container: { identified: {} }, verdict: { file: "." } },
    ],
  });
  const { of } = await doctor(configFile);
  expect(of("gate")).toMatchObject([
    { state: "ok", subject: `lane-1, ${path.join(folder, "lane-1.json")}`, message: "can be replaced" },
    { state: "ok", subject: `lane-1, ${new URL(cloud.url).host}`, message: expect.stringContaining("connected") },
    {
      state: "fail",
      message: "cannot be written (ENOENT)",
      fix: expect.stringContaining(path.join(folder, "missing")),
    },
    { state: "fail", subject: "lane-2, 127.0.0.1:9", message: expect.stringContaining("ECONNREFUSED") },
    { state: "fail", subject: `lane-3, ${folder}`, message: "is a folder" },
  ]);
  expect(existsSync(path.join(folder, "lane-1.json"))).toBe(false);
  expect(cloud.received.filter(({ path: asked }) => asked === "/gate")).toEqual([]);
});

test("an invalid file is exit code 78, and everything that can be read of it is examined all the same", async () => {
  const cloud = await startFakeCloud();
  const { configFile, dataDir } = await layOutSite(cloud.url, {
    cloud: { url: cloud.url, apiKeyFile: "no-key" },
    device: { id: "no name" },
    models: { category: { file: "one-carton.onnx" }, other: { file: "missing.onnx" }, third: { file: 3 } },
    cameras: [
      { id: "top", url: threeSecondVideo, framesPerSecond: 10 },
      { id: "side", url: "rtsp://127.0.0.1:9/stream" },
      { id: "rear", url: "nothing://here" },
      { id: "front", url: threeSecondVideo, framesPerSecond: "many" },
    ],
    outbox: { maxSizeMegabytes: 1 },
    watching: { wrong: true },
  });
  const { code, of } = await doctor(configFile);
  expect(code).toBe(78);
  const problems = of("configuration").map(({ message }) => message);
  for (const place of ["device.id", "cameras[3].framesPerSecond", "models.third.file", "outbox.", "watching.wrong"])
    expect(problems.join("\n")).toContain(place);
  expect(of("disk")).toMatchObject([{ subject: dataDir }, { state: "ok" }]);
  expect(of("tcp")).toMatchObject([{ state: "ok" }]);
  expect(of("key")).toMatchObject([{ state: "skip", message: expect.stringContaining("no key") }]);
  expect(of("camera")).toMatchObject([
    { subject: "top", state: "ok" },
    { subject: "side", state: "fail", message: expect.stringContaining("refused the connection") },
  ]);
  expect(of("model")).toMatchObject([
    { subject: "category", state: "ok" },
    { subject: "other", state: "fail", message: expect.stringContaining("does not exist") },
  ]);
});

test("a file that names only its cloud is examined as far as that", async () => {
  const cloud = await startFakeCloud();
  const { configFile } = await layOutSite(cloud.url);
  await writeFile(configFile, `cloud: { url: ${cloud.url} }\n`);
  const { code, of } = await doctor(configFile);
  expect(code).toBe(78);
  expect([of("tcp"), of("key")]).toMatchObject([[{ state: "ok" }], [{ state: "skip" }]]);
});

test("a running agent is found by its data folder, and parked records are a warning", async () => {
  const cloud = await startFakeCloud();
  cloud.setMode("reject");
  const { configFile, dataDir } = await layOutSite(cloud.url);
  const agent = startCli(["run", "--config", configFile]);
  await until("a record is parked", async () => {
    const { stdout } = await runLine(["queue", "status", "--config", configFile, "--json"]);
    return z.object({ parked: z.number().min(1) }).safeParse(JSON.parse(stdout)).data;
  });
  const { of } = await doctor(configFile);
  expect(of("agent")).toMatchObject([
    { state: "ok", subject: dataDir, message: expect.stringMatching(/^version .* is running, for/) },
    // This test, which is the program, has a different version.
    { state: "warn", message: "this program is version 1.2.3, the running agent is not" },
  ]);
  expect(of("queue")).toContainEqual({
    layer: "queue",
    state: "warn",
    subject: dataDir,
    // The camera runs on, so that more than one may have been parked.
    message: expect.stringMatching(/^\d+ records? (is|are) parked: the cloud rejected/),
    fix: "read the reasons with: edge-agent queue parked",
  });
  agent.stop("SIGTERM");
  await agent.ended;
});

test("a clock that differs from the cloud's is a failure", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { date: new Date(Date.now() + 7_200_000).toUTCString() });
    response.end(JSON.stringify({ success: true, data: {} }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const { configFile } = await layOutSite(`http://127.0.0.1:${port}`, { cameras: [], stations: [], models: {} });
  const { code, of } = await doctor(configFile);
  expect(of("clock").at(-1)).toMatchObject({
    state: "fail",
    message: "this machine is 2 h behind the cloud",
    fix: expect.stringContaining("time server"),
  });
  // Without a station the configuration cannot work.
  expect(code).toBe(78);
});
