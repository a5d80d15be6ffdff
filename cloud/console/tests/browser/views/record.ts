import { fleetOf } from "../../../../src/fleet/edge-devices/testing.ts";
import { writeRelease } from "../../../../src/fleet/roll-outs/testing.ts";
import { cleanUpLater } from "../../../../src/testing/clean-up.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../../src/testing/app.ts";
import { recordViewing } from "../../../../src/inspection/escalations/viewer-store.ts";
import { createRuleSetWorld, withAlertsFrom } from "../../../../src/inspection/rule-sets/testing.ts";
import { countStatistics } from "../../../../src/inspection/statistics/count-store.ts";
import { drawKey } from "../../../../src/intake/box-testing.ts";
import { drawJpeg, edgeSender } from "../../../../src/intake/testing.ts";
import { runWebhooks } from "../../../../src/notices/webhooks/run-webhooks.ts";
import { startReceiver } from "../../../../src/notices/webhooks/testing.ts";
import { startWorkers } from "../../../../src/workers.ts";

const NUMBER = "CSQU3054383";
const CAMERA = "north-1";
const DAY_MS = 86_400_000;

type World = Awaited<ReturnType<typeof createRuleSetWorld>>;
type Call = (method: string, url: string, body?: unknown, user?: TestUser) => ReturnType<World["as"]>;

/** A cloud with data for every view of the console, and the ids that the views refer to. */
export async function createRecord() {
  const cloud = await createTestApp({ settings: { webhookAllowPrivateAddresses: true, cameraFaultSeconds: 0 } });
  await startWorkers(cloud.parts);
  const world = await createRuleSetWorld(cloud);
  /** Sends what must succeed, as the admin unless another user is given. */
  const call: Call = async (method, url, body, user = world.ann) => {
    const reply = await world.as(user, method, url, body);
    if (reply.status >= 300) throw new Error(`${method} ${url} answered ${JSON.stringify(reply.body)}`);
    return reply;
  };
  const push = { deviceId: "phone-1", pushToken: "phone-token", platform: "android", appVersion: "2.1.0" };
  await call("POST", "/devices/register", { ...push, deviceModel: "Pixel 9" }, world.sue);
  const deviceId = await recordFleet(cloud, call);
  const { containerId, manifestId } = await recordContainer(cloud, call);
  const escalationId = await recordDecisions(world, call);
  await call("PUT", "/user/me/saved-views", { name: "Illegal goods", search: "?source=illegal" });
  // For as long as the views are opened.
  const nowMs = cloud.parts.nowMs() + DAY_MS;
  await recordViewing(cloud.parts.db, { escalationId, userId: world.sue.id, nowMs });
  await recordTracking(cloud);
  await proposeRules(world);
  const messages = await recordMessages(cloud, call);
  await countStatistics(cloud.parts.db);
  return { cloud, admin: world.ann, containerId, manifestId, escalationId, deviceId, cameraId: CAMERA, ...messages };
}

/** A device with a healthy and a faulty camera, an older one that waits for its code, a shift and a roll-out. */
async function recordFleet(cloud: TestApp, call: Call): Promise<string> {
  const fleet = await fleetOf(cloud);
  const { device, apiKey } = await fleet.make("Gate 1");
  await fleet.make("Gate 2");
  const cameras = [
    { camera_id: CAMERA, state: "running" },
    { camera_id: "south-1", state: "failed", last_error: "connection refused" },
  ];
  const models = [
    { name: "cargo", version: "2" },
    { name: "damage", version: "1", error: "odd.webp: a score" },
  ];
  const queue = { pending: 7, used_bytes: 2e9, max_bytes: 8e9, hours_until_full: 5.5, parked: 2 };
  const disk = { free_bytes: 3e9, total_bytes: 12e9 };
  const beat = { device_id: "gate-1", agent_version: "3.0.0", watching_enabled: true, cameras, models, queue, disk };
  await fleet.beat(apiKey, beat);
  const image = (await drawJpeg(3, 320, 240)).toString("base64");
  const taken = { taken_at: "2026-11-03T09:00:00Z", image };
  const measures = [{ measure: "confidence", reference: 0.82, now: 0.71, since: "2026-11-02", day: "2026-11-03" }];
  const pictures = ["reference", "now"].map((shows) => ({ ...taken, shows }));
  await fleet.edge(apiKey, "POST", "/v1/edge/camera-drift", { camera_id: CAMERA, measures, pictures });
  const { sites } = (await call("GET", "/topology")).body.data;
  const until = new Date(cloud.parts.nowMs() + DAY_MS / 3).toISOString();
  await call("POST", "/shifts", { laneId: sites[0].lanes[0].id, until });
  const file = writeRelease(drawKey(), { version: "1.1.0", files: { "cargo.onnx": Buffer.from("a model") } });
  const headers = { ...fleet.headers, "Content-Type": "application/octet-stream" };
  const body = new Uint8Array(file);
  const upload = await cloud.app.request("/v1/admin/releases", { method: "POST", headers, body });
  const { id: releaseId } = JSON.parse(await upload.text()).data;
  await call("POST", "/admin/roll-outs", { releaseId, stage: "all" });
  return device.id;
}

/** A container of two visits with scans of every kind, a photo, and a manifest that its scan contradicts. */
async function recordContainer(cloud: TestApp, call: Call) {
  const { write } = edgeSender(cloud);
  const image = (await drawJpeg(1, 640, 480)).toString("base64");
  const square = (left: number) => ({ x: [left, left + 90, left + 90, left], y: [90, 90, 210, 210] });
  const found = (class_name: string, left: number) => {
    const measured = { area_percentage: 6, quantity: 2, volume: 0.4 };
    return { class_name, confidence: 0.86, polygon: square(left), ...measured };
  };
  const taken = { image, visualization: image, camera_id: CAMERA };
  const timestamp = new Date(cloud.parts.nowMs() - 10 * DAY_MS).toISOString();
  await write("scans/category", NUMBER, {
    ...taken,
    timestamp,
    detections: [found("drum", 40), found("wine rack", 420)],
  });
  const goods = [
    { description: "Cartons of shoes", hsCode: "640399", quantity: 5, packageCode: "CT" },
    { description: "Coffee", hsCode: "090111", packageCode: "BG" },
  ];
  const manifest = {
    containerNumber: NUMBER,
    billOfLading: "HLCU1",
    vessel: { name: "Ever Given" },
    shipper: { partyName: "Kaffee, Meyer & Co" },
    weight: { gross: { value: 21_500, unit: "kg" } },
    declaredGoods: goods,
    status: "VALIDATED",
  };
  const { id: manifestId } = (await call("POST", "/manifests", manifest)).body.data;
  const detections = [found("carton", 40), found("carton", 220), found("drum", 420)];
  const { containerId } = (await write("scans/category", NUMBER, { ...taken, detections })).body.data;
  await write("scans/defect", NUMBER, { ...taken, detections: [found("dent", 80)] });
  const examined = { result: "found", isOpened: true, weighedKg: 21_400, note: "Shoes, and a drum." };
  await call("POST", `/containers/${containerId}/examinations`, examined);
  await write("scans/illegal", NUMBER, { ...taken, detections: [found("knife", 80)] });
  await write("evidence", NUMBER, taken);
  const passage = { ...taken, detections: [], device_id: "gate-9", passage_id: "unread-1" };
  await write("scans/category", "UNIDENTIFIED-North-1-9f86d081884c7d65", passage);
  await call("PUT", `/manifests/${manifestId}`, { billOfLading: "HLCU2", declaredGoods: goods.slice(0, 1) });
  return { containerId: String(containerId), manifestId: String(manifestId) };
}

/** Containers whose escalations are open, claimed and resolved. */
async function recordDecisions(world: World, call: Call): Promise<string> {
  const ids: string[] = [];
  for (const number of ["BOX-1", "BOX-2", "BOX-3"]) {
    const { containerId } = await world.scanWeapon(number, CAMERA, 0.2);
    const reason = `the seal of ${number} looks new`;
    ids.push((await call("POST", `/containers/${containerId}/escalate`, { reason })).body.data.id);
  }
  await call("POST", `/escalations/${ids[1]}/claim`);
  await call("POST", `/escalations/${ids[2]}/resolve`, { decision: "hold", reason: "the seal was broken" });
  return ids[0] ?? "";
}

async function recordTracking(cloud: TestApp): Promise<void> {
  const timestamp = new Date(cloud.parts.nowMs()).toISOString();
  const events = Array.from({ length: 4 }, (_, index) => ({
    event_id: `event-${index}`,
    tracking_id: index % 2,
    class_name: ["carton", "drum"][index % 2],
    confidence: 0.8,
    bbox: { x1: 10 + 50 * index, y1: 20, x2: 60 + 50 * index, y2: 90 },
    event_type: "update",
    timestamp,
  }));
  const body = { device_id: "gate-1", camera_id: CAMERA, session_id: "run-1", events };
  const headers = { "X-API-Key": cloud.parts.settings.edgeApiKey };
  await cloud.send("POST", "/v1/tracking-data/stream-events", { body, headers });
}

/** A rule set that was replayed over the visits and not activated. */
async function proposeRules(world: World): Promise<void> {
  const { version } = (await world.propose({ rules: withAlertsFrom(0.8), note: "weapons from 0.8" })).body.data;
  await world.replay(version);
}

/** An invite with its email, a service account, and a webhook with a delivery that arrived and one that failed. */
async function recordMessages(cloud: TestApp, call: Call) {
  const invite = await call("POST", "/admin/invites", { email: "bob@example.com", role: "operator" });
  await call("POST", "/admin/service-accounts", { name: "port-system", role: "operator", expiresInDays: 90 });
  const inviteToken = String(invite.body.data.inviteUrl).split("#token=")[1] ?? "";
  const receiver = await startReceiver();
  const running = runWebhooks(cloud.parts, { intervalMs: 100 });
  cleanUpLater(() => running.stop(0));
  const body = { url: receiver.url, events: ["scan.recorded"], description: "Terminal system" };
  const { id } = (await call("POST", "/admin/webhooks", body)).body.data;
  await call("POST", `/admin/webhooks/${id}/test`);
  receiver.answer = (_request, response) => void response.writeHead(503).end("closed for the night");
  await call("POST", `/admin/webhooks/${id}/test`);
  return { inviteToken, webhookId: String(id) };
}
