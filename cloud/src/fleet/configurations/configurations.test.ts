import { createHash } from "node:crypto";
import { configurationText } from "@container-inspection/shared-schemas/device-configurations";
import { expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { createBox, drawKey } from "../../intake/box-testing.ts";
import { fleetOf } from "../edge-devices/testing.ts";

const cloud = await createTestApp();
const fleet = await fleetOf(cloud);
const PATH = "/v1/edge/configuration";
const missing = [{ setting: "cameras.top.password", kind: "secret", name: null, sha256: null }] as const;
const reportOf = (name: string) => ({ configuration: `device:\n  id: ${name}\n`, missing: [...missing] });
const shaOf = (report: ReturnType<typeof reportOf>) =>
  createHash("sha256").update(configurationText(report)).digest("hex");
const codeOf = async (id: string) => (await fleet.admin("POST", `/${id}/join-code`)).body.data.code;
const kept = async (id: string) => {
  const { status, body } = await fleet.admin("GET", `/${id}/configuration`);
  return status === 200 ? body.data : body.error.code;
};

test("the configuration that a device reports is kept, shown to admins and named in replies to heartbeats", async () => {
  const { device, apiKey } = await fleet.make("Gate 1");
  const shaInReply = async () => (await fleet.beat(apiKey, { device_id: "gate-1" })).body.data.configurationSha256;
  expect([await shaInReply(), await kept(device.id)]).toEqual([null, "CONFIGURATION_NOT_FOUND"]);
  expect((await fleet.detail(device.id)).configurationAt).toBe(null);
  const first = reportOf("gate-1");
  const sent = await fleet.edge(apiKey, "POST", PATH, { ...first, agent_version: "3.1.0" });
  expect(sent).toMatchObject({ status: 200, body: { data: { deviceId: device.id } } });
  expect(await shaInReply()).toBe(shaOf(first));
  const shown = await kept(device.id);
  expect(shown).toEqual({ ...first, sha256: shaOf(first), agentVersion: "3.1.0", reportedAt: expect.any(String) });
  expect((await fleet.detail(device.id)).configurationAt).toBe(shown.reportedAt);
  cloud.advanceMs(60_000);
  await fleet.edge(apiKey, "POST", PATH, first);
  expect(await kept(device.id)).toEqual(shown);
  const second = reportOf("gate-2");
  await fleet.edge(apiKey, "POST", PATH, second);
  expect(await kept(device.id)).toMatchObject(second);
  const entries = await fleet.log(`subject=edge-device:${device.id}&action=edge-device.report-configuration`);
  expect(entries.map(({ before, after }: { before: object; after: object }) => [before, after])).toEqual([
    [{ sha256: shaOf(first) }, { sha256: shaOf(second) }],
    [null, { sha256: shaOf(first) }],
  ]);
});

test("a device with the shared key is found by its name; the configuration of an unknown one is not kept", async () => {
  const { body } = await fleet.beat(EDGE_KEY, { device_id: "old-box" });
  const sent = await fleet.edge(EDGE_KEY, "POST", PATH, { ...reportOf("old-box"), device_id: "old-box" });
  expect(sent.body.data).toEqual({ deviceId: body.data.deviceId });
  expect(await kept(body.data.deviceId)).toMatchObject(reportOf("old-box"));
  const unknown = await fleet.edge(EDGE_KEY, "POST", PATH, { ...reportOf("new-box"), device_id: "new-box" });
  expect(unknown).toMatchObject({ status: 200, body: { data: { deviceId: null } } });
});

test.each(["revoke", "delete"])("to %s a device deletes its configuration", async (how) => {
  const { device, apiKey } = await fleet.make("Gate 3");
  await fleet.edge(apiKey, "POST", PATH, reportOf("gate-3"));
  const count = async () =>
    (await cloud.parts.db.execute(`select 1 from edge_configurations where device_id = '${device.id}'`)).rows.length;
  expect(await count()).toBe(1);
  const [method, path] = how === "revoke" ? ["POST", `/${device.id}/revoke`] : ["DELETE", `/${device.id}`];
  expect((await fleet.admin(method ?? "", path)).status).toBe(200);
  expect(await count()).toBe(0);
});

test("new hardware restores the configuration with a code; a code without one to restore stays valid", async () => {
  const { device, apiKey } = await fleet.make("Gate 4");
  await fleet.beat(apiKey, { device_id: "gate-4" });
  const code = await codeOf(device.id);
  expect(await fleet.join(code, { restore: true })).toMatchObject({
    status: 404,
    body: { error: { code: "CONFIGURATION_NOT_FOUND" } },
  });
  await fleet.edge(apiKey, "POST", PATH, reportOf("gate-4"));
  const joined = await fleet.join(code, { restore: true });
  expect(joined).toMatchObject({ status: 200, body: { data: { configuration: reportOf("gate-4"), chainEnds: [] } } });
  expect(await fleet.tryKey(joined.body.data.apiKey)).toBe(200);
  expect(await fleet.join(code, { restore: true })).toMatchObject({ status: 410 });
  const plain = await fleet.join(await codeOf(device.id));
  expect([plain.status, plain.body.data.configuration, plain.body.data.chainEnds]).toEqual([200, undefined, undefined]);
  const late = await codeOf(device.id);
  cloud.advanceMs(16 * 60_000);
  expect(await fleet.join(late, { restore: true })).toMatchObject({ status: 410 });
});

test("the chains on new hardware follow the last records of the old one, which may still deliver the rest", async () => {
  const { device, apiKey } = await fleet.make("Gate 5");
  const { nowMs } = cloud.parts;
  const place = { deviceId: "gate-5", cameraId: "gate-5-top", nowMs };
  const [oldKey, newKey] = [drawKey(), drawKey()];
  await fleet.beat(apiKey, { device_id: "gate-5" });
  await fleet.edge(apiKey, "POST", PATH, reportOf("gate-5"));
  await fleet.admin("PUT", `/${device.id}/signing-key`, oldKey.registration);
  const old = createBox(place);
  type Captured = Awaited<ReturnType<typeof old.capture>>;
  const deliver = async ({ number, body }: Captured, key = apiKey) => {
    const reply = await fleet.edge(key, "POST", `/v1/edge/containers/${number}/scans/category`, body);
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return reply.body.data as { containerId: string; scanId: string };
  };
  const [first, second, third] = [
    await old.capture({ key: oldKey }),
    await old.capture({ key: oldKey, seed: 2 }),
    await old.capture({ key: oldKey, seed: 3 }),
  ];
  await deliver(first);
  const waiting = await old.capture({ key: oldKey, seed: 4 });
  // The third overtakes the second on the way, and the fourth waits on the disk of the dead device.
  const last = await deliver(third);
  cloud.advanceMs(1_000);
  await deliver(second);
  const code = await codeOf(device.id);
  const { body } = await fleet.join(code, { restore: true, ...newKey.joining(code) });
  const [end, ...others] = body.data.chainEnds;
  expect([end, others]).toEqual([
    { cameraId: "gate-5-top", kind: "category", sequence: 3, recordSha256: third.body.record_sha256 },
    [],
  ]);
  const fresh = createBox(place, { sequence: 0, recordSha256: end.recordSha256 });
  const begun = await deliver(await fresh.capture({ key: newKey, seed: 5 }), body.data.apiKey);
  const next = await deliver(await fresh.capture({ key: newKey, seed: 6 }), body.data.apiKey);
  const rest = await deliver(waiting);
  const { authorization: headers } = await cloud.signIn("admin");
  const show = async ({ containerId, scanId }: typeof begun) =>
    (await cloud.send("GET", `/v1/containers/${containerId}/scans/${scanId}`, { headers })).body.data.provenance;
  const shown = { signature: "signed", chain: "ok", replaces: null };
  expect(await show(begun)).toMatchObject({ ...shown, sequence: 1, replaces: { recordId: last.scanId, sequence: 3 } });
  expect(await show(next)).toMatchObject({ ...shown, sequence: 2 });
  expect(await show(rest)).toMatchObject({ ...shown, sequence: 4 });
  expect((await fleet.detail(device.id)).chainBreaks).toEqual([]);
  // A copy of the new hardware is a fork all the same.
  const copy = createBox(place, { sequence: 0, recordSha256: end.recordSha256 });
  expect(await show(await deliver(await copy.capture({ key: newKey, seed: 7 }), body.data.apiKey))).toMatchObject({
    chain: "fork",
  });
  expect((await fleet.detail(device.id)).chainBreaks).toMatchObject([{ problem: "fork" }]);
});
