import type { EdgeDevice, EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import type { CameraTrackingSummary } from "@container-inspection/shared-schemas/tracking";
import { expect, test } from "vitest";
import { waitUntil } from "../demo/wait-until.ts";
import { sha256Of } from "./harness/recording-proxy.ts";
import { medianOf, overlapsOf, readTruth } from "./harness/truth.ts";
import { playedAndDelivered, walkOnOwnCloud } from "./harness/walk-on-own-cloud.ts";

// The smoke test of the system tier: recorded frames → agent → cloud → REST.
const truth = readTruth();
const walk = walkOnOwnCloud();

test("every visit of a load becomes one scan that reports the things in the video", async () => {
  const manifest = await walk.cloud.post<{ id: string }>("/v1/manifests", {
    containerNumber: "CSQU3054383",
    declaredGoods: [{ description: "Cartons of shoes", hsCode: "640399", quantity: 1, packageCode: "CT" }],
    status: "VALIDATED",
  });
  const { agent, proxy } = await walk.layOut("CSQU3054383", { loop: false });
  agent.start();
  await playedAndDelivered(agent);

  const scans = await walk.scansOf("CSQU3054383");
  expect(scans).toHaveLength(truth.visits.length);
  const overlaps = truth.visits.flatMap(({ things }, index) => overlapsOf(things, scans[index]!.detections, truth));
  const found = overlaps.filter((overlap) => overlap > 0);
  expect(found.length / overlaps.length).toBeGreaterThanOrEqual(0.8);
  expect(medianOf(found)).toBeGreaterThanOrEqual(0.7);

  const container = await walk.containerOf("CSQU3054383");
  const findings = scans.flatMap((scan) => scan.manifestMatch?.findings ?? []);
  const status = findings.some(({ severity }) => severity === "critical") ? "ESCALATED" : "SCANNED";
  expect(container).toMatchObject({ status, source: "edge", manifestId: manifest.id });
  expect(container.categoryScan?.scanId).toBe(scans.at(-1)!.id);
  const newest = await walk.cloud.get<Scan>(`/v1/containers/${container.id}/scans/${scans.at(-1)!.id}`);
  expect(newest.manifestMatch?.findings.length).toBeGreaterThan(0);

  await expectPicturesAsSent(container.id, scans, proxy.recorded);
  await expectTrackedObjects();
  await expectListedDevice();
  // Its configuration names no walk.collector.
  expect(walk.collector.spans.filter(({ service }) => service === "edge-agent")).toEqual([]);
});

async function expectPicturesAsSent(
  containerId: string,
  scans: Scan[],
  sent: { imageSha256: string; visualizationSha256: string }[],
) {
  expect(sent).toHaveLength(scans.length);
  for (const scan of scans) {
    const route = `/v1/containers/${containerId}/scans/${scan.id}`;
    const imageSha256 = sha256Of(await walk.cloud.bytes(`${route}/image`));
    const visualizationSha256 = sha256Of(await walk.cloud.bytes(`${route}/visualization`));
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
      const read = await walk.cloud.get<CameraTrackingSummary>("/v1/tracking-data/cameras/walk-camera?minutes=10");
      return read.activeObjects.length > 0 ? read : undefined;
    },
    { timeoutMs: 250_000 },
  );
  expect(summary.totalEvents).toBeGreaterThan(summary.activeObjects.length);
  expect(summary.activeObjects.some(({ className }) => classes.has(className))).toBe(true);
}

/** The agent's heartbeats have put its box, with its camera, on the admins' list. */
async function expectListedDevice() {
  const { items } = await walk.cloud.get<{ items: EdgeDevice[] }>("/v1/admin/edge-devices?state=active");
  expect(items).toMatchObject([{ reportedId: "walk-box", queue: { parked: 0 } }]);
  const { heartbeat } = await walk.cloud.get<EdgeDeviceDetail>(`/v1/admin/edge-devices/${items[0]!.id}`);
  expect(heartbeat?.cameras).toMatchObject([{ cameraId: "walk-camera" }]);
}
