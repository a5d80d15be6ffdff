import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { writeNumberNetworks } from "../inference/testing/number-fixture.ts";
import { startBroker } from "../lanes/testing/start-broker.ts";
import { layOutSite, runCli, startFakeCloud } from "./testing/small-site.ts";

const check = (configFile: string, ...options: string[]) =>
  runCli("config", "check", "--config", configFile, ...options);
const parts = (stdout: string) => JSON.parse(stdout) as { valid: boolean; checks: Record<string, unknown>[] };

test("tries the cloud, the models and the cameras, one line each", async () => {
  const cloud = await startFakeCloud();
  const { configFile } = await layOutSite(cloud.url);
  const { code, stdout } = await check(configFile);
  expect(stdout.split("\n")).toEqual([
    `ok   cloud ${cloud.url}: accepts the key; the clocks agree`,
    expect.stringMatching(/^ok {3}model category: v8-detect, 256 × 192, on cpu, \d+ ms per picture$/),
    expect.stringMatching(/^ok   camera top: \d+ × \d+, [\d.]+ pictures per second$/),
    expect.stringContaining("is valid: 1 station on 1 camera"),
    "",
  ]);
  expect(code).toBe(0);
  expect(cloud.received).toMatchObject([{ path: "/v1/edge/expected-numbers", apiKey: "key-of-this-box" }]);
});

test("calls nothing valid that cannot work: each failure with its fix, and exit code 78", async () => {
  const cloud = await startFakeCloud();
  cloud.setMode("lock-out");
  const { folder, configFile } = await layOutSite(cloud.url, {
    models: { category: { file: "text.onnx" } },
    cameras: [
      { id: "top", url: "file:missing.mp4" },
      { id: "off", url: "rtsp://viewer:secret@127.0.0.1:9/stream" },
      { id: "xray", url: "folder:nowhere" },
    ],
  });
  await writeFile(path.join(folder, "text.onnx"), "not a model");
  const { code, stdout } = await check(configFile, "--json");
  expect(code).toBe(78);
  expect(stdout).not.toContain("secret");
  const { valid, checks } = parts(stdout);
  expect(valid).toBe(false);
  const failed = (subject: string, message: string, fix: string) => ({
    subject: expect.stringContaining(subject),
    ok: false,
    message: expect.stringContaining(message),
    fix: expect.stringContaining(fix),
  });
  expect(checks).toEqual([
    failed("cloud", "the key is not accepted: the cloud answered 401", "edge-agent join CODE"),
    failed("model category", "it is not an ONNX file", "another export"),
    failed("camera top", "missing.mp4", "correct the URL"),
    failed("camera off", "refused the connection", "the port"),
    failed("camera xray", "nowhere does not exist", "create it"),
  ]);
});

test("tries the number reader, and refuses a file of it by name", async () => {
  const numbers = { characters: "characters.onnx", lines: "lines.onnx" };
  const { folder, configFile } = await layOutSite("http://127.0.0.1:9", {
    models: {},
    cameras: [],
    stations: [],
    numbers,
  });
  const files = await writeNumberNetworks(folder);
  const reader = async () =>
    parts((await check(configFile, "--json")).stdout).checks.find(({ subject }) => subject === "number reader");
  expect(await reader()).toMatchObject({ ok: true, message: "characters + lines 1.0.0, on cpu" });
  await writeFile(files.lines, "not a model");
  expect(await reader()).toMatchObject({
    ok: false,
    message: expect.stringContaining(`model ${files.lines} cannot be used: `),
  });
});

test("opens no folder camera, whose pictures the agent takes once", async () => {
  const cloud = await startFakeCloud();
  const cameras = [{ id: "top", url: "folder:scans?moveTo=done" }];
  const { folder, configFile } = await layOutSite(cloud.url, { cameras });
  await mkdir(path.join(folder, "scans"));
  const { code, stdout } = await check(configFile);
  expect(stdout).toContain(`ok   camera top: folder ${path.join(folder, "scans")}`);
  expect(code).toBe(0);
});

test("reports a class that the model of a station does not have", async () => {
  const cloud = await startFakeCloud();
  const stations = [
    {
      id: "gate-1",
      camera: "top",
      model: "category",
      container: { fixed: "CSQU3054383" },
      objects: { classes: ["box"] },
    },
  ];
  const { configFile } = await layOutSite(cloud.url, { stations });
  const { code, stdout } = await check(configFile);
  expect(stdout).toContain('FAIL model category: station gate-1 selects the class "box", which it does not have');
  expect(code).toBe(78);
});

describe("the MQTT broker of a scan rule", () => {
  const topic = "gates/1/scan";
  const stations = [
    {
      id: "gate-1",
      camera: "top",
      model: "category",
      container: { fixed: "CSQU3054383" },
      scan: { mqttTopic: topic },
    },
  ];
  /** The check of the broker at a site whose other parts work. */
  async function checkSite(mqtt: Record<string, unknown>, caPem = "") {
    const cloud = await startFakeCloud();
    const { folder, configFile } = await layOutSite(cloud.url, { stations, mqtt });
    await writeFile(path.join(folder, "ca.pem"), caPem);
    const { code, stdout } = await check(configFile, "--json", "--timeout", "60");
    expect(stdout).not.toContain("secret");
    return { code, broker: parts(stdout).checks.find(({ subject }) => subject === `broker ${String(mqtt["url"])}`) };
  }

  test("is connected to with the credentials and its certificate authority, and subscribed to", async () => {
    const { url, cert } = await startBroker({ tls: true, password: "secret" });
    const right = { url, username: "gate-1", password: "secret", caFile: "ca.pem" };
    expect(await checkSite(right, cert)).toEqual({
      code: 0,
      broker: {
        subject: `broker ${url}`,
        ok: true,
        message: `accepts the connection; can subscribe to ${topic}`,
        fix: "",
      },
    });
    const wrong = await checkSite({ ...right, password: "not-it" }, cert);
    const rejects = expect.stringContaining("rejects the user name or password");
    expect(wrong).toMatchObject({
      code: 78,
      broker: { ok: false, message: rejects, fix: expect.stringContaining("mqtt.password") },
    });
    const untrusted = await checkSite({ url, username: "gate-1", password: "secret" });
    expect(untrusted.broker).toMatchObject({
      ok: false,
      message: expect.stringContaining("certificate is not trusted"),
    });
  });

  test("is refused where it does not permit the topic, is not running, or is no broker", async () => {
    const { url } = await startBroker({ forbidden: topic });
    expect((await checkSite({ url })).broker).toMatchObject({
      ok: false,
      message: `the broker does not permit to subscribe to ${topic}`,
      fix: expect.stringContaining("permit this user"),
    });
    const off = await checkSite({ url: "mqtt://127.0.0.1:9" });
    expect(off.broker).toMatchObject({ ok: false, message: "connection refused (ECONNREFUSED)" });
    const http = await startFakeCloud();
    const other = await checkSite({ url: http.url.replace("http:", "mqtt:") });
    expect(other).toMatchObject({ code: 78, broker: { ok: false, fix: expect.stringContaining("check the port") } });
  });
});

test("checks only the file with --offline, and refuses an address with the version of the API", async () => {
  const { configFile } = await layOutSite("http://127.0.0.1:9");
  const offline = await check(configFile, "--offline");
  expect(offline).toMatchObject({ code: 0, stdout: expect.stringContaining("were not tried") });
  const versioned = await layOutSite("http://127.0.0.1:9/v1/");
  const refused = await check(versioned.configFile);
  expect(refused).toMatchObject({ code: 78, stdout: expect.stringContaining("remove /v1") });
});
