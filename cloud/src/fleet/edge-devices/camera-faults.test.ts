import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { findSettledEvents } from "../../journal/events/testing.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { fleetOf } from "./testing.ts";
import { watchEdgeDevices } from "./watch-edge-devices.ts";

type Reported = { camera_id: string; state: string; picture_faults?: string[]; frozen?: boolean; last_error?: string };
const well: Reported = { camera_id: "lane-1-rear", state: "running", picture_faults: [] };
const top: Reported = { camera_id: "lane-1-top", state: "running" };
const down: Reported = { ...well, state: "stalled", last_error: "no picture captured for 10 s" };

/** A cloud whose clock moves by heartbeats: one each 30 s. */
async function setUp() {
  const cloud = await createTestApp({
    connection: await createTestDatabase(),
    settings: { cameraFaultSeconds: 60 },
  });
  const fleet = await fleetOf(cloud);
  const { device, apiKey } = await fleet.make("Gate 1");
  const beats = async (count: number, ...cameras: Reported[]) => {
    for (let sent = 0; sent < count; sent += 1) {
      cloud.advanceMs(30_000);
      expect((await fleet.beat(apiKey, { cameras })).status).toBe(200);
    }
  };
  /** The live events of the cameras, oldest first. */
  const events = async () =>
    (await findSettledEvents(cloud.parts.db))
      .filter(({ kind }) => /^camera\.(faulty|recovered)$/.test(kind))
      .map(({ kind, data }) => [kind, data["cameraId"], data["fault"]].filter(Boolean).join(" "));
  const notices = async () => {
    const { rows } = await cloud.parts.db.execute<{ title: string; body: string }>(
      sql`select data->>'title' as title, data->>'body' as body from jobs.job where name = 'notify-supervisors'`,
    );
    return rows;
  };
  return { ...fleet, cloud, device, apiKey, beats, events, notices };
}

test("a camera that is down for a minute is reported once, and its recovery too", async () => {
  const { beats, events, notices, detail, log, device, cloud } = await setUp();
  await beats(1, well, top);
  await beats(2, down, top);
  expect(await events()).toEqual([]);
  expect((await detail(device.id)).faultyCameras).toEqual([]);
  await beats(4, down, top);
  expect(await events()).toEqual(["camera.faulty lane-1-rear down"]);
  const reason = "no picture captured for 10 s";
  const shown = { cameraId: "lane-1-rear", fault: "down", reason, since: expect.any(String) };
  expect((await detail(device.id)).faultyCameras).toEqual([shown]);
  expect(await notices()).toEqual([
    { title: "Camera lane-1-rear is down", body: "Gate 1: lane-1-rear is down. Scans may be missing or wrong." },
  ]);
  await beats(3, well, top);
  expect(await events()).toEqual(["camera.faulty lane-1-rear down", "camera.recovered lane-1-rear"]);
  expect((await detail(device.id)).faultyCameras).toEqual([]);
  expect(await log("subject=camera:lane-1-rear")).toMatchObject([
    { action: "camera.recover", actor: { type: "system" } },
    { action: "camera.fail", after: { fault: "down", reason, deviceId: device.id } },
  ]);
  expect(await notices()).toHaveLength(1);
  expect(cloud.logLines.filter((line) => line.includes("a camera is faulty"))).toHaveLength(1);
});

test("every fault of the pictures counts, also the frozen picture of an older agent; several make one notice", async () => {
  const { beats, events, notices, detail, device } = await setUp();
  await beats(
    4,
    { ...well, picture_faults: ["blurred"] },
    { ...top, frozen: true },
    { camera_id: "side", state: "running", picture_faults: ["dark", "turned"] },
  );
  expect((await events()).toSorted()).toEqual([
    "camera.faulty lane-1-rear blurred",
    "camera.faulty lane-1-top frozen",
    "camera.faulty side dark",
  ]);
  expect(await notices()).toMatchObject([{ title: "3 cameras of Gate 1 are faulty" }]);
  expect((await detail(device.id)).heartbeat.cameras[0].pictureFaults).toEqual(["blurred"]);
  // A fault may change its kind; it stays one fault.
  await beats(3, { ...well, state: "failed" }, top, { camera_id: "side", state: "running" });
  expect((await events()).filter((event) => event.includes("rear"))).toEqual(["camera.faulty lane-1-rear blurred"]);
  expect((await detail(device.id)).faultyCameras).toMatchObject([{ cameraId: "lane-1-rear", fault: "down" }]);
});

test("a short failure, an absence of the device and a heartbeat without cameras report nothing", async () => {
  const { beats, beat, apiKey, events, cloud, detail, device } = await setUp();
  await beats(2, down);
  await beats(1, well);
  await beats(2, down);
  expect(await events()).toEqual([]);
  cloud.advanceMs(10 * 60_000);
  await beat(apiKey, { cameras: [down] });
  expect(await events()).toEqual([]);
  await beats(2, down);
  expect(await events()).toEqual(["camera.faulty lane-1-rear down"]);
  await beat(apiKey, {});
  expect((await detail(device.id)).faultyCameras).toHaveLength(1);
  // It was removed from the configuration.
  await beats(1, top);
  expect(await events()).toEqual(["camera.faulty lane-1-rear down", "camera.recovered lane-1-rear"]);
});

test("heartbeats that arrive together report a fault once, with the shared key as well", async () => {
  const { beat, events, cloud } = await setUp();
  const body = { device_id: "old-box", cameras: [down] };
  await beat(EDGE_KEY, body);
  cloud.advanceMs(90_000);
  await Promise.all(Array.from({ length: 5 }, () => beat(EDGE_KEY, body)));
  expect(await events()).toEqual(["camera.faulty lane-1-rear down"]);
});

test("a revoked device has no faulty cameras", async () => {
  const { beats, admin, detail, device } = await setUp();
  await beats(4, down);
  expect((await detail(device.id)).faultyCameras).toHaveLength(1);
  await admin("POST", `/${device.id}/revoke`);
  expect((await detail(device.id)).faultyCameras).toEqual([]);
});

test("supervisors read which cameras are faulty and which devices are silent", async () => {
  const { cloud, device, beats } = await setUp();
  const [sue, ann] = [await cloud.signIn("supervisor"), await cloud.signIn("operator")];
  const read = (user: typeof sue) => cloud.send("GET", "/v1/fleet/faults", { headers: user.authorization });
  expect((await read(ann)).status).toBe(403);
  await beats(2, down, top);
  expect((await read(sue)).body.data).toEqual({ silentDevices: [], faultyCameras: [], lowDisks: [], wrongClocks: [] });
  await beats(2, down, top);
  const faulty = { cameraId: "lane-1-rear", name: null, deviceId: device.id, fault: "down", since: expect.any(String) };
  expect((await read(sue)).body.data).toEqual({
    silentDevices: [],
    lowDisks: [],
    wrongClocks: [],
    faultyCameras: [{ ...faulty, reason: "no picture captured for 10 s" }],
  });
  for (let minute = 0; minute < 7; minute += 1) {
    await watchEdgeDevices(cloud.parts);
    cloud.advanceMs(60_000);
  }
  const { silentDevices } = (await read(sue)).body.data;
  expect(silentDevices).toEqual([{ id: device.id, name: "Gate 1", silentSince: expect.any(String) }]);
});
