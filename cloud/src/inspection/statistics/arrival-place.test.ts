import { expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { countStatistics } from "./count-store.ts";

test("an arrival counts in the lane where a camera saw it, by a photo alone or after an X-ray scanner of no lane", async () => {
  const cloud = await createTestApp();
  const { authorization: headers } = await cloud.signIn("admin");
  const put = (path: string, body: object) => cloud.send("PUT", `/v1/admin/${path}`, { body, headers });
  const [site] = (await put("topology", { sites: [{ name: "Port", lanes: [{ name: "In" }] }] })).body.data.sites;
  const { id: laneId } = site.lanes[0];
  await put("cameras/gate", { laneId });
  const { write } = edgeSender(cloud);
  const { image } = await scanBody();
  const gate = { image, camera_id: "gate" };
  const timestamp = new Date(cloud.parts.nowMs() - 60_000).toISOString();
  const xRay = { image, detections: [], camera_id: "x-ray", timestamp };
  expect((await write("evidence", "BOX 1", gate)).status).toBe(200);
  expect((await write("scans/illegal", "BOX 2", xRay)).status).toBe(200);
  expect((await write("scans/category", "BOX 2", { ...gate, detections: [] })).status).toBe(200);
  expect((await write("scans/illegal", "BOX 3", xRay)).status).toBe(200);
  await countStatistics(cloud.parts.db);
  const from = new Date(cloud.parts.nowMs() - 3_600_000).toISOString();
  const arrivals = async () =>
    (await cloud.send("GET", `/v1/statistics?from=${from}&laneId=${laneId}`, { headers })).body.data.total.arrivals;
  expect(await arrivals()).toBe(2);
  await put("cameras/x-ray", { laneId });
  expect(await arrivals()).toBe(3);
});
