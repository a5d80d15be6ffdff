import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { formatProblem } from "./problem.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "edge-config-"));
  await writeFile(path.join(folder, "edge-api-key"), "key-from-file\n", { mode: 0o600 });
  await writeFile(path.join(folder, "model.onnx"), "");
});
afterAll(() => rm(folder, { recursive: true }));

const GOOD = `
cloud: { url: "http://127.0.0.1:3000/", apiKeyFile: edge-api-key }
device: { id: gate-1 }
models:
  category: { file: model.onnx }
cameras:
  - { id: top, url: "file:loads.mp4" }
stations:
  - id: gate-1
    camera: top
    model: category
    container: { fixed: csqu 305438-3 }
`;

async function check(text: string, environment: Record<string, string> = {}) {
  const file = path.join(folder, "edge-agent.yaml");
  await writeFile(file, text);
  const reading = await readConfig(file, environment);
  const shown = (reading.ok ? reading.warnings : reading.problems).map((problem) => formatProblem("c.yaml", problem));
  return { reading, shown };
}

describe("a configuration file", () => {
  test("has its paths resolved against its own folder, its key read and its defaults filled in", async () => {
    const { reading, shown } = await check(GOOD);
    expect(shown).toEqual([]);
    expect(reading.ok && reading.config).toMatchObject({
      cloud: { url: "http://127.0.0.1:3000", apiKey: "key-from-file", apiKeyFile: path.join(folder, "edge-api-key") },
      dataDir: path.join(folder, ".data/edge-agent"),
      cameras: [{ id: "top", url: `file://${folder}/loads.mp4`, framesPerSecond: 10 }],
      stations: [{ container: { kind: "fixed", containerNumber: "CSQU3054383" }, scan: { stableSeconds: 1.5 } }],
      outbox: { maxSizeBytes: 2_048_000_000 },
      status: { port: 8090, host: "127.0.0.1" },
    });
  });

  test("names the collector of its traces, without a secret", async () => {
    const read = (traces: string) => check(`${GOOD}traces: ${traces}\n`);
    const { reading } = await read('{ endpoint: "http://collector:4318/", share: 0.1 }');
    expect(reading.ok && reading.config.traces).toEqual({ endpoint: "http://collector:4318", share: 0.1 });
    const { shown } = await read('{ endpoint: "http://user:secret@collector:4318" }');
    expect(shown.join()).toContain("OTEL_EXPORTER_OTLP_HEADERS");
  });

  test("takes a sub-stream with the credentials of its camera", async () => {
    const streams = 'url: "rtsp://10.0.0.9/main", subStream: "rtsp://10.0.0.9/sub", username: viewer, password: secret';
    const { reading, shown } = await check(GOOD.replace('url: "file:loads.mp4"', streams));
    expect(shown).toEqual([]);
    expect(reading.ok && reading.config.cameras).toMatchObject([
      { url: "rtsp://viewer:secret@10.0.0.9/main", subStream: "rtsp://viewer:secret@10.0.0.9/sub" },
    ]);
  });

  test.each([
    ['url: "file:loads.mp4", subStream: "rtsp://10.0.0.9/sub"', "needs a main stream over RTSP"],
    ['url: "rtsp://10.0.0.9/main", subStream: "file:///sub.mp4"', "is not a network camera"],
    ['url: "rtsp://10.0.0.9/main", subStream: "rtsp://10.0.0.9/main"', "is the same stream as url"],
    ['url: "rtsp://10.0.0.9/main", subStream: "rtsp:///sub"', "the host is missing"],
    ['url: "rtsp://10.0.0.9/main", subStream: "rtsp://me@10.0.0.9/sub", username: viewer', "contains a user name"],
  ])("refuses a sub-stream that cannot work: %s", async (streams, problem) => {
    const { reading, shown } = await check(GOOD.replace('url: "file:loads.mp4"', streams));
    expect(reading.ok).toBe(false);
    expect(shown).toEqual([expect.stringMatching(/^c\.yaml:7:\d+: error: cameras\[0\]\.subStream: /)]);
    expect(shown[0]).toContain(problem);
  });

  test("warns of a key that every user of the machine can read", async () => {
    const open = path.join(folder, "open-key");
    await writeFile(open, "key");
    await chmod(open, 0o644);
    const { reading, shown } = await check(GOOD.replace("edge-api-key", "open-key"));
    expect(reading.ok).toBe(true);
    expect(shown).toEqual([expect.stringMatching(/warning: cloud\.apiKeyFile: every user .*\n {4}Fix: chmod 600 /)]);
  });

  test("answers every mistake at once, each with its place and its fix", async () => {
    const { shown } = await check(`
cloud:
  url: inspection.example.com
  apiKeyFile: edge-api-key
device: { id: gate-1 }
models:
  category: { fiel: model.onnx, confidence: 25 }
cameras:
  - { id: top, url: "file:loads.mp4", framesPerSecond: fast }
stations:
  - id: gate 1
    camera: top
    container: { fixed: 305438 }
    scan: { stableSecond: 1 }
status: { host: 0.0.0.0 }
`);
    expect(shown).toEqual([
      "c.yaml:3:8: error: cloud.url: must be an http:// or https:// address\n    Fix: example: url: https://inspection.example.com",
      "c.yaml:7:13: error: models.category.file: is missing\n    Fix: example: file: bundled:category-demo",
      "c.yaml:7:15: error: models.category.fiel: is an unknown setting\n    Fix: did you mean file?",
      "c.yaml:7:45: error: models.category.confidence: must be at most 1\n    Fix: example: confidence: 0.25",
      "c.yaml:9:56: error: cameras[0].framesPerSecond: must be a number, not text\n    Fix: example: framesPerSecond: 10",
      "c.yaml:11:5: error: stations[0].model: is missing\n    Fix: example: model: category",
      "c.yaml:11:9: error: stations[0].id: must be 1 to 32 letters, digits, '.', '_' or '-', and start with a letter or digit\n    Fix: example: id: gate-1",
      "c.yaml:13:25: error: stations[0].container.fixed: must be text, not a number (put it in quotes)\n    Fix: example: fixed: CSQU3054383",
      "c.yaml:14:13: error: stations[0].scan.stableSecond: is an unknown setting\n    Fix: did you mean stableSeconds?",
      "c.yaml:15:17: error: status.host: must be one of 127.0.0.1, ::1, localhost\n    Fix: example: host: 127.0.0.1",
    ]);
  });

  test.each([
    [
      "an unknown camera",
      ["camera: top", "camera: tpo"],
      'c.yaml:10:13: error: stations[0].camera: unknown camera "tpo"\n    Fix: did you mean top?',
    ],
    [
      "an unknown model",
      ["model: category", "model: x"],
      'c.yaml:11:12: error: stations[0].model: unknown model "x"\n    Fix: configured: category',
    ],
    [
      "a missing model file",
      ["file: model.onnx", "file: absent.onnx"],
      /c\.yaml:5:21: error: models\.category\.file: file .*\/absent\.onnx does not exist\n {4}Fix: specify an ONNX file/,
    ],
    [
      "a camera address of an unknown kind",
      ["file:loads.mp4", "gopher://x"],
      /c\.yaml:7:21: error: cameras\[0\]\.url: .*gopher/,
    ],
    [
      "a missing key file",
      ["apiKeyFile: edge-api-key", "apiKeyFile: nowhere"],
      /c\.yaml:2:53: error: cloud\.apiKeyFile: file .*\/nowhere does not exist\n {4}Fix: run "edge-agent join CODE"/,
    ],
    [
      "a zone of two corners",
      ["model: category", "model: category\n    objects: { include: [[[0, 0], [1, 1]]] }"],
      /c\.yaml:12:26: error: stations\[0\]\.objects\.include\[0\]: needs at least three corners/,
    ],
    [
      "a zone in pixels",
      ["model: category", "model: category\n    objects: { exclude: [[[0, 0], [1, 1], [640, 0]]] }"],
      /error: stations\[0\]\.objects\.exclude\[0\]\[2\]\[0\]: must be at most 1/,
    ],
    [
      "the corners of a floor in another order",
      [
        "model: category",
        "model: category\n    geometry: { floor: [[0.3, 0.5], [0.7, 0.5], [1, 1], [0, 1]], widthMetres: 2.35, lengthMetres: 5.9, heightMetres: 2.39 }",
      ],
      /error: stations\[0\]\.geometry\.floor: must be a convex shape, .*near left, near right, far right, far left/,
    ],
    [
      "a floor of three corners",
      [
        "model: category",
        "model: category\n    geometry: { floor: [[0, 1], [1, 1], [0.5, 0.5]], widthMetres: 2.35, lengthMetres: 5.9, heightMetres: 2.39 }",
      ],
      /error: stations\[0\]\.geometry\.floor/,
    ],
    [
      "a number with a wrong check digit",
      ["csqu 305438-3", "CSQU3054384"],
      /c\.yaml:12:25: warning: .*does not pass the check digit/,
    ],
    [
      "a number without a letter or digit",
      ["csqu 305438-3", '".."'],
      /c\.yaml:12:25: error: stations\[0\]\.container\.fixed: .*at least one letter or digit/,
    ],
    ["text that is not YAML", ["cameras:", "cameras: ]"], /c\.yaml:6:10: error: is not valid YAML: /],
    [
      "a duplicate key",
      ["device: { id: gate-1 }", "device: { id: a, id: b }"],
      /c\.yaml:3:18: error: is not valid YAML: Map keys must be unique/,
    ],
  ] as const)("with %s is reported at its place", async (_, [from, to], expected) => {
    const { shown } = await check(GOOD.replace(from, to));
    expect(shown.find((line) => line.includes(": error: ")) ?? shown[0]).toMatch(expected);
  });

  const LANE = GOOD.replace("container: { fixed: csqu 305438-3 }", "lane: gate\n    position: front")
    .replace(
      "stations:",
      "lanes:\n  - { id: gate, container: { identified: {} }, positions: [front, rear] }\nstations:",
    )
    .replace("  - { id: top,", '  - { id: left, url: "file:left.mp4" }\n  - { id: top,');

  test("gives the stations of a lane its container, and side cameras no station", async () => {
    const { reading, shown } = await check(LANE.replace("lane: gate", "lane: gate\n    evidence: { cameras: [left] }"));
    expect(shown).toEqual([]);
    expect(reading.ok && reading.config).toMatchObject({
      lanes: [{ id: "gate", positions: ["front", "rear"], container: { kind: "identified", waitMs: 60_000 } }],
      stations: [
        { lane: "gate", position: "front", container: { kind: "identified" }, evidence: { cameras: ["left"] } },
      ],
    });
  });

  test.each([
    ["lane: gate", "lane: gaet", 'stations[0].lane: unknown lane "gaet"\n    Fix: did you mean gate?'],
    [
      "position: front",
      "position: frnt",
      'stations[0].position: unknown position "frnt"\n    Fix: did you mean front?',
    ],
    ["    position: front\n", "", 'lane "gate" has positions, and the station declares none'],
    ["lane: gate", "model: category", "Map keys must be unique"],
    ["lane: gate", "lane: gate\n    container: { fixed: CSQU3054383 }", "needs either container, or lane"],
    ["identified: {}", "fixed: CSQU3054383", "a fixed container number has no positions"],
    [
      "lane: gate",
      "lane: gate\n    evidence: { cameras: [lfet] }",
      'unknown camera "lfet"\n    Fix: did you mean left?',
    ],
    ["lane: gate", "lane: gate\n    evidence: { cameras: [top] }", 'camera "top" belongs to a station'],
    ["file:left.mp4", "folder:/xray", 'no station uses camera "left"'],
  ])("with a lane in which %j is %j is reported", async (from, to, expected) => {
    expect((await check(LANE.replace(from, to))).shown.join("\n")).toContain(expected);
  });

  const SCAN = GOOD.replace(
    "model: category",
    "model: category\n    scan: { everySeconds: 60, mqttTopic: gates/1 }",
  ).replace(
    "stations:",
    'mqtt: { url: "mqtts://broker:8883", username: gate-1, password: "${MQTT_PASSWORD}", caFile: ca.pem }\nstations:',
  );

  test("takes the broker of the topics, with its certificate authority", async () => {
    await writeFile(path.join(folder, "ca.pem"), "-----BEGIN CERTIFICATE-----");
    const { reading, shown } = await check(SCAN, { MQTT_PASSWORD: "p@ss" });
    expect(shown).toEqual([]);
    expect(reading.ok && reading.config).toMatchObject({
      mqtt: { url: "mqtts://broker:8883", username: "gate-1", password: "p@ss", ca: "-----BEGIN CERTIFICATE-----" },
      stations: [{ scan: { everySeconds: 60, everyWithoutObjects: false, onChange: false, mqttTopic: "gates/1" } }],
    });
  });

  test.each([
    ["mqtts://broker", "http://broker", "mqtt.url: must be an mqtt:// or mqtts:// address"],
    ["mqtts://", "mqtts://a:b@", "mqtt.url: must not contain a user name or password"],
    ["username: gate-1, ", "", "mqtt: a password needs a username"],
    ["caFile: ca.pem", "caFile: edge-api-key", "mqtt.caFile: file "],
    ["gates/1", "gates/+", "stations[0].scan.mqttTopic: must be one topic"],
    [/mqtt:.*\n/, "", "stations[0].scan.mqttTopic: no broker is configured"],
    ["everySeconds: 60", "each: picture", "stations[0].scan: each picture is scanned already"],
  ])("with %j replaced by %j is reported", async (from, to, expected) => {
    await writeFile(path.join(folder, "ca.pem"), "-----BEGIN CERTIFICATE-----");
    expect((await check(SCAN.replace(from, to), { MQTT_PASSWORD: "p@ss" })).shown.join("\n")).toContain(expected);
  });

  test("takes texts from the environment, and never shows a key", async () => {
    const file = GOOD.replace("apiKeyFile: edge-api-key", 'apiKey: "${EDGE_API_KEY}"');
    const { reading } = await check(file, { EDGE_API_KEY: "secret-1" });
    expect(reading.ok && reading.config.cloud.apiKey).toBe("secret-1");
    expect((await check(file)).shown).toEqual([
      "c.yaml:2:49: error: the environment variable EDGE_API_KEY is not set\n    Fix: set EDGE_API_KEY for the agent's process, or write the value here",
    ]);
    const { shown } = await check(file, { EDGE_API_KEY: "two secret words" });
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toContain("secret");
  });

  test("keeps a camera's credentials out of its URL, and checks where they belong", async () => {
    const camera = "url: rtsp://10.0.0.9/live, username: viewer, password: '${CAMERA_PASSWORD}', rotate: 90";
    const file = GOOD.replace('url: "file:loads.mp4"', camera);
    const { reading } = await check(file, { CAMERA_PASSWORD: "p@ss" });
    expect(reading.ok && reading.config.cameras).toMatchObject([
      { url: "rtsp://viewer:p%40ss@10.0.0.9/live", rotate: 90, privacyZones: [] },
    ]);
    const { shown } = await check(file.replace("rtsp://", "rtsp://a:b@"), { CAMERA_PASSWORD: "p@ss" });
    expect(shown[0]).toMatch(/cameras\[0\]: the URL contains a user name as well/);
    expect(shown.join()).not.toContain("p@ss");
  });

  test("that is empty or missing is reported with what to write", async () => {
    expect((await check("")).shown[0]).toMatch(/^c\.yaml:1:1: error: cloud: is missing\n {4}Fix: example: cloud:/);
    const missing = await readConfig(path.join(folder, "none.yaml"), {});
    expect(missing.ok || missing.problems[0]?.fix).toContain("--config");
  });
});
