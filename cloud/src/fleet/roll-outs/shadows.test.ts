import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { drawKey } from "../../intake/box-testing.ts";
import { fleetOf } from "../edge-devices/testing.ts";
import { writeRelease } from "./testing.ts";

const cloud = await createTestApp();
const fleet = await fleetOf(cloud);
const key = drawKey();
const { headers } = fleet;
const admin = (method: string, path: string, body?: unknown) =>
  cloud.send(method, `/v1/admin${path}`, { headers, body });

/** Uploads a release; resolves with its id. */
async function upload(contents: Parameters<typeof writeRelease>[1]): Promise<string> {
  const init = { method: "POST", headers: { ...headers, "Content-Type": "application/octet-stream" } };
  const body = new Uint8Array(writeRelease(key, contents));
  const reply = await cloud.app.request("/v1/admin/releases", { ...init, body });
  return JSON.parse(await reply.text()).data.id;
}
const idOf = (version: string) => upload({ version, files: { "cargo.onnx": randomBytes(100) } });

/** A device whose heartbeats report its comparisons; they resolve to the releases that it must run and compare. */
async function box(name: string) {
  const { device, apiKey } = await fleet.make(name);
  const versions = (wanted: { version: string }[]) => wanted.map(({ version }) => version);
  const beatShadows = async (...shadows: object[]) => {
    const { status, body } = await fleet.beat(apiKey, { device_id: name, shadows });
    return status === 200 ? [versions(body.data.releases), versions(body.data.shadows)] : body.error.details[0].path;
  };
  return { id: device.id as string, beatShadows };
}
const report = (releaseId: string, version: string, more: object = {}) => ({
  release_id: releaseId,
  kind: "model",
  name: "category",
  version,
  ...more,
});

const counts = (more: object = {}) => ({
  since: "2026-11-20T09:00:00.000Z",
  active_version: "2",
  pictures_compared: 100,
  pictures_equal: 80,
  pictures_skipped: 10,
  pictures_failed: 0,
  active_ms: 20,
  shadow_ms: 40,
  both: 90,
  only_active: 5,
  only_shadow: 15,
  classes: [
    { class_name: "carton", both: 60, only_active: 5, only_shadow: 0, confidence_difference: 0.1 },
    { class_name: "drum", both: 30, only_active: 0, only_shadow: 15, confidence_difference: -0.2 },
  ],
  ...more,
});

test("a shadow is compared on the canaries and run by none; their counts are stored, summed, and stay after promotion", async () => {
  const [one, two, third] = [await box("shadow-1"), await box("shadow-2"), await box("shadow-3")];
  const [old, fresh] = [await idOf("6.0.0"), await idOf("6.1.0")];
  const group = { deviceIds: [one.id, two.id, third.id] };
  await admin("POST", "/roll-outs", { releaseId: old, group, stage: "all" });
  const body = { releaseId: fresh, group, stage: "shadow", canaryIds: [one.id, two.id] };
  const { id } = (await admin("POST", "/roll-outs", body)).body.data;
  const detail = async () => (await admin("GET", `/roll-outs/${id}`)).body.data;
  expect(await detail()).toMatchObject({ stage: "shadow", comparison: null });
  const shadow = report(fresh, "6.1.0", { state: "comparing" });
  const first = [["6.0.0"], ["6.1.0"]];
  expect(await one.beatShadows({ ...shadow, comparison: counts() })).toEqual(first);
  const more = counts({
    since: "2026-11-21T09:00:00.000Z",
    active_version: "3",
    pictures_compared: 300,
    active_ms: 30,
    shadow_ms: undefined,
    classes: [{ class_name: "drum", both: 10, only_active: 1, only_shadow: 1, confidence_difference: 0.2 }],
  });
  expect(await two.beatShadows({ ...shadow, comparison: counts() })).toEqual(first);
  expect(await two.beatShadows({ ...shadow, comparison: more })).toEqual(first);
  expect(await third.beatShadows()).toEqual([["6.0.0"], []]);
  const { devices, comparison } = await detail();
  expect(devices).toMatchObject([
    {
      name: "shadow-1",
      isWanted: true,
      state: "comparing",
      runningVersion: null,
      comparison: { picturesCompared: 100 },
    },
    { name: "shadow-2", isWanted: true, state: "comparing", comparison: { activeVersion: "3", picturesCompared: 300 } },
    { name: "shadow-3", isWanted: false, state: null, comparison: null },
  ]);
  expect(comparison).toEqual({
    since: "2026-11-20T09:00:00.000Z",
    until: expect.any(String),
    activeVersion: null,
    picturesCompared: 400,
    picturesEqual: 160,
    picturesSkipped: 20,
    picturesFailed: 0,
    activeMs: 27.5,
    shadowMs: 40,
    both: 180,
    onlyActive: 10,
    onlyShadow: 30,
    classes: [
      { className: "carton", both: 60, onlyActive: 5, onlyShadow: 0, confidenceDifference: 0.1 },
      { className: "drum", both: 40, onlyActive: 1, onlyShadow: 16, confidenceDifference: expect.closeTo(-0.1) },
    ],
  });
  const change = async (to: object) => (await admin("PUT", `/roll-outs/${id}`, to)).body.data;
  await change({ state: "stopped" });
  expect(await one.beatShadows({ ...shadow, comparison: counts({ both: 1_000 }) })).toEqual([["6.0.0"], []]);
  await change({ state: "active", stage: "canary" });
  expect(await one.beatShadows()).toEqual([["6.1.0"], []]);
  expect((await change({ stage: "all" })).comparison).toEqual({ ...comparison, until: expect.any(String) });
  expect(await third.beatShadows()).toEqual([["6.1.0"], []]);
});

test("a device's shadow reports are bounded, and counts of a device that does not compare it are ignored", async () => {
  const gate = await box("bounded");
  const releaseId = await idOf("7.0.0");
  const group = { deviceIds: [gate.id] };
  const { id } = (await admin("POST", "/roll-outs", { releaseId, group, stage: "shadow" })).body.data;
  const shadow = report(releaseId, "7.0.0", { state: "comparing" });
  const many = (length: number, name = "x") =>
    Array.from({ length }, (_, at) => ({ class_name: `${name}${at}`, both: 1, only_active: 0, only_shadow: 0 }));
  const sent = (more: object) => gate.beatShadows({ ...shadow, comparison: counts(more) });
  expect(await sent({ classes: many(51) })).toBe("shadows.0.comparison.classes");
  expect(await sent({ classes: many(1, "x".repeat(100)) })).toBe("shadows.0.comparison.classes.0.class_name");
  expect(await sent({ both: -1 })).toBe("shadows.0.comparison.both");
  expect(await gate.beatShadows(...Array.from({ length: 21 }, () => shadow))).toBe("shadows");
  expect(await sent({ classes: many(50) })).toEqual([[], ["7.0.0"]]);
  const unrelated = await box("unrelated");
  expect(await unrelated.beatShadows({ ...shadow, comparison: counts() })).toEqual([[], []]);
  const { devices } = (await admin("GET", `/roll-outs/${id}`)).body.data;
  expect(devices).toMatchObject([{ name: "bounded", comparison: { classes: { length: 50 } } }]);
  const revoked = await fleet.admin("POST", `/${gate.id}/revoke`);
  expect([revoked.status, (await fleet.admin("DELETE", `/${gate.id}`)).status]).toEqual([200, 200]);
  expect((await admin("GET", `/roll-outs/${id}`)).body.data).toMatchObject({ devices: [], comparison: null });
});

test("settings cannot be compared, and only administrators begin and promote a shadow", async () => {
  const changes = [{ setting: "drift.enabled", value: "false" }];
  const settings = await upload({ name: "rates", version: "1", settings: changes });
  const path = "must be canary or all: only models can be compared";
  const refusal = { status: 400, body: { error: { details: [{ path: "stage", message: path }] } } };
  expect(await admin("POST", "/roll-outs", { releaseId: settings, stage: "shadow" })).toMatchObject(refusal);
  const { id } = (await admin("POST", "/roll-outs", { releaseId: settings, stage: "all" })).body.data;
  expect(await admin("PUT", `/roll-outs/${id}`, { stage: "shadow" })).toMatchObject(refusal);
  await admin("PUT", `/roll-outs/${id}`, { state: "rolled-back" });
  const { authorization } = await cloud.signIn("supervisor");
  const as = (method: string, route: string, body: object) =>
    cloud.send(method, `/v1/admin/roll-outs${route}`, { headers: authorization, body });
  expect((await as("POST", "", { releaseId: settings, stage: "shadow" })).status).toBe(403);
  expect((await as("PUT", `/${id}`, { stage: "all" })).status).toBe(403);
});
