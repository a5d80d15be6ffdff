import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stripConfig } from "../config/strip-config.ts";
import { bothSessions, readTitles } from "./testing/chapter-session.ts";
import { runLine } from "./testing/run-line.ts";
import { type FakeCloud, layOutSite, startFakeCloud } from "./testing/small-site.ts";

const picture = path.resolve(import.meta.dirname, "../../models/samples/load-1.jpg");
const CLOUD = "https://inspection.example.com";
/** Address at which no cloud answers. */
const CLOSED = "http://127.0.0.1:9";

/** A camera that gives one picture after the other, as network cameras do. */
async function startSnapshots(): Promise<string> {
  const jpeg = readFileSync(picture);
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "image/jpeg" }).end(jpeg));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/snapshot.jpg`;
}

/** Configuration that the cloud keeps for a device that is replaced. */
const KEPT = `
cloud: { url: ${CLOUD}, apiKeyFile: edge-api-key }
device: { id: gate-1 }
models: { category: { file: bundled:category-demo }, illegal: { file: models/xray.onnx } }
cameras:
  - { id: gate-1-top, url: "rtsp://192.168.1.20/stream1", username: viewer, password: hunter2 }
  - { id: gate-1-xray, url: "folder:/srv/xray?moveTo=done" }
mqtt: { url: "mqtts://broker.example.com:8883", username: gate-1, password: "\${MQTT_PASSWORD}" }
`;

async function joinReply() {
  const { configuration, missing } = await stripConfig(KEPT, "/");
  const kept = { configuration, missing, sha256: "0".repeat(64), agentVersion: "3.0.0" };
  const chainEnds = ["category", "evidence"].map((kind) => ({
    cameraId: "gate-1-top",
    kind,
    sequence: 4_711,
    recordSha256: "1".repeat(64),
  }));
  return {
    deviceId: "0192f0a1b2c3d4e5f6a7b8c9",
    name: "Gate 1",
    apiKey: "the-new-key-of-this-device",
    publicUrl: CLOUD,
    heartbeatSeconds: 30,
    silentAfterMinutes: 5,
    configuration: { ...kept, reportedAt: "2026-10-18T08:15:00.000Z" },
    chainEnds,
  };
}

type Site = { cloud: FakeCloud; configFile: string; run: (line: string) => Promise<string> };
/** The sessions of the chapters: each runs its commands on a site of its own, in which only the cloud differs. */
const sessions: Record<string, (site: Site) => Promise<string[]>> = {
  "one pass": async ({ run }) => [await run("run --once")],
  doctor: async ({ cloud, run }) => {
    cloud.setMode("lock-out");
    return [await run("doctor")];
  },
  "an outage": async ({ run }) => {
    await run("run --once");
    return [await run("queue status")];
  },
  "new hardware": async ({ cloud, configFile, run }) => {
    rmSync(configFile);
    cloud.setJoined(await joinReply());
    return [await run(`join K7MXQ-9RTWA --cloud ${cloud.url}`)];
  },
};

async function record(name: string): Promise<string> {
  const cloud = await startFakeCloud();
  const cloudUrl = name === "an outage" ? CLOSED : cloud.url;
  const { folder, configFile } = await layOutSite(cloudUrl, {
    models: { category: { file: "bundled:category-demo" } },
    cameras: [{ id: "gate-1-top", url: await startSnapshots() }],
    stations: [{ id: "gate-1", camera: "gate-1-top", model: "category", container: { fixed: "CSQU3054383" } }],
  });
  const run = async (line: string) => {
    const { stdout, stderr } = await runLine([...line.split(" "), "--config", configFile]);
    return `$ edge-agent ${line}\n${[stdout, stderr].filter((text) => text !== "").join("\n")}\n`;
  };
  const shown = (await sessions[name]?.({ cloud, configFile, run })) ?? [];
  return shown
    .join("")
    .replaceAll(cloudUrl, CLOUD)
    .replaceAll(new URL(cloudUrl).host, `${new URL(CLOUD).host}:443`)
    .replaceAll(folder, "/etc/edge-agent");
}

test.each(Object.keys(sessions))(
  "the chapters show what the commands of %j print (RECORD_SESSIONS=1 writes it)",
  async (name) => {
    const { shown, recorded } = bothSessions(name, await record(name));
    expect(shown).toBe(recorded);
  },
);

test("every session of the chapters is checked", () => {
  // The walk of `init` checks the wizard.
  expect(readTitles()).toEqual([...Object.keys(sessions), "the wizard"].toSorted());
});
