import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type {
  CameraTrackingSummary,
  Container,
  EdgeDevice,
  EdgeDeviceDetail,
  Scan,
} from "@container-inspection/shared-schemas";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { fewOrMany } from "../testing/few-or-many.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { type Agent, createAgent } from "./harness/agent-process.ts";
import { type Cloud, startCloud } from "./harness/cloud-process.ts";
import { sha256Of, startRecordingProxy } from "./harness/recording-proxy.ts";
import { startHookReceiver, startSilentServer, startTraceReceiver } from "./harness/trace-receiver.ts";
import { medianOf, overlapsOf, readTruth } from "./harness/truth.ts";

const truth = readTruth();
const folder = mkdtempSync(path.join(tmpdir(), "walk-"));
let cloud: Cloud;
let collector: Awaited<ReturnType<typeof startTraceReceiver>>;

beforeAll(async () => {
  collector = await startTraceReceiver();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: "true" };
  cloud = await startCloud(folder, settings);
});
afterAll(async () => {
  await cloud?.stop();
  await collector?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("recorded frames → agent → cloud → REST", () => {
  it("every visit of a load becomes one scan that reports what the video shows", async () => {
    const manifest = await cloud.post<{ id: string }>("/v1/manifests", {
      containerNumber: "CSQU3054383",
      declaredGoods: [{ description: "Cartons of shoes", hsCode: "640399", quantity: 1, packageCode: "CT" }],
      status: "VALIDATED",
    });
    const { agent, proxy } = await layOut("CSQU3054383", { loop: false });
    agent.start();
    await playedAndDelivered(agent);

    const scans = await scansOf("CSQU3054383");
    expect(scans).toHaveLength(truth.visits.length);
    const overlaps = truth.visits.flatMap(({ things }, index) => overlapsOf(things, scans[index]!.detections, truth));
    const found = overlaps.filter((overlap) => overlap > 0);
    expect(found.length / overlaps.length).toBeGreaterThanOrEqual(0.8);
    expect(medianOf(found)).toBeGreaterThanOrEqual(0.7);

    const container = await containerOf("CSQU3054383");
    const findings = scans.flatMap((scan) => scan.manifestMatch?.findings ?? []);
    const status = findings.some(({ severity }) => severity === "critical") ? "ESCALATED" : "SCANNED";
    expect(container).toMatchObject({ status, source: "edge", manifestId: manifest.id });
    expect(container.categoryScan?.scanId).toBe(scans.at(-1)!.id);
    const newest = await cloud.get<Scan>(`/v1/containers/${container.id}/scans/${scans.at(-1)!.id}`);
    expect(newest.manifestMatch?.findings.length).toBeGreaterThan(0);

    await expectPicturesAsSent(container.id, scans, proxy.recorded);
    await expectTrackedObjects();
    await expectListedDevice();
    // Its configuration names no collector.
    expect(collector.spans.filter(({ service }) => service === "edge-agent")).toEqual([]);
  });

  it("the cloud is unavailable for the first half: every scan arrives once, and one trace leads from its frame to the webhook", async () => {
    const hook = await startHookReceiver();
    onTestFinished(async () => void (await hook.close()));
    await cloud.post("/v1/admin/webhooks", { url: hook.url, events: ["scan.recorded"] });
    const play = { loop: false, framesPerSecond: 5, traces: collector.url };
    const { agent, proxy } = await layOut("APZU4812090", play);
    proxy.setMode("refuse");
    agent.start();
    const half = Math.ceil(truth.visits.length / 2);
    await waitUntil("half of the loads are kept", () => agent.readOutbox().scanIds.length >= half || undefined, {
      timeoutMs: 250_000,
    });
    expect(proxy.recorded).toEqual([]);
    proxy.setMode("forward");
    await playedAndDelivered(agent);
    expect(await scansOf("APZU4812090")).toHaveLength(truth.visits.length);
    await expectExactlyOnce("APZU4812090", agent.readOutbox().scanIds);
    await expectTraces(agent.readOutbox().scanIds, hook.received);
  });

  it("the agent is killed again and again, replies are cut after the cloud has committed, and the collector of traces never answers: every scan it had captured is recorded once", async () => {
    const silent = await startSilentServer();
    onTestFinished(async () => void (await silent.close()));
    const { agent, proxy } = await layOut("HLXU2008419", { loop: true, framesPerSecond: 5, traces: silent.url });
    proxy.setMode("cut-reply-after-commit");
    const captured = new Set<string>();
    for (let kill = 0; kill < fewOrMany(5, 10); kill += 1) {
      agent.start();
      await sleep(1_500 + Math.random() * 3_500);
      await agent.end("SIGKILL");
      for (const id of agent.readOutbox().scanIds) captured.add(id);
    }
    agent.start();
    await waitUntil("replies have been cut", () => proxy.cutReplies >= 3 || undefined, { timeoutMs: 250_000 });
    await agent.end("SIGKILL");
    proxy.setMode("forward");
    await deliverTheRest(agent);
    for (const id of agent.readOutbox().scanIds) captured.add(id);
    expect(agent.readOutbox()).toMatchObject({ waiting: 0, parked: 0 });
    await expectExactlyOnce("HLXU2008419", [...captured]);
    expect(silent.connections()).toBeGreaterThan(0);
  });
});

/** A proxy in front of the cloud and an agent that delivers through it, both stopped when the test ends. */
async function layOut(containerNumber: string, play: { loop: boolean; framesPerSecond?: number; traces?: string }) {
  const proxy = await startRecordingProxy(cloud.url);
  const agent = await createAgent(mkdtempSync(path.join(folder, "site-")), {
    cloudUrl: proxy.url,
    containerNumber,
    ...play,
  });
  onTestFinished(async () => {
    await agent.end("SIGKILL");
    await proxy.close();
  });
  return { agent, proxy };
}

/** Waits until the video is at its end and nothing waits in the outbox, then ends the agent as a person would. */
async function playedAndDelivered(agent: Agent) {
  await waitUntil(
    "the video has been played and everything delivered",
    async () => {
      const { cameras, outbox } = await agent.status();
      return (cameras[0]?.state === "stopped" && outbox.pending === 0) || undefined;
    },
    { timeoutMs: 250_000 },
  );
  expect(await agent.end("SIGTERM")).toBe(0);
  expect(agent.readOutbox()).toMatchObject({ waiting: 0, parked: 0 });
}

/** Runs the agent until a good number of scans is there and all of them are delivered, although its camera goes on. */
async function deliverTheRest(agent: Agent) {
  for (let run = 0; run < 20; run += 1) {
    agent.start();
    await waitUntil("the agent has little left to deliver", () => hasLittleLeft(agent), { timeoutMs: 250_000 });
    expect(await agent.end("SIGTERM")).toBe(0);
    const { waiting, scanIds } = agent.readOutbox();
    if (waiting === 0 && scanIds.length >= truth.visits.length) return;
  }
  throw new Error("after 20 runs the outbox is still not empty");
}

async function hasLittleLeft(agent: Agent) {
  const { outbox, stations } = await agent.status();
  return ((stations[0]?.scans ?? 0) > 0 && outbox.pending <= 1) || undefined;
}

async function containerOf(containerNumber: string): Promise<Container> {
  const { items } = await cloud.get<{ items: Container[] }>(`/v1/containers?q=${containerNumber}`);
  expect(items).toHaveLength(1);
  return items[0]!;
}

/** The container's scans, oldest first. */
async function scansOf(containerNumber: string): Promise<Scan[]> {
  const { id } = await containerOf(containerNumber);
  const { items } = await cloud.get<{ items: Scan[] }>(`/v1/containers/${id}/scans?limit=200`);
  return items.toSorted((left, right) => left.timestamp.localeCompare(right.timestamp));
}

/** Every captured record has one receipt, and every scan of the container comes from exactly one receipt. */
async function expectExactlyOnce(containerNumber: string, capturedIds: string[]) {
  const receipts = await cloud.receiptsOf(containerNumber);
  const missing = capturedIds.filter((id) => !receipts.some(({ key }) => key === id));
  expect(missing).toEqual([]);
  expect(capturedIds.length).toBeGreaterThan(0);
  const scanIds = (await scansOf(containerNumber)).map(({ id }) => id);
  expect(receipts.map(({ scanId }) => scanId).toSorted()).toEqual(scanIds.toSorted());
}

/** The webhook of each of these records ends a trace that began with its frame, whatever lay between. */
async function expectTraces(recordIds: string[], hooks: { headers: IncomingHttpHeaders }[]) {
  const ends = await waitUntil(
    "the traces of all scans have ended with their webhooks",
    async () => {
      const found = collector.spans.filter(({ name }) => name === "deliver webhook");
      return found.length >= recordIds.length ? found : undefined;
    },
    { timeoutMs: 250_000 },
  );
  const ways = await waitUntil(
    "the traces are complete",
    async () => {
      const found = ends.map(collector.wayTo);
      return found.every(([root]) => root?.name === "scan") ? found : undefined;
    },
    { timeoutMs: 250_000 },
  );
  const route = "POST /v1/edge/containers/{containerNumber}/scans/category";
  const way = ["scan", "deliver category-scan", route, "transaction", "deliver webhook"];
  for (const spans of ways) expect(spans.map(({ name }) => name)).toEqual(way);
  const ids = ways.map(([, delivery]) => delivery!.attributes["record.id"]);
  expect(new Set(ids)).toEqual(new Set(recordIds));
  const sent = ends.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
  expect([ids.length, hooks.length]).toEqual([recordIds.length, sent.length]);
  expect(new Set(hooks.map(({ headers }) => headers["traceparent"]))).toEqual(new Set(sent));
  for (const [root] of ways) {
    const steps = collector.spans.filter(({ parentId }) => parentId === root!.spanId).map(({ name }) => name);
    expect(steps).toEqual(expect.arrayContaining(["inference", "tracking", "decision", "pictures", "outbox"]));
  }
  // Attributes identify no person.
  expect(JSON.stringify(collector.spans)).not.toMatch(/@|Bearer|password/);
}

async function expectPicturesAsSent(
  containerId: string,
  scans: Scan[],
  sent: { imageSha256: string; visualizationSha256: string }[],
) {
  expect(sent).toHaveLength(scans.length);
  for (const scan of scans) {
    const route = `/v1/containers/${containerId}/scans/${scan.id}`;
    const imageSha256 = sha256Of(await cloud.bytes(`${route}/image`));
    const visualizationSha256 = sha256Of(await cloud.bytes(`${route}/visualization`));
    expect(sent).toContainEqual(expect.objectContaining({ imageSha256, visualizationSha256 }));
    expect(scan.image).toMatchObject({ sha256: imageSha256, reduced: false, width: truth.width, height: truth.height });
  }
}

/** The recording runs faster than the clock, so its last events come into the asked time a little later. */
async function expectTrackedObjects() {
  const classes = new Set(truth.visits.flatMap(({ things }) => things.map((thing) => thing.class)));
  const summary = await waitUntil(
    "the camera's tracked objects are in its summary",
    async () => {
      const read = await cloud.get<CameraTrackingSummary>("/v1/tracking-data/cameras/walk-camera?minutes=10");
      return read.activeObjects.length > 0 ? read : undefined;
    },
    { timeoutMs: 250_000 },
  );
  expect(summary.totalEvents).toBeGreaterThan(summary.activeObjects.length);
  expect(summary.activeObjects.some(({ className }) => classes.has(className))).toBe(true);
}

/** The agent's heartbeats have put its box, with its camera, on the admins' list. */
async function expectListedDevice() {
  const { items } = await cloud.get<{ items: EdgeDevice[] }>("/v1/admin/edge-devices?state=active");
  expect(items).toMatchObject([{ reportedId: "walk-box", queue: { parked: 0 } }]);
  const { heartbeat } = await cloud.get<EdgeDeviceDetail>(`/v1/admin/edge-devices/${items[0]!.id}`);
  expect(heartbeat?.cameras).toMatchObject([{ cameraId: "walk-camera" }]);
}
