import { writeRelease } from "../../fleet/roll-outs/testing.ts";
import { drawKey, writeTransfer } from "../../intake/box-testing.ts";
import type { WriteRows } from "./write-rows.ts";
import type { WriteWorld } from "./write-world.ts";

const edgeDevice = async ({ admin, make }: WriteWorld): Promise<string> =>
  (await make(admin, "POST", "/admin/edge-devices", { name: "Gate" })).device.id;

const revoked = async (world: WriteWorld) => {
  const id = await edgeDevice(world);
  await world.make(world.admin, "POST", `/admin/edge-devices/${id}/revoke`);
  return id;
};

const lane = async ({ admin, unique, make }: WriteWorld): Promise<string> => {
  const plan = { sites: [{ name: unique("Site"), lanes: [{ name: "In 1" }] }] };
  return (await make(admin, "PUT", "/admin/topology", plan)).sites[0].lanes[0].id;
};

/** A device with a registered key, and the transfer file that it wrote. */
const transfer = async (world: WriteWorld) => {
  const key = drawKey();
  const { admin, make, unique } = world;
  await make(admin, "PUT", `/admin/edge-devices/${await edgeDevice(world)}/signing-key`, key.registration);
  const body = { container_number: unique("CARRIED") };
  const text = writeTransfer(key, [{ id: unique("carried"), path: "/v1/edge/containers/identify", body }]);
  return { type: "application/octet-stream", text };
};

const releaseFile = ({ unique }: WriteWorld) => ({
  type: "application/octet-stream",
  text: writeRelease(drawKey(), { name: "video", version: unique("version") }).toString(),
});

const releaseId = async (world: WriteWorld): Promise<string> => {
  const { type, text: body } = releaseFile(world);
  const headers = { ...world.admin.authorization, "Content-Type": type };
  const reply = await world.cloud.app.request("/v1/admin/releases", { method: "POST", headers, body });
  return JSON.parse(await reply.text()).data.id;
};

const rollOut = async (world: WriteWorld): Promise<string> =>
  (await world.make(world.admin, "POST", "/admin/roll-outs", { releaseId: await releaseId(world), stage: "all" })).id;

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Edge devices, written by admins and by themselves, cameras and the topology. */
export const fleetRows: WriteRows = {
  "POST /v1/admin/edge-devices": {
    done: async ({ admin }) => ({ as: admin, body: { name: "Gate" } }),
    refused: async ({ admin }) => ({ as: admin, body: { name: "" } }),
  },
  "PUT /v1/admin/edge-devices/{id}": {
    done: async (world) => ({ as: world.admin, params: { id: await edgeDevice(world) }, body: { name: "Other gate" } }),
    refused: async ({ admin }) => ({ as: admin, body: { name: "Other gate" } }),
  },
  "POST /v1/admin/edge-devices/{id}/rotate": {
    done: async (world) => ({ as: world.admin, params: { id: await edgeDevice(world) }, body: {} }),
    refused: async (world) => ({ as: world.admin, params: { id: await revoked(world) }, body: {} }),
  },
  "POST /v1/admin/edge-devices/{id}/join-code": {
    done: async (world) => ({ as: world.admin, params: { id: await edgeDevice(world) } }),
    refused: async (world) => ({ as: world.admin, params: { id: await revoked(world) } }),
  },
  "POST /v1/admin/edge-devices/{id}/revoke": {
    done: async (world) => ({ as: world.admin, params: { id: await edgeDevice(world) } }),
    refused: async (world) => ({ as: world.admin, params: { id: await revoked(world) } }),
  },
  "PUT /v1/admin/edge-devices/{id}/signing-key": {
    done: async (world) => ({
      as: world.admin,
      params: { id: await edgeDevice(world) },
      body: drawKey().registration,
    }),
    refused: async (world) => ({
      as: world.admin,
      params: { id: await revoked(world) },
      body: drawKey().registration,
    }),
  },
  "POST /v1/admin/edge-imports": {
    done: async (world) => ({ as: world.admin, file: await transfer(world) }),
    refused: async ({ admin }) => ({
      as: admin,
      file: { type: "application/octet-stream", text: "no transfer file\n" },
    }),
  },
  "POST /v1/admin/releases": {
    done: async (world) => ({ as: world.admin, file: releaseFile(world) }),
    refused: async ({ admin }) => ({ as: admin, file: { type: "application/octet-stream", text: "no release\n" } }),
  },
  "DELETE /v1/admin/releases/{id}": {
    done: async (world) => ({ as: world.admin, params: { id: await releaseId(world) } }),
    refused: async ({ admin }) => ({ as: admin }),
  },
  "POST /v1/admin/roll-outs": {
    done: async (world) => ({ as: world.admin, body: { releaseId: await releaseId(world), stage: "all" } }),
    refused: async ({ admin }) => ({ as: admin, body: { releaseId: "none", stage: "all" } }),
  },
  "PUT /v1/admin/roll-outs/{id}": {
    done: async (world) => ({ as: world.admin, params: { id: await rollOut(world) }, body: { state: "stopped" } }),
    refused: async ({ admin }) => ({ as: admin, body: { state: "stopped" } }),
  },
  "DELETE /v1/admin/edge-devices/{id}": {
    done: async (world) => ({ as: world.admin, params: { id: await edgeDevice(world) } }),
    refused: async ({ admin }) => ({ as: admin }),
  },
  "PUT /v1/admin/topology": {
    done: async ({ admin, unique }) => ({ as: admin, body: { sites: [{ name: unique("Site"), lanes: [] }] } }),
    refused: async ({ admin }) => ({ as: admin, body: { sites: [{ id: "0".repeat(24), name: "Site", lanes: [] }] } }),
  },
  "PUT /v1/admin/cameras/{cameraId}": {
    done: async ({ admin, unique }) => ({
      as: admin,
      params: { cameraId: unique("camera") },
      body: { name: "Rear" },
    }),
    refused: async ({ admin, unique }) => ({
      as: admin,
      params: { cameraId: unique("camera") },
      body: { laneId: "none" },
    }),
  },
  "DELETE /v1/admin/cameras/{cameraId}": {
    done: async ({ admin, unique, make }) => {
      const cameraId = unique("camera");
      await make(admin, "PUT", `/admin/cameras/${cameraId}`, { name: "Rear" });
      return { as: admin, params: { cameraId } };
    },
    refused: async ({ admin }) => ({ as: admin }),
  },
  "POST /v1/shifts": {
    done: async (world) => ({ as: world.ann, body: { laneId: await lane(world), until: inAnHour() } }),
    refused: async ({ ann }) => ({ as: ann, body: { laneId: "none", until: inAnHour() } }),
  },
  "POST /v1/shifts/{id}/end": {
    done: async (world) => {
      const body = { laneId: await lane(world), until: inAnHour() };
      return { as: world.ann, params: { id: (await world.make(world.ann, "POST", "/shifts", body)).id } };
    },
    refused: async ({ ann }) => ({ as: ann }),
  },
  "POST /v1/edge/join": {
    done: async ({ admin, make }) => {
      const made = await make(admin, "POST", "/admin/edge-devices", { name: "Gate", credential: "join-code" });
      return { as: "anonymous", body: { code: made.joinCode.code } };
    },
    refused: async () => ({ as: "anonymous", body: { code: "AAAAA-AAAAA" } }),
  },
  "POST /v1/edge/heartbeat": {
    notLogged: "Heartbeats are too many; a device that falls silent and comes back is logged.",
    done: async ({ unique }) => ({ as: "edge", body: { device_id: unique("box") } }),
  },
};
