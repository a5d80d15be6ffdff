import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { deactivateDevice } from "./device-store.ts";

const cloud = await createTestApp();
let made = 0;

/** A valid registration, of a new device unless `changes` name one. */
const registration = (changes: Record<string, unknown> = {}) => {
  made += 1;
  const names = { deviceId: `phone-${made}`, pushToken: `token-${made}` };
  return { ...names, platform: "android", appVersion: "2.1.0", deviceModel: "Pixel 9", ...changes };
};
const as = (user: TestUser, method: string, path: string, body?: unknown) =>
  cloud.send(method, `/v1/devices${path}`, { body, headers: user.authorization });
const register = (user: TestUser, body: unknown) => as(user, "POST", "/register", body);
const unregister = (user: TestUser, body: unknown) => as(user, "DELETE", "/unregister", body);
const list = async (user: TestUser) => (await as(user, "GET", "")).body.data;
const idsOf = async (user: TestUser) =>
  (await list(user)).devices.map(({ deviceId }: { deviceId: string }) => deviceId);
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

describe("registering a device", () => {
  test("makes it the caller's, and shows it without its token", async () => {
    const ann = await cloud.signIn("operator");
    const body = registration();
    const reply = await register(ann, body);
    const shown = {
      deviceId: body.deviceId,
      platform: "android",
      appVersion: "2.1.0",
      deviceModel: "Pixel 9",
      isActive: true,
      lastActiveAt: expect.any(String),
      createdAt: reply.body.data.lastActiveAt,
    };
    expect([reply.status, reply.body]).toEqual([201, { success: true, data: shown }]);
    const listed = await as(ann, "GET", "");
    expect([listed.status, listed.body]).toEqual([200, { success: true, data: { devices: [shown], total: 1 } }]);
  });

  test("again updates it, and keeps the time of its first registration", async () => {
    const ann = await cloud.signIn("operator");
    const body = registration();
    const first = (await register(ann, body)).body.data;
    cloud.advanceMs(60_000);
    const again = await register(ann, { ...body, pushToken: "fresh", appVersion: "2.2.0", platform: "ios" });
    expect(again.status).toBe(200);
    const { createdAt } = first;
    expect(again.body.data).toMatchObject({ appVersion: "2.2.0", platform: "ios", createdAt });
    expect(Date.parse(again.body.data.lastActiveAt)).toBeGreaterThanOrEqual(Date.parse(createdAt) + 60_000);
    expect((await list(ann)).devices).toEqual([again.body.data]);
  });

  test("by another user moves it to that user", async () => {
    const [ann, bob] = [await cloud.signIn("operator"), await cloud.signIn("supervisor")];
    const body = registration();
    await register(ann, body);
    expect((await register(bob, body)).status).toBe(200);
    expect(await list(ann)).toEqual({ devices: [], total: 0 });
    expect(await idsOf(bob)).toEqual([body.deviceId]);
  });

  test("by another user without its push token is refused while it is active", async () => {
    const [ann, bob] = [await cloud.signIn("supervisor"), await cloud.signIn("operator")];
    const body = registration();
    await register(ann, body);
    expect(codeOf(await register(bob, { ...body, pushToken: "token-of-bob" }))).toEqual([409, "DEVICE_IN_USE"]);
    expect(await idsOf(ann)).toEqual([body.deviceId]);
    expect(await idsOf(bob)).toEqual([]);
    await cloud.parts.db.transaction((tx) => deactivateDevice(tx, body.deviceId, body.pushToken));
    expect((await register(bob, { ...body, pushToken: "token-of-bob" })).status).toBe(200);
    expect(await idsOf(bob)).toEqual([body.deviceId]);
  });

  test("takes the push token from the device that had it", async () => {
    const [ann, bob] = [await cloud.signIn("operator"), await cloud.signIn("operator")];
    const old = registration();
    await register(ann, old);
    const reply = await register(bob, registration({ pushToken: old.pushToken }));
    expect(reply.status).toBe(201);
    expect(await idsOf(ann)).toEqual([]);
    expect(await idsOf(bob)).toEqual([reply.body.data.deviceId]);
  });

  test("20 times at once, with tokens that move between devices, keeps each device and token once", async () => {
    const [ann, bob] = [await cloud.signIn("operator"), await cloud.signIn("operator")];
    const [one, other] = [registration(), registration()];
    const swapped = { ...one, pushToken: other.pushToken };
    const all = Array.from({ length: 20 }, (_, index) =>
      register(index % 2 ? ann : bob, [one, other, swapped][index % 3]),
    );
    for (const { status } of await Promise.all(all)) expect([200, 201, 409]).toContain(status);
    const left = [...(await idsOf(ann)), ...(await idsOf(bob))];
    expect(new Set(left).size).toBe(left.length);
    expect(left.length).toBeGreaterThan(0);
  });

  test("keeps the last hundred registrations of a user", async () => {
    const [ann, bob] = [await cloud.signIn("operator"), await cloud.signIn("operator")];
    const kept = registration();
    await register(bob, kept);
    const bodies = Array.from({ length: 102 }, () => registration());
    for (const body of bodies) {
      cloud.advanceMs(1_000);
      await register(ann, body);
    }
    expect((await list(ann)).total).toBe(100);
    expect(await idsOf(ann)).toEqual(bodies.map(({ deviceId }) => deviceId).reverse().slice(0, 100)); // prettier-ignore
    expect(await idsOf(bob)).toEqual([kept.deviceId]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["no device id", { deviceId: undefined }, "deviceId"],
    ["an empty device id", { deviceId: "" }, "deviceId"],
    ["a device id of 201 characters", { deviceId: "x".repeat(201) }, "deviceId"],
    ["a device id with a lone surrogate", { deviceId: "\ud800" }, ""],
    ["another platform", { platform: "windows" }, "platform"],
    ["no push token", { pushToken: undefined }, "pushToken"],
    ["a push token with a space", { pushToken: "a b" }, "pushToken"],
    ["a push token of 2,001 characters", { pushToken: "x".repeat(2_001) }, "pushToken"],
    ["a number as version", { appVersion: 2 }, "appVersion"],
    ["a null model", { deviceModel: null }, "deviceModel"],
  ])("refuses %s", async (_case, changes, path) => {
    const ann = await cloud.signIn("operator");
    const reply = await register(ann, registration(changes));
    expect([...codeOf(reply), reply.body.error.details[0].path]).toEqual([400, "VALIDATION_ERROR", path]);
    expect((await list(ann)).total).toBe(0);
  });

  test("accepts the longest names", async () => {
    const ann = await cloud.signIn("operator");
    const long = { deviceId: "\u4e16".repeat(200), pushToken: cloud.parts.newId().repeat(83) };
    expect((await register(ann, registration(long))).status).toBe(201);
  });
});

describe("unregistering a device", () => {
  test("removes it and confirms it", async () => {
    const ann = await cloud.signIn("operator");
    const { deviceId } = registration();
    await register(ann, registration({ deviceId }));
    const reply = await unregister(ann, { deviceId });
    expect([reply.status, reply.body]).toEqual([200, { success: true, message: expect.any(String) }]);
    expect(await list(ann)).toEqual({ devices: [], total: 0 });
    expect(codeOf(await unregister(ann, { deviceId }))).toEqual([404, "DEVICE_NOT_FOUND"]);
  });

  test("is 404 for another user's device, also for an administrator", async () => {
    const [ann, admin] = [await cloud.signIn("operator"), await cloud.signIn("admin")];
    const { deviceId } = (await register(ann, registration())).body.data;
    expect(codeOf(await unregister(admin, { deviceId }))).toEqual([404, "DEVICE_NOT_FOUND"]);
    expect(await idsOf(ann)).toEqual([deviceId]);
  });

  test.each([[undefined], [{}], [{ deviceId: null }], [{ deviceId: "" }], [{ deviceId: 5 }], [[]]])("refuses %j", async (body) => {
    expect(codeOf(await unregister(await cloud.signIn("operator"), body))).toEqual([400, "VALIDATION_ERROR"]);
  }); // prettier-ignore
});
