import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { stripCredentials } from "../cameras/mask-url.ts";
import { collectSecrets } from "./collect-secrets.ts";
import { stripConfig } from "./strip-config.ts";

const TEXT = `
# An older password was hunter1.
cloud:
  url: https://inspection.example.com
  apiKey: key-of-this-box
  proxy: { url: "http://proxy.example.com:3128", username: gate, password: proxy-password }
  caFile: site-ca.pem
device: { id: gate-1 }
models:
  category: { file: bundled:category-demo }
  xray: { file: models/xray.onnx }
cameras:
  - { id: top, url: "rtsp://192.168.1.20/stream1", username: viewer, password: "hunter2:@/" }
  - { id: side, url: "rtsp://viewer:hun%20ter3@192.168.1.21/stream1?transport=tcp", subStream: "rtsp://viewer:h@nter4@192.168.1.21/2" }
  - { id: rear, url: "http://192.168.1.22/snapshot.jpg?user=viewer&pwd=hunter5&fps=2" }
  - { id: odd, url: "rtsp://viewer:hun/ter6@192.168.1.23/stream1", password: "\${CAMERA_PASSWORD}" }
mqtt: { url: "mqtts://broker.example.com", username: gate-1, password: "prefix-\${MQTT_PASSWORD}" }
page: { host: 0.0.0.0 }
`;

test("strips every secret of a configuration, and names what new hardware lacks", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "strip-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const environment = { CAMERA_PASSWORD: "of-the-environment", MQTT_PASSWORD: "of-the-broker" };
  const { configuration, missing } = await stripConfig(TEXT, folder);
  const secrets = [...(await collectSecrets(TEXT, folder, environment))];
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter((secret) => configuration.includes(secret))).toEqual(["${CAMERA_PASSWORD}"]);
  expect(configuration).not.toMatch(/hun|hunter|prefix|#/);
  expect(parse(configuration)).toEqual({
    cloud: {
      url: "https://inspection.example.com",
      proxy: { url: "http://proxy.example.com:3128", username: "gate" },
      caFile: "site-ca.pem",
      apiKeyFile: "edge-api-key",
    },
    device: { id: "gate-1" },
    models: { category: { file: "bundled:category-demo" }, xray: { file: "models/xray.onnx" } },
    cameras: [
      { id: "top", url: "rtsp://192.168.1.20/stream1", username: "viewer" },
      { id: "side", url: "rtsp://192.168.1.21/stream1?transport=tcp", subStream: "rtsp://192.168.1.21/2" },
      { id: "rear", url: "http://192.168.1.22/snapshot.jpg?fps=2" },
      { id: "odd", url: "rtsp://192.168.1.23/stream1", password: "${CAMERA_PASSWORD}" },
    ],
    mqtt: { url: "mqtts://broker.example.com", username: "gate-1" },
    page: { host: "0.0.0.0" },
  });
  expect(missing.map(({ setting, kind, name }) => [setting, kind, name].filter(Boolean).join(" "))).toEqual([
    "cloud.proxy.password secret",
    "cloud.caFile file site-ca.pem",
    "models.xray.file file models/xray.onnx",
    "cameras.top.password secret",
    "cameras.side.url secret",
    "cameras.side.subStream secret",
    "cameras.rear.url secret",
    "cameras.odd.url secret",
    "cameras.odd.password variable CAMERA_PASSWORD",
    "mqtt.password secret",
    "page.host page-password",
  ]);
});

test("states the SHA-256 of a model file, and null where it cannot be read", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "strip-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "xray.onnx"), "a model");
  const text = "models: { xray: { file: xray.onnx }, absent: { file: absent.onnx } }";
  const { missing } = await stripConfig(text, folder);
  expect(missing.map(({ sha256 }) => sha256)).toEqual([createHash("sha256").update("a model").digest("hex"), null]);
});

test.each([
  ["rtsp://192.168.1.20/a@b?x=1#y", "rtsp://192.168.1.20/a@b?x=1#y"],
  ["rtsp://viewer@192.168.1.20/", "rtsp://192.168.1.20/"],
  ["http://h/s.jpg?token=${TOKEN}&key=1", "http://h/s.jpg?token=${TOKEN}"],
  ["http://h/s.jpg?password=1", "http://h/s.jpg"],
  ["folder:/srv/xray?moveTo=done", "folder:/srv/xray?moveTo=done"],
  ["rtsp://${USER}:${PASSWORD}@camera/stream", "rtsp://camera/stream"],
])("%s without credentials is %s", (url, bare) => {
  expect(stripCredentials(url)).toBe(bare);
});
