import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RollOutDetail } from "@container-inspection/shared-schemas/releases";
import { expect, onTestFinished } from "vitest";
import { fleetOf } from "../../../cloud/src/fleet/edge-devices/testing.ts";
import { createTestApp } from "../../../cloud/src/testing/app.ts";
import { startServer } from "../../../cloud/src/platform/http/start-server.ts";
import { layOutSite, startCli } from "../../../edge-agent/src/commands/testing/small-site.ts";
import { waitUntil } from "../../demo/wait-until.ts";

const patient = { timeoutMs: 240_000 };

/** A release key: the file of its private half, and its public half. */
function drawReleaseKey(folder: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const file = path.join(folder, "release.pem");
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }));
  return { file, publicKey: Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64") };
}

/** Creates a cloud, a release key, and agents that run as separate programs. */
export async function createFleet() {
  const cloud = await createTestApp();
  const fleet = await fleetOf(cloud);
  const server = await startServer(() => cloud.app, { host: "127.0.0.1", port: 0, newId: cloud.parts.newId });
  onTestFinished(() => server.stop(0));
  const cloudUrl = `http://127.0.0.1:${server.port}`;
  const folder = mkdtempSync(path.join(tmpdir(), "release-machine-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const key = drawReleaseKey(folder);
  const admin = async (method: string, route: string, body?: unknown) => {
    const reply = await cloud.send(method, `/v1/admin${route}`, { headers: fleet.headers, body });
    expect([reply.status, reply.body.error]).toEqual([reply.status < 300 ? reply.status : 200, undefined]);
    return reply.body.data;
  };
  return {
    cloud,
    fleet,
    cloudUrl,
    folder,
    key,
    admin,
    /** Uploads the file of a release as an administrator does; resolves with its id. */
    async upload(file: string): Promise<string> {
      const init = { method: "POST", body: new Uint8Array(readFileSync(file)) };
      const headers = { ...fleet.headers, "Content-Type": "application/octet-stream" };
      const reply = await cloud.app.request("/v1/admin/releases", { ...init, headers });
      return JSON.parse(await reply.text()).data.id;
    },
    /** Creates an agent for a new device; it is not started yet. */
    async box(name: string, changes: Record<string, unknown> = {}) {
      const { device, apiKey } = await fleet.make(name);
      const site = await layOutSite(cloudUrl, {
        cloud: { url: cloudUrl, apiKey },
        device: { id: name },
        releaseKey: key.publicKey,
        ...changes,
      });
      return {
        id: String(device.id),
        ...site,
        start: () => startCli(["run", "--config", site.configFile]),
        /** The versions of the models in use, by its newest heartbeat. */
        models: async () =>
          (await fleet.detail(device.id)).heartbeat?.models.map(({ version }: { version: string }) => version),
      };
    },
    /** Waits until a roll-out looks as it should, for each device by its name. */
    reaches: (id: string, wanted: (devices: Record<string, RollOutDetail["devices"][number]>) => boolean) =>
      waitUntil(
        "the devices are where they should be",
        async () => {
          const detail: RollOutDetail = await admin("GET", `/roll-outs/${id}`);
          const devices = Object.fromEntries(detail.devices.map((device) => [device.name, device]));
          return wanted(devices) ? devices : undefined;
        },
        patient,
      ),
  };
}
