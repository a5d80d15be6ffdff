import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { signedText } from "@container-inspection/shared-schemas/transfers";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../../cloud/src/testing/app.ts";
import { countTraces, sha256Of } from "../../cloud/src/intake/testing.ts";
import { startServer } from "../../cloud/src/platform/http/start-server.ts";
import { keepCloudKey, readCloudKey } from "../../edge-agent/src/forwarding/air-gap/cloud-key.ts";
import { checkAcknowledgement } from "../../edge-agent/src/forwarding/air-gap/read-acknowledgement.ts";
import { fixedKey } from "../../edge-agent/src/forwarding/link/api-key.ts";
import { assembleRequest } from "../../edge-agent/src/forwarding/assemble-request.ts";
import { DIRECT } from "../../edge-agent/src/forwarding/link/open-dispatcher.ts";
import { createCloudLink } from "../../edge-agent/src/forwarding/link/cloud-link.ts";
import { startHeartbeats } from "../../edge-agent/src/forwarding/loops/send-heartbeats.ts";
import { createTestLogger, scanCapture } from "../../edge-agent/src/outbox/testing/captures.ts";
import { openSigningKey } from "../../edge-agent/src/forwarding/signing/signing-key.ts";
import { waitUntil } from "../demo/wait-until.ts";
import {
  type CarriedDevice,
  captureAll,
  createDevice as createDeviceOf,
  pictures,
  transferOf,
} from "./harness/carried-device.ts";

const cloud = await createTestApp();
const { parts, send } = cloud;
const admin = await cloud.signIn("admin");
const { authorization } = admin;
const createDevice = (name: string) => createDeviceOf(cloud, admin, name);

const upload = (file: Buffer) =>
  cloud.app.request("/v1/admin/edge-imports", {
    method: "POST",
    headers: { ...authorization, "Content-Type": "application/octet-stream" },
    body: new Uint8Array(file),
  });

/** Imports a file; one that was cut holds its place until the service has noticed, and answers 503 to others. */
async function importFile(file: Buffer, device: CarriedDevice): Promise<string> {
  let reply = await upload(file);
  const uploadAgain = async () => {
    if (reply.status === 503) reply = await upload(file);
    return reply.status;
  };
  await expect.poll(uploadAgain).not.toBe(503);
  const text = await reply.text();
  expect([reply.status, text]).toEqual([200, text]);
  const target = path.join(device.folder, `acknowledgement-${device.newId()}.ndjson`);
  writeFileSync(target, text);
  return target;
}

const cloudKey = async () =>
  String((await send("GET", "/v1/admin/edge-imports/key", { headers: authorization })).body.data.publicKey);

/** Counts the records that the cloud has of a device's cameras, and those that are signed. */
async function recordsOf({ name }: CarriedDevice) {
  const camera = `${name}-top`;
  const { rows } = await parts.db.execute(`
    select (select count(*)::int from scans where camera_id = '${camera}') as scans,
      (select count(*)::int from evidence where camera_id = '${camera}') as photos,
      (select count(*)::int from tracking_events where camera_id = '${camera}') as events,
      (select count(*)::int from record_links where camera_id = '${camera}' and signature_state = 'signed') as signed`);
  return rows[0];
}

describe("an outbox carried by hand", () => {
  test("records a transfer once although the line delivers too, and its acknowledgement empties the queue", async () => {
    const device = await createDevice("gap-1");
    const { outbox, cli, folder } = device;
    const captured = captureAll(device);
    const read = outbox.read(captured.first.id);
    if (!read.ok) throw new Error(read.reason);
    // The line delivers one whose reply gets lost.
    const { url, body } = assembleRequest("http://cloud.test", read.record);
    const headers = { "X-API-Key": device.apiKey, "Idempotency-Key": captured.first.id };
    expect((await send("POST", url, { body: JSON.parse(String(body)), headers })).status).toBe(200);

    const file = path.join(folder, "usb.transfer");
    const written = await cli("transfer", file);
    expect(JSON.parse(written.stdout)).toMatchObject({ file, records: 6, damaged: 0 });
    expect(await cli("transfer", file)).toMatchObject({ code: 2, stdout: expect.stringContaining("exists already") });
    expect(outbox.status().pending).toBe(6);
    const acknowledgement = await importFile(await readFile(file), device);
    // And one that it delivers to the end, while the file is on its way back.
    outbox.acknowledge(captured.second.id);

    expect(await cli("acknowledge", acknowledgement)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("--cloud-key"),
    });
    const applied = await cli("acknowledge", acknowledgement, "--cloud-key", await cloudKey());
    expect(JSON.parse(applied.stdout)).toEqual({ deleted: 4, parked: 1, missing: 1, failed: 0 });
    expect(outbox.status()).toMatchObject({ pending: 0, parked: 2 });
    expect(outbox.parked().map(({ reason }) => reason)).toEqual([
      expect.stringContaining("400 INVALID_IMAGE_FORMAT"),
      expect.stringContaining("the cloud rejected 1 of 3 events"),
    ]);
    const recorded = { scans: 2, photos: 1, events: 2, signed: 3 };
    expect(await recordsOf(device)).toEqual(recorded);

    const again = await importFile(await readFile(file), device);
    expect(await recordsOf(device)).toEqual(recorded);
    // The key of the cloud is known by now.
    expect(JSON.parse((await cli("acknowledge", again)).stdout)).toMatchObject({ deleted: 0, missing: 5 });
    const audit = await send("GET", "/v1/admin/audit-log?action=edge-device.import", { headers: authorization });
    expect(audit.body.data.items).toHaveLength(2);
  });

  test("keeps records captured after the transfer, and those the cloud could not record", async () => {
    const device = await createDevice("gap-2");
    const captured = captureAll(device);
    const file = transferOf(device, { maxRecords: 2 });
    const later = scanCapture({ id: device.newId(), pictures });
    device.outbox.insert(later);
    await parts.db.execute(`alter table evidence add constraint closed check (camera_id <> 'gap-2-top')`);
    const acknowledgement = await importFile(transferOf(device), device);
    await parts.db.execute(`alter table evidence drop constraint closed`);
    keepCloudKey(device.dataDir, await cloudKey());
    const failing = await device.cli("acknowledge", acknowledgement);
    expect(JSON.parse(failing.stdout)).toMatchObject({ deleted: 5, failed: 1 });
    expect(device.outbox.read(captured.photo.id)).toMatchObject({ ok: true });
    const first = await device.cli("acknowledge", await importFile(file, device));
    expect(JSON.parse(first.stdout)).toEqual({ deleted: 0, parked: 0, missing: 2, failed: 0 });
  });

  test("is refused as a whole where it was altered, truncated, or is not of a device that may deliver", async () => {
    const device = await createDevice("gap-3");
    captureAll(device);
    const file = transferOf(device);
    const lines = file.toString("latin1").split("\n");
    const altered = Buffer.from(file);
    const middle = Math.floor(file.length / 2);
    altered[middle] = altered[middle] === 65 ? 66 : 65;
    const joining = Buffer.from(
      file.toString("latin1").replace(/\/v1\/edge\/containers\/[^"]+/, "/v1/edge/join"),
      "latin1",
    );
    const stranger = openSigningKey(mkdtempSync(path.join(device.folder, "stranger-")));
    const before = await countTraces(cloud);
    const problems: Record<string, [Buffer, number, string]> = {
      empty: [Buffer.alloc(0), 400, "it is empty"],
      "no transfer file": [pictures.original, 400, "not a JSON object|the last line is cut"],
      altered: [altered, 400, "it was altered"],
      "without its end": [Buffer.from(`${lines.slice(0, -2).join("\n")}\n`, "latin1"), 400, "its end is missing"],
      "cut in a line": [file.subarray(0, middle), 400, "the last line is cut"],
      "with more after its end": [Buffer.concat([file, Buffer.from("{}\n")]), 400, "lines follow its end"],
      "to another route": [joining, 400, "is not a route for records"],
      "with the key of a stranger": [transferOf(device, { signingKey: stranger }), 404, "No device has registered"],
      "signed by another": [
        transferOf(device, { signingKey: { ...device.signingKey, sign: stranger.sign } }),
        400,
        "its signature is invalid",
      ],
      "with a line without end": [Buffer.alloc(60_000_000, "a"), 400, "longer than"],
    };
    for (const [name, [bytes, status, message]] of Object.entries(problems)) {
      const reply = await upload(bytes);
      expect([name, reply.status, await reply.text()]).toEqual([name, status, expect.stringMatching(message)]);
    }
    await send("POST", `/v1/admin/edge-devices/${device.id}/revoke`, { headers: authorization });
    expect((await upload(file)).status).toBe(409);
    expect(await countTraces(cloud)).toEqual(before);
    expect(readdirSync(parts.settings.dataDir).filter((name) => name.startsWith("transfer-"))).toEqual([]);
  });

  test("is imported completely after an import that was cut", async () => {
    const server = await startServer(() => cloud.app, { port: 0, host: "127.0.0.1", newId: parts.newId });
    onTestFinished(() => server.stop(0));
    const device = await createDevice("gap-4");
    const { outbox, newId } = device;
    for (let count = 0; count < 12; count += 1)
      outbox.insert(scanCapture({ id: newId(), cameraId: "gap-4-top", deviceId: "gap-4", pictures }));
    const file = transferOf(device);
    const url = `http://127.0.0.1:${server.port}/v1/admin/edge-imports`;
    const headers = { ...authorization, "Content-Type": "application/octet-stream" };
    const reply = await fetch(url, { method: "POST", headers, body: new Uint8Array(file) });
    const reader = reply.body!.getReader();
    await reader.read();
    await reader.cancel();
    const half = request(url, { method: "POST", headers: { ...headers, "Content-Length": file.length } });
    half.on("error", () => undefined);
    await new Promise((resolve) => half.write(file.subarray(0, 100_000), resolve));
    half.destroy();

    await device.cli("acknowledge", await importFile(file, device), "--cloud-key", await cloudKey());
    expect(outbox.status()).toMatchObject({ pending: 0, parked: 0 });
    expect(await recordsOf(device)).toMatchObject({ scans: 12, signed: 12 });
  });
});

describe("an acknowledgement", () => {
  test("deletes nothing where it was altered, truncated, or is not for this device and of its cloud", async () => {
    const device = await createDevice("gap-5");
    const other = await createDevice("gap-6");
    captureAll(device);
    const file = await importFile(transferOf(device), device);
    const text = readFileSync(file, "utf8");
    const lines = text.split("\n");
    const keys = { cloudKey: await cloudKey(), deviceKey: device.signingKey.publicKey };
    expect(await checkAcknowledgement(file, keys)).toEqual({ records: 6 });
    const forged = (end: string) => [...lines.slice(0, -2), end, ""].join("\n");
    const sha256 = sha256Of(`${lines.slice(0, -2).join("\n")}\n`);
    const byDevice = device.signingKey.sign(signedText("acknowledgement", sha256));
    const problems: [string, typeof keys, string][] = [
      [text.replace('"status":400', '"status":200'), keys, "it was altered"],
      [text.slice(0, -1), keys, "the last line is cut"],
      [`${lines.slice(0, -2).join("\n")}\n`, keys, "its end is missing"],
      [lines.toSpliced(2, 1).join("\n"), keys, "it was altered"],
      [
        forged(JSON.stringify({ records: 6, sha256, signature: byDevice })),
        keys,
        "not signed with the key of the cloud",
      ],
      [text, { ...keys, cloudKey: other.signingKey.publicKey }, "not signed with the key of the cloud"],
      [text, { ...keys, deviceKey: other.signingKey.publicKey }, "it is for another device"],
      [readFileSync(path.join(device.folder, "edge-agent.yaml"), "utf8"), keys, "it is not an acknowledgement"],
      ["", keys, "its end is missing"],
    ];
    const changed = path.join(device.folder, "changed.ndjson");
    for (const [content, known, message] of problems) {
      writeFileSync(changed, content);
      await expect(checkAcknowledgement(changed, known)).rejects.toThrow(message);
    }
    keepCloudKey(other.dataDir, keys.cloudKey);
    expect(await other.cli("acknowledge", file)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching("nothing was deleted"),
    });
    expect(device.outbox.status().pending).toBe(6);
  });

  test("names records by their contents: another record under the same id stays", async () => {
    const { outbox, newId } = await createDevice("gap-8");
    const capture = scanCapture({ id: newId(), pictures });
    outbox.insert(capture);
    const other = { id: capture.id, sha256: sha256Of("another record") };
    const settled = outbox.settle([
      { ...other, outcome: "recorded", rejected: [] },
      { ...other, outcome: "refused", reason: "no", status: 400 },
    ]);
    expect(settled).toEqual({ deleted: 0, parked: 0, missing: 2 });
    expect(outbox.status()).toMatchObject({ pending: 1, parked: 0 });
  });

  test("is checked with the key that the cloud reports in its replies to heartbeats", async () => {
    const server = await startServer(() => cloud.app, { port: 0, host: "127.0.0.1", newId: parts.newId });
    onTestFinished(() => server.stop(0));
    const { dataDir, apiKey } = await createDevice("gap-7");
    const heartbeats = startHeartbeats({
      link: createCloudLink({
        cloudUrl: `http://127.0.0.1:${server.port}`,
        apiKey: fixedKey(apiKey),
        network: DIRECT,
      }),
      read: async () => ({ device_id: "gap-7" }),
      onReply: ({ acknowledgementKey }) => keepCloudKey(dataDir, acknowledgementKey),
      logger: createTestLogger(),
    });
    onTestFinished(() => heartbeats.stop());
    await waitUntil("the key is kept", () => readCloudKey(dataDir), { timeoutMs: 60_000 });
    expect(readCloudKey(dataDir)).toBe(await cloudKey());
  });
});
