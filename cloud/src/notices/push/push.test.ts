import { expect, test } from "vitest";
import { drawJpeg, edgeSender } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { endWaits } from "../../testing/end-waits.ts";
import { startWorkers } from "../../workers.ts";
import { deliverPush } from "./deliver-push.ts";
import { fcmError, startFcmServer } from "./testing.ts";

const setUp = async () => {
  const fcm = await startFcmServer();
  const cloud = await createTestApp({ settings: fcm.settings });
  await startWorkers(cloud.parts);
  return { fcm, ...(await withPeople(cloud)) };
};

const withPeople = async (cloud: Awaited<ReturnType<typeof createTestApp>>) => {
  const [ann, sue, admin] = [
    await cloud.signIn("operator"),
    await cloud.signIn("supervisor"),
    await cloud.signIn("admin"),
  ];
  const as = (user: TestUser, method: string, url: string, body?: unknown) =>
    cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
  const register = (user: TestUser, name: string, platform = "android") =>
    as(user, "POST", "/devices/register", {
      deviceId: name,
      pushToken: `${name}-token`,
      platform,
      appVersion: "2.1.0",
      deviceModel: "Pixel 9",
    });
  const make = async (containerNumber: string): Promise<string> =>
    (await as(ann, "POST", "/containers", { containerNumber })).body.data.id;
  const escalate = async (user: TestUser, containerId: string, reason = "the seal looks new") =>
    (await as(user, "POST", `/containers/${containerId}/escalate`, { reason })).body.data;
  const deliveries = async (query = "") => (await as(admin, "GET", `/admin/push-deliveries${query}`)).body.data.items;
  const isActive = async (user: TestUser) => (await as(user, "GET", "/devices")).body.data.devices[0].isActive;
  return { cloud, ann, sue, admin, as, register, make, escalate, deliveries, isActive };
};

const isOver = async (count: number, deliveries: () => Promise<{ status: string }[]>) => {
  const over = async () => (await deliveries()).filter(({ status }) => status !== "pending");
  await expect.poll(over).toHaveLength(count);
  return deliveries();
};

test("an escalation reaches the devices of supervisors and admins, but not of the user who raised it, operators and disabled accounts", async () => {
  const { fcm, cloud, ann, sue, admin, as, register, make, escalate, deliveries } = await setUp();
  const sid = await cloud.signIn("supervisor");
  const former = await cloud.signIn("supervisor");
  await register(ann, "ann-phone");
  await register(sue, "sue-phone");
  await register(sid, "sid-phone", "ios");
  await register(admin, "admin-phone");
  await register(former, "former-phone");
  await as(admin, "PUT", `/admin/users/${former.id}`, { disabled: true });
  const containerId = await make("PUSH1");
  const { id: escalationId } = await escalate(sue, containerId);
  await isOver(2, deliveries);
  expect(fcm.taken.map(({ token }) => token).sort()).toEqual(["admin-phone-token", "sid-phone-token"]);
  const reason = "the seal looks new";
  const data = { kind: "escalation", escalationId, containerId, containerNumber: "PUSH1", reason };
  const notification = { title: "Container PUSH1 is escalated", body: reason };
  for (const message of fcm.taken) expect(message).toMatchObject({ notification, data });
  expect(fcm.taken.find(({ token }) => token === "sid-phone-token")).toHaveProperty("apns");
  expect(await deliveries("?deviceId=sid-phone")).toEqual([
    {
      id: expect.any(String),
      kind: "escalation",
      ...notification,
      data: { escalationId, containerId, containerNumber: "PUSH1", reason },
      channel: "fcm",
      deviceId: "sid-phone",
      userId: sid.id,
      status: "sent",
      attempts: 1,
      lastError: null,
      createdAt: expect.any(String),
      sentAt: expect.any(String),
    },
  ]);
  expect(fcm.complaints).toEqual([]);
});

test("illegal goods found by a device reach all supervisors; an open escalation is not notified again", async () => {
  const { fcm, cloud, sue, register, deliveries } = await setUp();
  await register(sue, "sue-phone");
  const body = {
    image: (await drawJpeg()).toString("base64"),
    detections: [{ class_name: "weapon", confidence: 0.9 }],
  };
  const { write } = edgeSender(cloud);
  for (let round = 0; round < 2; round += 1) expect((await write("scans/illegal", "PUSH2", body)).status).toBe(200);
  await isOver(1, deliveries);
  expect(fcm.taken).toMatchObject([
    { notification: { body: "The scan for illegal goods marks a place as weapon (confidence 90 %)." } },
  ]);
});

test("a failing device does not repeat the notice on others, and is retried when the service asks for it", async () => {
  const { cloud, fcm, ann, sue, admin, register, make, escalate, deliveries } = await setUp();
  await register(sue, "sue-phone");
  await register(admin, "admin-phone");
  let refusals = 0;
  fcm.answer = ({ token }) =>
    token === "sue-phone-token" && ++refusals === 1
      ? fcmError(429, "QUOTA_EXCEEDED", { "Retry-After": "3000" })
      : undefined;
  await escalate(ann, await make("PUSH3"));
  await expect
    .poll(() => deliveries("?deviceId=sue-phone"))
    .toMatchObject([{ status: "pending", attempts: 1, lastError: expect.stringContaining("429, QUOTA_EXCEEDED") }]);
  await isOver(1, deliveries);
  const [waitSeconds] = await endWaits(cloud.parts);
  expect(waitSeconds).toBeGreaterThan(2_900);
  await isOver(2, deliveries);
  expect(fcm.tried.sort()).toEqual(["admin-phone-token", "sue-phone-token", "sue-phone-token"]);
  expect(await deliveries("?status=sent&deviceId=sue-phone")).toMatchObject([{ attempts: 2, lastError: null }]);
});

test("an attempt whose process died before the queue recorded its end is not repeated", async () => {
  const fcm = await startFcmServer();
  const people = await withPeople(await createTestApp({ settings: fcm.settings }));
  const { cloud, ann, sue, register, make, escalate, deliveries } = people;
  const { parts } = cloud;
  await register(sue, "sue-phone");
  fcm.answer = () => fcmError(503, "UNAVAILABLE", { "Retry-After": "600" });
  await escalate(ann, await make("PUSH-TWICE"));
  await startWorkers(parts);
  await expect.poll(() => deliveries()).toMatchObject([{ status: "pending", attempts: 1 }]);
  const [before] = await deliveries();
  const handler = deliverPush.createHandler(parts);
  const attempt = { jobId: "j", attempt: 2, isLast: false, signal: new AbortController().signal };
  await handler({ deliveryId: before.id, attempt: 1 }, attempt);
  expect(fcm.tried).toEqual(["sue-phone-token"]);
  expect(await deliveries()).toEqual([before]);
  await handler({ deliveryId: before.id, attempt: 2 }, attempt);
  expect(fcm.tried).toHaveLength(2);
  expect(await deliveries()).toMatchObject([{ status: "pending", attempts: 2 }]);
});

test("an attempt that a stop cuts off does not count: another process makes it", async () => {
  const { cloud, fcm, ann, sue, register, make, escalate, deliveries } = await setUp();
  await register(sue, "sue-phone");
  fcm.answer = () => () => {};
  await escalate(ann, await make("PUSH-STOP"));
  await expect.poll(() => fcm.tried).toHaveLength(1);
  await cloud.parts.jobs.stop(100);
  await expect.poll(() => cloud.logLines.some((line) => line.includes("cut off by a stop"))).toBe(true);
  expect(await deliveries()).toMatchObject([{ status: "pending", attempts: 0, lastError: null }]);
});

test("a dead token makes its device inactive; nothing is sent to it until it registers again", async () => {
  const { fcm, ann, sue, admin, as, register, make, escalate, deliveries, isActive } = await setUp();
  await register(sue, "sue-phone");
  fcm.answer = () => fcmError(404, "UNREGISTERED");
  await escalate(ann, await make("PUSH4"));
  const [dropped] = await isOver(1, deliveries);
  expect(dropped).toMatchObject({ status: "dropped", lastError: expect.stringContaining("UNREGISTERED") });
  expect(await isActive(sue)).toBe(false);
  const log = await as(admin, "GET", "/admin/audit-log?subject=device:sue-phone&action=device.deactivate");
  expect(log.body.data.items).toMatchObject([
    { actor: { type: "system" }, before: { isActive: true }, after: { isActive: false } },
  ]);
  fcm.answer = () => undefined;
  await register(admin, "admin-phone");
  await escalate(ann, await make("PUSH5"));
  await isOver(2, deliveries);
  expect(fcm.tried).toEqual(["sue-phone-token", "admin-phone-token"]);
  await register(sue, "sue-phone");
  expect(await isActive(sue)).toBe(true);
  await escalate(ann, await make("PUSH6"));
  await isOver(4, deliveries);
  expect(fcm.taken.filter(({ token }) => token === "sue-phone-token")).toHaveLength(1);
});

test("a message that is refused permanently, or is too old, fails in the list and in the log", async () => {
  const { fcm, cloud, ann, sue, register, make, escalate, deliveries, isActive } = await setUp();
  await register(sue, "sue-phone");
  fcm.answer = () => fcmError(400, "INVALID_ARGUMENT");
  await escalate(ann, await make("PUSH7"));
  await isOver(1, deliveries);
  const reason = expect.stringContaining("INVALID_ARGUMENT");
  expect(await deliveries("?status=failed")).toMatchObject([{ attempts: 1, lastError: reason }]);
  expect(await isActive(sue)).toBe(true);
  expect(cloud.logLines.some((line) => line.includes("a notice did not reach a device"))).toBe(true);
  // FCM stays unavailable: the next attempt would come after the four hours.
  fcm.answer = () => fcmError(503, "UNAVAILABLE", { "Retry-After": "14400" });
  await escalate(ann, await make("PUSH8"));
  await isOver(2, deliveries);
  expect(await deliveries("?status=failed")).toHaveLength(2);
});

test("a notice is not sent to a user who lost the right to it while it waited", async () => {
  const fcm = await startFcmServer();
  const test = await withPeople(await createTestApp({ settings: fcm.settings }));
  const { cloud, ann, sue, admin, as, register, make, escalate, deliveries } = test;
  const sid = await cloud.signIn("supervisor");
  await register(sue, "sue-phone");
  await register(sid, "sid-phone");
  await register(admin, "admin-phone");
  fcm.answerToken = () => (response) => void response.writeHead(503).end();
  await escalate(ann, await make("PUSH9"));
  await startWorkers(cloud.parts);
  await expect
    .poll(async () => (await deliveries()).map(({ attempts }: { attempts: number }) => attempts))
    .toEqual([1, 1, 1]);
  await as(admin, "PUT", `/admin/users/${sid.id}`, { role: "operator" });
  await as(ann, "POST", "/devices/register", {
    deviceId: "sue-phone",
    pushToken: "sue-phone-token",
    platform: "ios",
    appVersion: "1",
    deviceModel: "x",
  });
  fcm.answerToken = () => undefined;
  expect(await endWaits(cloud.parts)).toHaveLength(3);
  await isOver(3, deliveries);
  expect(fcm.taken.map(({ token }) => token)).toEqual(["admin-phone-token"]);
  expect(await deliveries("?status=dropped")).toHaveLength(2);
});

test("without a service account the notice is recorded for administrators, and nothing waits", async () => {
  const test = await withPeople(await createTestApp());
  const { cloud, ann, sue, register, make, escalate, deliveries } = test;
  await startWorkers(cloud.parts);
  await register(sue, "sue-phone");
  await escalate(ann, await make("PUSH10"));
  expect(await isOver(1, deliveries)).toMatchObject([
    { status: "no-push-service", attempts: 0, deviceId: "sue-phone" },
  ]);
});

test("the list is for admins, and a bad filter is 400", async () => {
  const { sue, admin, as } = await withPeople(await createTestApp());
  expect((await as(sue, "GET", "/admin/push-deliveries")).status).toBe(403);
  expect((await as(admin, "GET", "/admin/push-deliveries?status=lost")).status).toBe(400);
});
