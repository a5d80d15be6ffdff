import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Detection, Scan } from "@container-inspection/shared-schemas/scans";
import { describe, expect, onTestFinished, test } from "vitest";
import { needs } from "../testing/needs.ts";
import { startGstServer, writeCameraPackets } from "../../edge-agent/src/cameras/testing/rtsp-servers.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { type Agent, createAgent } from "./harness/agent-process.ts";
import { type Cloud, startCloud } from "./harness/cloud-process.ts";
import { startRecordingProxy } from "./harness/recording-proxy.ts";
import { demoFolder, overlapsOf, readTruth } from "./harness/truth.ts";

const truth = readTruth();
const CONTAINER = "CSQU3054383";
const patient = { timeoutMs: 250_000 };

/** The visit of the video that a scan shows most of, by its index; undefined when it shows less than half of any. */
function visitShown(detections: Detection[]): number | undefined {
  const shares = truth.visits.map(({ things }) => {
    const overlaps = overlapsOf(things, detections, truth);
    return overlaps.filter((overlap) => overlap > 0).length / overlaps.length;
  });
  const most = Math.max(...shares);
  return most < 0.5 ? undefined : shares.indexOf(most);
}

describe("an RTSP camera → agent → cloud → REST", needs("gst-rtsp-server"), () => {
  test("the lines to the camera and to the cloud are cut and come back: each scan is recorded once, in its order", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "rtsp-walk-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, "loads.h264");
    await writeCameraPackets(path.join(demoFolder, "loads.mp4"), file, { framesPerSecond: 10 });
    const clip = { path: "/gate", codec: "h264", file, framesPerSecond: 10 } as const;
    const camera = await startGstServer([clip], [{}]);
    const port = camera.ports[0] ?? 0;
    const cloud = await startCloud(folder);
    onTestFinished(() => cloud.stop());
    const proxy = await startRecordingProxy(cloud.url);
    onTestFinished(() => proxy.close());
    const agent = await createAgent(folder, {
      cloudUrl: proxy.url,
      containerNumber: CONTAINER,
      loop: false,
      cameraUrls: [`rtsp://127.0.0.1:${port}/gate`],
    });
    onTestFinished(async () => void (await agent.end("SIGKILL")));

    agent.start();
    await scansReach(agent, 1);
    proxy.setMode("refuse");
    await scansReach(agent, 2);
    await camera.stop();
    await cameraIs(agent, { state: "failed", lastErrorKind: "refused" });
    const scansBefore = (await agent.status()).stations[0]?.scans ?? 0;
    // The camera begins again with the first load.
    const restarted = await startGstServer([clip], [{ port }]);
    onTestFinished(() => restarted.stop());
    await cameraIs(agent, { state: "running" });
    await scansReach(agent, 4);
    proxy.setMode("forward");
    await waitUntil("all is delivered", async () => (await agent.status()).outbox.pending === 0 || undefined, patient);
    expect(await agent.end("SIGTERM")).toBe(0);

    const { scanIds, parked } = agent.readOutbox();
    const receipts = await cloud.receiptsOf(CONTAINER);
    expect(receipts.map(({ key }) => key).toSorted()).toEqual(scanIds.toSorted());
    expect(parked).toBe(0);
    const shown = (await scansOf(cloud)).map(({ detections }) => visitShown(detections));
    // Where the clip begins again, a busy machine may decode a picture that is neither of its last nor of its first load.
    expect(shown.filter((visit) => visit === undefined).length).toBeLessThanOrEqual(1);
    const before = known(shown.slice(0, scansBefore));
    const after = known(shown.slice(scansBefore));
    // A load that was in view when the line was cut may be scanned when the next one has taken its place.
    if (after[0] === before.length) before.push(...after.splice(0, 1));
    expect(before.length).toBeGreaterThan(0);
    expect(after.length).toBeGreaterThan(0);
    expect([before, after]).toEqual([countTo(before.length), countTo(after.length)]);
  });
});

const known = (visits: (number | undefined)[]) => visits.filter((visit) => visit !== undefined);

/** The camera shows its loads in a loop. */
const countTo = (length: number) => Array.from({ length }, (_, index) => index % truth.visits.length);

const scansReach = (agent: Agent, count: number) =>
  waitUntil(
    `${count} scans are made`,
    async () => ((await agent.status().catch(() => undefined))?.stations[0]?.scans ?? 0) >= count || undefined,
    patient,
  );

const cameraIs = (agent: Agent, expected: { state: string; lastErrorKind?: string }) =>
  waitUntil(
    `the camera is ${expected.state}`,
    async () => {
      const camera = (await agent.status()).cameras[0];
      const { state, lastErrorKind = camera?.lastErrorKind } = expected;
      return (camera?.state === state && camera.lastErrorKind === lastErrorKind) || undefined;
    },
    patient,
  );

/** The container's scans, oldest first. */
async function scansOf(cloud: Cloud): Promise<Scan[]> {
  const { items } = await cloud.get<{ items: Container[] }>(`/v1/containers?q=${CONTAINER}`);
  const { items: scans } = await cloud.get<{ items: Scan[] }>(`/v1/containers/${items[0]?.id}/scans?limit=200`);
  return scans.toSorted((left, right) => left.timestamp.localeCompare(right.timestamp));
}
