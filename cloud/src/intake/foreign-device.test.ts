import { describe, expect, test } from "vitest";
import { fleetOf } from "../fleet/edge-devices/testing.ts";
import { createTestApp } from "../testing/app.ts";
import { verifyChain } from "../inspection/case-files/verify-chain.mjs";
import { watchChains } from "../inspection/provenance/watch-chains.ts";
import { createBox, drawKey, writeTransfer } from "./box-testing.ts";

const cloud = await createTestApp();
const fleet = await fleetOf(cloud);
const { headers } = fleet;
const { nowMs } = cloud.parts;
const { edgeApiKey } = cloud.parts.settings;
let made = 0;

type Sent = Awaited<ReturnType<ReturnType<typeof createBox>["capture"]>>;

/** A device with its own key and a signing key; `deliver` sends a record with a given key. */
async function makeDevice() {
  const { device, apiKey } = await fleet.make(`Gate ${(made += 1)}`);
  const key = drawKey();
  await fleet.admin("PUT", `/${device.id}/signing-key`, key.registration);
  const place = { deviceId: `box-${made}`, cameraId: `camera-${made}`, nowMs };
  return { id: String(device.id), apiKey: String(apiKey), key, place, box: createBox(place) };
}

async function deliver(apiKey: string, { number, body }: Sent, kind = "scans/category") {
  const reply = await fleet.edge(apiKey, "POST", `/v1/edge/containers/${number}/${kind}`, body);
  expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 200, error: undefined });
  const { containerId, scanId } = reply.body.data;
  const shown = await cloud.send("GET", `/v1/containers/${containerId}/scans/${scanId}`, { headers });
  return shown.body.data?.provenance;
}

const problemsOf = async ({ id }: { id: string }) =>
  (await fleet.detail(id)).chainBreaks.map((row: { problem: string; closedAt: string | null }) =>
    row.closedAt === null ? row.problem : `${row.problem} closed`,
  );
const chainOf = async ({ id }: { id: string }) => {
  const reply = await cloud.app.request(`/v1/admin/edge-devices/${id}/chain`, { headers });
  return (await reply.text()).trimEnd().split("\n");
};

describe("a device that names itself as another one", () => {
  test("is recorded and marked, closes no alarm of the other, and neither continues nor forks its chain", async () => {
    const [victim, other] = [await makeDevice(), await makeDevice()];
    await deliver(victim.apiKey, await victim.box.capture({ key: victim.key }));
    await deliver(victim.apiKey, await victim.box.capture({ key: drawKey() }));
    expect(await problemsOf(victim)).toEqual(["invalid-signature"]);

    const forger = createBox(victim.place, victim.box.end());
    const forged = await deliver(other.apiKey, await forger.capture({ key: other.key, seed: 2 }));
    expect(forged).toMatchObject({ signature: "signed", chain: "foreign-device" });
    expect(await problemsOf(victim)).toEqual(["invalid-signature"]);
    expect(await problemsOf(other)).toEqual(["foreign-device"]);

    const next = await deliver(victim.apiKey, await victim.box.capture({ key: victim.key }));
    expect(next).toMatchObject({ signature: "signed", chain: "ok" });
    cloud.advanceMs(20 * 60_000);
    await watchChains(cloud.parts);
    expect(await problemsOf(victim)).toEqual(["invalid-signature closed"]);

    await deliver(other.apiKey, await other.box.capture({ key: other.key }));
    expect(await problemsOf(other)).toEqual(["gap", "foreign-device closed"]);
  });

  test("is marked with the shared key and without a chain as well, once for each sender", async () => {
    const [victim, other] = [await makeDevice(), await makeDevice()];
    await deliver(victim.apiKey, await victim.box.capture({ key: victim.key }));
    const { number, body } = await createBox(victim.place).capture();
    const { image, detections, device_id } = body;
    const bare = { number, body: { image, detections, device_id } } as unknown as Sent;
    expect(await deliver(other.apiKey, bare)).toBeNull();
    expect(await deliver(other.apiKey, bare)).toBeNull();
    expect(await problemsOf(other)).toEqual(["foreign-device"]);
    const shared = await deliver(edgeApiKey, await createBox(victim.place, victim.box.end()).capture());
    expect(shared).toMatchObject({ chain: "foreign-device" });
    const next = await deliver(victim.apiKey, await victim.box.capture({ key: victim.key }));
    expect(next).toMatchObject({ chain: "ok" });
    expect(await problemsOf(victim)).toEqual([]);
  });

  test("is found in an exported chain, whose verifier compares who sent each record", async () => {
    const [victim, other] = [await makeDevice(), await makeDevice()];
    await deliver(victim.apiKey, await victim.box.capture({ key: victim.key }));
    const forger = createBox(victim.place, victim.box.end());
    await deliver(other.apiKey, await forger.capture({ key: other.key, seed: 2 }));
    const [honest, forged] = [await chainOf(victim), await chainOf(other)];
    expect(await verifyChain(honest)).toMatchObject({ problems: [] });
    expect((await verifyChain(forged)).problems.join("\n")).toContain(
      `another device than ${victim.place.deviceId} sent it (${other.id})`,
    );
    // The lines of both in one file, as in a case file, without the mark of the service.
    const unmarked = [...honest.slice(0, -1), ...forged.slice(1)].map((line) => line.replace('"isForeign":true,', ""));
    expect((await verifyChain(unmarked)).problems.join("\n")).toContain("two edgeDeviceIds");
  });
});

describe("devices with the shared key", () => {
  test("keep their chain when they get their own key", async () => {
    const { apiKey, box, id } = await makeDevice();
    expect(await deliver(edgeApiKey, await box.capture())).toMatchObject({ chain: "ok" });
    expect(await deliver(edgeApiKey, await box.capture())).toMatchObject({ chain: "ok" });
    expect(await deliver(apiKey, await box.capture())).toMatchObject({ chain: "ok" });
    expect(await deliver(apiKey, await box.capture())).toMatchObject({ chain: "ok" });
    cloud.advanceMs(20 * 60_000);
    await watchChains(cloud.parts);
    expect((await problemsOf({ id })).filter((problem: string) => problem !== "missing-signature")).toEqual([]);
  });
});

test("a revoked device loses its name to the next device that uses it", async () => {
  const [first, second] = [await makeDevice(), await makeDevice()];
  await deliver(first.apiKey, await first.box.capture({ key: first.key }));
  const successor = createBox(first.place);
  expect(await deliver(second.apiKey, await successor.capture({ key: second.key }))).toMatchObject({
    chain: "foreign-device",
  });
  await fleet.admin("POST", `/${first.id}/revoke`);
  expect(await deliver(second.apiKey, await successor.capture({ key: second.key }))).toMatchObject({ chain: "ok" });
});

test("a transfer file acts for the device that signed it", async () => {
  const [victim, other] = [await makeDevice(), await makeDevice()];
  await deliver(victim.apiKey, await victim.box.capture({ key: victim.key }));
  const { number, body } = await createBox(victim.place, victim.box.end()).capture({ key: other.key });
  const path = `/v1/edge/containers/${number}/scans/category`;
  const file = writeTransfer(other.key, [{ id: "carried-1", path, body }]);
  const reply = await cloud.app.request("/v1/admin/edge-imports", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/octet-stream" },
    body: file,
  });
  expect(reply.status).toBe(200);
  await reply.text();
  expect(await problemsOf(other)).toEqual(["foreign-device"]);
  expect(await problemsOf(victim)).toEqual([]);
});
