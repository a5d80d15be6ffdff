import { findSettledEvents } from "../../journal/events/testing.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { fleetOf } from "./testing.ts";
import { watchEdgeDevices } from "./watch-edge-devices.ts";

const MINUTE_MS = 60_000;

/** Two processes on one database whose clocks move together; minutes pass with a look each, by either. */
const setUp = async (silentMinutes = 5) => {
  const connection = await createTestDatabase();
  const settings = { edgeSilentMinutes: silentMinutes };
  const clouds = [
    await createTestApp({ connection, settings }),
    await createTestApp({ connection, settings }),
  ] as const;
  const fleet = await fleetOf(clouds[0]);
  const advance = (ms: number) => clouds.forEach(({ advanceMs }) => advanceMs(ms));
  const look = () => Promise.all(clouds.map(({ parts }) => watchEdgeDevices(parts)));
  const pass = async (minutes: number, each: () => Promise<unknown> = async () => {}) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      advance(MINUTE_MS);
      await each();
      await look();
    }
  };
  const actions = async (id: string) =>
    (await fleet.log(`subject=edge-device:${id}`))
      .map(({ action }: { action: string }) => action)
      .filter((action: string) => /silent|return/.test(action));
  /** The live events of a device, oldest first. */
  const liveEvents = async (id: string) => {
    const events = await findSettledEvents(clouds[0].parts.db);
    return events.filter(({ data }) => data["deviceId"] === id).map(({ kind }) => kind);
  };
  /** The titles of the notices that supervisors' devices are to show. */
  const notices = async () => {
    const { rows } = await clouds[0].parts.db.execute<{ title: string }>(
      sql`select data->>'title' as title from jobs.job where name = 'notify-supervisors'`,
    );
    return rows.map(({ title }) => title);
  };
  const warnings = () =>
    clouds.flatMap(({ logLines }) => logLines).filter((line) => line.includes("has fallen silent"));
  await look();
  return { ...fleet, advance, look, pass, actions, liveEvents, notices, warnings };
};

test("a device without a request for five minutes is silent, is reported once, and is back with its next request", async () => {
  const { make, tryKey, detail, pass, actions, liveEvents, notices, warnings, admin } = await setUp();
  const { device, apiKey } = await make();
  const never = await make("never heard");
  await pass(6, () => tryKey(apiKey));
  const { lastSeenAt } = await detail(device.id);
  await pass(4);
  expect((await detail(device.id)).state).toBe("active");
  await pass(5);
  expect(await detail(device.id)).toMatchObject({ state: "silent", silentSince: lastSeenAt, lastSeenAt });
  expect(await actions(device.id)).toEqual(["edge-device.fall-silent"]);
  expect(warnings()).toHaveLength(1);
  expect(await notices()).toEqual(["Gate 1 is silent"]);
  const listed = (await admin("GET", "?state=silent")).body.data.items;
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([device.id]);

  await Promise.all(Array.from({ length: 5 }, () => tryKey(apiKey)));
  expect(await detail(device.id)).toMatchObject({ state: "active", silentSince: null });
  expect(await actions(device.id)).toEqual(["edge-device.return", "edge-device.fall-silent"]);
  await pass(7);
  expect(await actions(device.id)).toHaveLength(3);
  expect(await liveEvents(device.id)).toEqual(["device.silent", "device.back", "device.silent"]);
  expect((await detail(never.device.id)).state).toBe("waiting");
});

test("a revoked device does not fall silent, and one of the shared key is heard by its heartbeats", async () => {
  const { make, tryKey, beat, admin, detail, pass, actions } = await setUp(2);
  const { device, apiKey } = await make();
  await tryKey(apiKey);
  await admin("POST", `/${device.id}/revoke`);
  const { deviceId } = (await beat(EDGE_KEY, { device_id: "old-box" })).body.data;
  await pass(6);
  expect([(await detail(device.id)).state, (await detail(deviceId)).state]).toEqual(["revoked", "silent"]);
  await beat(EDGE_KEY, { device_id: "old-box" });
  expect((await detail(deviceId)).state).toBe("active");
  expect(await actions(deviceId)).toEqual(["edge-device.return", "edge-device.fall-silent"]);
});

test("an absence of the service itself is no device's silence", async () => {
  const { make, tryKey, detail, pass, advance, look } = await setUp();
  const { device, apiKey } = await make();
  await pass(6, () => tryKey(apiKey));
  advance(60 * MINUTE_MS);
  await look();
  await pass(4);
  expect((await detail(device.id)).state).toBe("active");
  await pass(2);
  expect((await detail(device.id)).state).toBe("silent");
});
