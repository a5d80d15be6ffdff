import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage, region, textsOf } from "./kit/open-page.tsx";

const device = exampleOf("createEdgeDeviceV1", 201).data.device;
const listed = () => {
  const { keys: _, joinCodeExpiresAt: _1, heartbeat: _2, faultyCameras: _3, configurationAt: _4, ...rest } = device;
  const { signingKeys: _5, chainBreaks: _6, ...item } = rest;
  return item;
};
const item = (name: string) => screen.findByRole("listitem", { name });

/** A service with one device, called Gate 1, and the changes that it is asked for. */
function withDevice(changed: Partial<typeof device> = {}) {
  const service = fakeService();
  const now = { ...device, name: "Gate 1", ...changed };
  let isThere = true;
  service.answer("listEdgeDevicesV1", () =>
    ok({ items: isThere ? [{ ...listed(), ...pick(now) }] : [], nextCursor: null }),
  );
  service.answer("getEdgeDeviceV1", () => ok(now));
  service.answer("updateEdgeDeviceV1", ({ body }) => ok(Object.assign(now, body)));
  service.answer("deleteEdgeDeviceV1", () => {
    isThere = false;
    return { status: 200, body: { success: true, message: "Edge device deleted." } };
  });
  return { service, now };
}
const pick = ({ id, name, state, source, queue, faults, lastSeenAt }: typeof device) => ({
  id,
  name,
  state,
  source,
  queue,
  faults,
  lastSeenAt,
});

test("the codes of devices stay in view until each is closed", async () => {
  const service = fakeService();
  service.answer("createEdgeDeviceV1", ({ body }) => {
    const id = `${device.id.slice(0, -1)}${body.name.at(-1)}`;
    return {
      status: 201,
      body: {
        success: true,
        data: {
          device: { ...device, id, name: body.name },
          apiKey: null,
          joinCode: { code: `CODE ${body.name}`, expiresAt: device.createdAt },
        },
      },
    };
  });
  const { fill, press, user } = await openPage("devices", { service });
  for (const name of ["Gate 5", "Gate 6"]) {
    await fill("Name of the new device", name);
    await press("Add device");
    await screen.findByText(`CODE ${name}`);
  }
  expect(textsOf(".secret code")).toEqual(["CODE Gate 5", "CODE Gate 6"]);
  expect(service.asked("createEdgeDeviceV1").map(({ body }) => body)).toEqual([
    { name: "Gate 5", credential: "join-code" },
    { name: "Gate 6", credential: "join-code" },
  ]);
  await user.click(screen.getAllByRole("button", { name: "Done" })[0]!);
  expect(textsOf(".secret code")).toEqual(["CODE Gate 6"]);
});

test("the list shows what of a device needs attention", async () => {
  const queue = { ...EMPTY_QUEUE, pending: 3, unnumbered: 2, parked: 1 };
  const { service } = withDevice({ queue, faults: { cameras: 2, models: 1 }, state: "active" });
  await openPage("devices", { service });
  expect((await item("Gate 1")).textContent).toContain(
    "3 waiting, 2 without a container number, 1 set aside, 2 faulty cameras, 1 unused model",
  );
});

test("the page of a device shows disk, queue, faulty cameras, models, keys with their overlap, configuration", async () => {
  const queue = { ...EMPTY_QUEUE, pending: 7, usedBytes: 2e9, maxBytes: 8e9, hoursUntilFull: 5.5, parked: 2 };
  const heartbeat = {
    ...exampleOf("getEdgeDeviceV1", 200).data.heartbeat!,
    disk: { freeBytes: 3e9, totalBytes: 12e9 },
    queue,
    cameras: [
      { ...CAMERA, cameraId: "top", state: "failed" as const, lastError: "connection refused" },
      { ...CAMERA, cameraId: "rear", pictureFaults: ["dark" as const] },
      { ...CAMERA, cameraId: "side" },
    ],
    models: [
      { name: "cargo", version: "2", error: null },
      { name: "damage", version: "1", error: "odd.webp: a score" },
    ],
  };
  const [key] = device.keys;
  const since = new Date().toISOString();
  const keys = [key!, { ...key!, hint: "ced_old", endsAt: new Date(Date.now() + 7_500_000).toISOString() }];
  const faultyCameras = [
    { cameraId: "top", since, fault: "down" as const, reason: null },
    { cameraId: "rear", since, fault: "picture" as const, reason: null },
  ];
  const { service, now } = withDevice({ heartbeat, keys, faultyCameras });
  const { user, readAgain } = await openPage(`devices/${device.id}`, { service });
  const storage = (await region("Storage")).textContent;
  expect(storage).toContain("3.0 GB free of 12.0 GB");
  expect(storage).toContain("2.0 GB used of 8.0 GB");
  expect(storage).toMatch(/Waiting7.*Full in5 h 30 min.*Set aside2/);
  const rowsOf = (name: string) => textsOf("tbody tr", screen.getByRole("table", { name }));
  expect(rowsOf("Cameras")).toEqual([
    expect.stringMatching(/^topfailed faulty since (now|\d+ s ago)connection refusedScanned containers$/),
    expect.stringMatching(/^rearrunningdark faulty since (now|\d+ s ago)Scanned containers$/),
    "siderunningScanned containers",
  ]);
  expect(rowsOf("Models")).toEqual(["cargo2", "damage1not used odd.webp: a score"]);
  expect(textsOf("tbody tr td:last-child", await region("Keys"))).toEqual(["newest", "in 2 h"]);
  await screen.findByText("The device has not reported its configuration.");
  now.configurationAt = since;
  const kept = exampleOf("getEdgeConfigurationV1", 200).data;
  const missing = [{ setting: "cameras.top.password", kind: "secret" as const, name: null, sha256: null }];
  service.answer("getEdgeConfigurationV1", () => ok({ ...kept, configuration: "device: { id: gate-2 }\n", missing }));
  await readAgain();
  await screen.findByText("To be added on new hardware: cameras.top.password");
  await user.click(screen.getByText("Show the configuration"));
  expect(textsOf("pre")).toEqual(["device: { id: gate-2 }\n"]);
});

test("a device is renamed, signs with another key, and is deleted", async () => {
  const { service, now } = withDevice();
  const signed = exampleOf("setEdgeSigningKeyV1", 200).data;
  service.answer("setEdgeSigningKeyV1", () => ok(Object.assign(now, { signingKeys: signed.signingKeys })));
  const { fill, press, confirm, user, address } = await openPage(`devices/${device.id}`, { service });
  await fill("Name", "Gate 1, rear", await region("Settings"));
  await press("Save", await region("Settings"));
  await screen.findByRole("heading", { level: 1, name: "Gate 1, rear" });
  expect(service.asked("updateEdgeDeviceV1")[0]?.body).toEqual({ name: "Gate 1, rear" });
  await user.click(screen.getByText("Set another key"));
  await fill("Public key", signed.signingKeys[0]!.publicKey);
  await fill("Proof", `${"A".repeat(86)}==`);
  await press("Set key");
  await screen.findByText(
    (_, element) => element?.className === "fingerprint" || element?.classList.contains("fingerprint") === true,
  );
  await press("Delete device");
  await confirm("Delete device");
  await screen.findByRole("heading", { level: 1, name: "Devices" });
  expect(address()).toBe("/devices");
  expect(screen.queryByRole("listitem", { name: "Gate 1, rear" })).toBeNull();
});

test("a device that another admin has deleted is shown no longer", async () => {
  const { service } = withDevice();
  const { readAgain } = await openPage(`devices/${device.id}`, { service });
  await screen.findByRole("button", { name: "Delete device" });
  service.refuse("getEdgeDeviceV1", 404, "EDGE_DEVICE_NOT_FOUND", "Edge device not found.");
  await readAgain();
  await screen.findByRole("heading", { level: 1, name: "This device cannot be shown" });
  expect(screen.queryByRole("button", { name: "Delete device" })).toBeNull();
});

test("a new key is given and closed when the device is revoked, which nothing can be done with then", async () => {
  const { service, now } = withDevice();
  service.answer("rotateEdgeKeyV1", () => ok({ device: now, apiKey: "ced_new" }));
  service.answer("revokeEdgeDeviceV1", () => ok(Object.assign(now, { state: "revoked" })));
  const { press, confirm } = await openPage("devices", { service });
  await press("New key", await item("Gate 1"));
  await confirm("Create key");
  await screen.findByText("ced_new");
  await press("Revoke", await item("Gate 1"));
  await confirm("Revoke device");
  await within(await item("Gate 1")).findByText("revoked");
  await disappeared(() => screen.queryByText("ced_new"));
  expect(within(await item("Gate 1")).queryByRole("button")).toBeNull();
});

test("a box of the shared key cannot be revoked alone", async () => {
  const { service } = withDevice({ source: "shared-key" });
  await openPage("devices", { service });
  const box = await item("Gate 1");
  expect(box.textContent).toContain("shared key");
  expect(textsOf("button", box)).toEqual(["Join code", "New key"]);
});

const CAMERA = exampleOf("getEdgeDeviceV1", 200).data.heartbeat!.cameras[0]!;
const EMPTY_QUEUE = {
  pending: 0,
  oldestAgeSeconds: null,
  unnumbered: null,
  parked: null,
  refused: null,
  usedBytes: null,
  maxBytes: null,
  hoursUntilFull: null,
  secondsUntilDrained: null,
  lastDeliveredAt: null,
};
