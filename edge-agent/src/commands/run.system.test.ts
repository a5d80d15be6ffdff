import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { edgeScanRequest } from "@container-inspection/shared-schemas/edge";
import { heartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import { streamEvent } from "@container-inspection/shared-schemas/tracking";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspectOutbox } from "../outbox/inspect-outbox.ts";
import { connectToAgent } from "../status/agent-client.ts";
import { layOutSite, runCli, startCli, startFakeCloud, threeSecondVideo, until } from "./testing/small-site.ts";

const isScan = ({ path: route }: { path: string }) => route.endsWith("/scans/category");
const running = (dataDir: string) => until("the agent answers", () => connectToAgent(dataDir));

test("camera → model → tracker → station → outbox → cloud: one scan of the load, and its events", async () => {
  const cloud = await startFakeCloud();
  const { configFile } = await layOutSite(cloud.url);
  const agent = startCli(["run", "--config", configFile]);
  const scan = await until("a scan is delivered", () =>
    cloud.received.find(({ path }) => path.endsWith("/scans/category")),
  );
  agent.stop("SIGTERM");
  expect(await agent.ended).toMatchObject({ code: 0, stdout: "" });

  expect(scan).toMatchObject({ path: "/v1/edge/containers/CSQU3054383/scans/category", apiKey: "key-of-this-box" });
  const body = edgeScanRequest.parse(scan.body);
  expect(body).toMatchObject({ camera_id: "top", device_id: "box-1", model_name: "one-carton", model_version: "7" });
  expect(body.detections).toEqual([
    {
      class_name: "carton",
      confidence: 0.9,
      polygon: { x: [55, 105, 105, 55], y: [41.25, 41.25, 78.75, 78.75] },
      area_percentage: 9.77,
      quantity: 1,
    },
  ]);
  const image = Buffer.from(body.image, "base64");
  expect(createHash("sha256").update(image).digest("hex")).toBe(body.image_sha256);
  for (const picture of [image, Buffer.from(body.visualization ?? "", "base64")]) {
    expect(await sharp(picture).metadata()).toMatchObject({ format: "jpeg", width: 160, height: 120 });
  }
  const batches = cloud.received.filter(({ path }) => path === "/v1/tracking-data/stream-events");
  const events = batches.flatMap((batch) => z.array(streamEvent).parse(batch.body["events"]));
  expect(events[0]).toMatchObject({ event_type: "enter", tracking_id: 1, bbox: { x1: 55, y1: 41, x2: 105, y2: 79 } });
  expect(events.filter(({ event_type: type }) => type === "enter")).toHaveLength(1);
  expect(new Set(events.map(({ event_id: id }) => id)).size).toBe(events.length);
  expect(events.at(-1)?.event_type).toBe("leave");
  expect(cloud.received.filter(({ path }) => path.endsWith("/scans/category"))).toHaveLength(1);

  const heartbeat = cloud.received.find(({ path }) => path === "/v1/edge/heartbeat");
  expect(heartbeat).toMatchObject({ apiKey: "key-of-this-box", body: { device_id: "box-1" } });
  expect(heartbeatRequest.parse(heartbeat?.body)).toMatchObject({
    agent_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    cameras: [{ camera_id: "top", frozen: false, restarts: 0 }],
    queue: { parked: 0, refused: 0 },
    disk: { free_bytes: expect.any(Number), total_bytes: expect.any(Number) },
    models: [{ name: "one-carton", version: "7" }],
  });
});

test("a load without a container number waits for one, also while the agent is stopped, and is never lost", async () => {
  const cloud = await startFakeCloud();
  cloud.setMode("refuse");
  const container = { identified: { expiresAfterMinutes: 5, waitSeconds: 600, announcedAfterLoads: true } };
  const stations = [{ id: "gate-1", camera: "top", model: "category", container }];
  const { configFile, dataDir } = await layOutSite(cloud.url, { stations });
  const scansIn = () => {
    const outbox = inspectOutbox({ file: path.join(dataDir, "outbox.sqlite"), nowMs: () => Date.now() });
    const { pendingByKind } = outbox.status();
    outbox.close();
    return pendingByKind;
  };
  const waiting = async () => {
    const agent = await running(dataDir);
    await until("a scan waits for its number", async () =>
      JSON.stringify(await agent.request("/status")).includes('"waitingForNumber":true') ? true : undefined,
    );
  };

  const first = startCli(["run", "--config", configFile]);
  await waiting();
  expect(
    await runCli("identify", "--station", "gate-1", "--container", "csqu 3054383", "--config", configFile),
  ).toMatchObject({
    code: 0,
    stdout: "the container at gate-1 is now CSQU3054383\n",
  });
  expect(scansIn()).toMatchObject({ "category-scan": 1, identify: 1 });
  first.stop("SIGINT");
  expect((await first.ended).code).toBe(0);

  await writeFile(path.join(dataDir, "passages.json"), "not JSON");
  const second = startCli(["run", "--config", configFile]);
  await waiting();
  second.stop("SIGTERM");
  expect((await second.ended).code).toBe(0);
  expect(scansIn()).toMatchObject({ "category-scan": 1, identify: 1 });
  expect((await runCli("queue", "status", "--config", configFile)).stdout).toContain("unnumbered 1 scan, ");

  cloud.setMode("take");
  const third = startCli(["run", "--config", configFile]);
  const scans = await until("both scans are delivered", () => {
    const paths = cloud.received.map(({ path }) => path).filter((path) => path.endsWith("/category"));
    return paths.length >= 2 ? paths : undefined;
  });
  third.stop("SIGTERM");
  await third.ended;
  expect(scans[0]).toBe("/v1/edge/containers/CSQU3054383/scans/category");
  expect(scans[1]).toMatch(/^\/v1\/edge\/containers\/UNIDENTIFIED-gate-1-[0-9a-f]{16}\/scans\/category$/);
});

test("a scan that waits for its number when the agent is killed is on disk, and is delivered after a restart", async () => {
  const cloud = await startFakeCloud();
  const container = { identified: { expiresAfterMinutes: 5, waitSeconds: 600 } };
  const stations = [{ id: "gate-1", camera: "top", model: "category", container }];
  const { configFile, dataDir } = await layOutSite(cloud.url, { stations });
  const first = startCli(["run", "--config", configFile]);
  await running(dataDir);
  const queue = () => runCli("queue", "status", "--config", configFile);
  await until("a scan waits for its number", async () =>
    /unnumbered 1 scan, /.test((await queue()).stdout) ? true : undefined,
  );
  first.stop("SIGKILL");
  await first.ended;
  expect((await queue()).stdout).toMatch(/^waiting {4}\d.*\nunnumbered 1 scan, which waits for its container number$/m);

  const second = startCli(["run", "--config", configFile]);
  // The same load is in front of the camera again: the wait of the scan before ends.
  const scan = await until("the scan from before is delivered", () =>
    cloud.received.find(({ path }) => path.endsWith("/scans/category")),
  );
  second.stop("SIGTERM");
  expect((await second.ended).code).toBe(0);
  expect(scan.path).toMatch(/^\/v1\/edge\/containers\/UNIDENTIFIED-gate-1-[0-9a-f]{16}\/scans\/category$/);
  expect(scan.body).toMatchObject({ sequence: 1 });
});

test("stations of a lane share its numbers, and a side camera's picture of each visit is evidence", async () => {
  const cloud = await startFakeCloud();
  const { configFile, dataDir } = await layOutSite(cloud.url, {
    cameras: [
      { id: "top", url: threeSecondVideo },
      { id: "back", url: threeSecondVideo },
      { id: "left", url: "test:pattern?width=160&height=120" },
    ],
    lanes: [
      {
        id: "lane-1",
        container: { identified: { waitSeconds: 600, announcedAfterLoads: true } },
        positions: ["front", "rear"],
      },
    ],
    stations: [
      {
        id: "s-top",
        camera: "top",
        model: "category",
        lane: "lane-1",
        position: "front",
        evidence: { cameras: ["left"] },
      },
      { id: "s-back", camera: "back", model: "category", lane: "lane-1", position: "rear" },
    ],
  });
  const agent = startCli(["run", "--config", configFile]);
  await running(dataDir);
  await until("both scans and the photo wait", async () =>
    /unnumbered 3 scans/.test((await runCli("queue", "status", "--config", configFile)).stdout) ? true : undefined,
  );
  const identify = (...args: string[]) => runCli("identify", "--lane", "lane-1", ...args, "--config", configFile);
  expect(await identify("--container", "CSQU3054383", "--position", "front")).toMatchObject({
    code: 0,
    stdout: "the container at lane-1, front, is now CSQU3054383\n",
  });
  expect(await identify("--container", "HLXU2008419", "--position", "rear")).toMatchObject({ code: 0 });
  const delivered = await until("all three are delivered", () => {
    const records = cloud.received.filter(
      ({ path }) => path.startsWith("/v1/edge/containers/") && !path.endsWith("/identify"),
    );
    return records.length >= 3 ? records : undefined;
  });
  agent.stop("SIGTERM");
  expect((await agent.ended).code).toBe(0);
  expect(delivered.map(({ path, body }) => `${path} ${String(body["camera_id"])}`).toSorted()).toEqual([
    "/v1/edge/containers/CSQU3054383/evidence left",
    "/v1/edge/containers/CSQU3054383/scans/category top",
    "/v1/edge/containers/HLXU2008419/scans/category back",
  ]);
  expect(new Set(delivered.map(({ key }) => key)).size).toBe(3);
});

test("a picture of a folder is scanned once, also when it is read again after a kill", async () => {
  const cloud = await startFakeCloud();
  const xray = await mkdtemp(path.join(tmpdir(), "edge-xray-"));
  onTestFinished(() => rm(xray, { recursive: true, force: true }));
  const { configFile } = await layOutSite(cloud.url, {
    cameras: [{ id: "xray", url: `folder:${pathToFileURL(xray).pathname}?moveTo=done&poll=0.1` }],
    stations: [{ id: "xray", camera: "xray", model: "category", container: { fixed: "CSQU3054383" } }],
  });
  const picture = sharp({ create: { width: 160, height: 120, channels: 3, background: "#806040" } }).jpeg();
  const isScanned = (name: string) =>
    until(`${name} is moved`, async () => (existsSync(path.join(xray, "done", name)) ? true : undefined));
  await picture.clone().toFile(path.join(xray, "one.jpg"));
  const first = startCli(["run", "--config", configFile]);
  await isScanned("one.jpg");
  first.stop("SIGKILL");
  await first.ended;
  await rename(path.join(xray, "done", "one.jpg"), path.join(xray, "one.jpg"));
  await picture.clone().toFile(path.join(xray, "two.jpg"));

  const second = startCli(["run", "--config", configFile]);
  await isScanned("one.jpg");
  await isScanned("two.jpg");
  expect((await runCli("status", "--config", configFile)).stdout).toMatch(/ {2}xray {2}waiting for pictures, /);
  // One that was delivered when the agent was killed may be delivered again, under its own key.
  const delivered = () => new Map(cloud.received.filter(isScan).map(({ key, body }) => [key, body["sequence"]]));
  await until("both are delivered", () => (delivered().size >= 2 ? true : undefined));
  second.stop("SIGTERM");
  expect((await second.ended).code).toBe(0);
  expect([...delivered().values()]).toEqual([1, 2]);
});

test("a dead camera leaves the others at work, and a second agent on the same folder is refused", async () => {
  const cloud = await startFakeCloud();
  const { configFile, dataDir } = await layOutSite(cloud.url, {
    cameras: [
      { id: "dead", url: "file:///nowhere/absent.mp4" },
      { id: "top", url: threeSecondVideo },
    ],
    stations: [
      { id: "gate-1", camera: "dead", model: "category", container: { fixed: "HLXU2008419" } },
      {
        id: "gate-2",
        camera: "top",
        model: "category",
        container: { fixed: "CSQU3054383" },
        scan: { mqttTopic: "gates/2" },
      },
    ],
    mqtt: { url: "mqtt://127.0.0.1:9" },
  });
  const agent = startCli(["run", "--config", configFile]);
  await until("the living camera's scan is delivered", () =>
    cloud.received.find(({ path }) => path.includes("CSQU3054383")),
  );
  const shown = await until("the dead camera is shown as failed", async () => {
    const status = await runCli("status", "--config", configFile);
    return /dead +failed .*file \/nowhere\/absent\.mp4 does not exist/.test(status.stdout) ? status : undefined;
  });
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/top +(running|stopped)/);
  expect(shown.stdout).toMatch(/^mqtt +disconnected, 0 messages; last problem: connect ECONNREFUSED 127\.0\.0\.1:9$/m);
  const status = z
    .object({ outbox: z.object({ parked: z.number() }) })
    .parse(JSON.parse((await runCli("status", "--json", "--config", configFile)).stdout));
  expect(status.outbox).toMatchObject({ parked: 0 });

  const other = await runCli("run", "--config", configFile);
  expect(other.code).toBe(1);
  expect(other.stderr).toMatch(/process \d+ uses it/);
  expect(other.stderr).not.toContain("    at ");
  const lines: unknown[] = other.stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ level: "error", reason: expect.stringMatching(/process \d+ uses it/) });
  agent.stop("SIGTERM");
  expect((await agent.ended).code).toBe(0);
  expect(await connectToAgent(dataDir)).toBeNull();
});
