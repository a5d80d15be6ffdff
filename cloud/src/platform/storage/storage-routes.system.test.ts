import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { afterAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { countTraces, drawJpeg, edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { createFileStorage } from "./file-storage.ts";
import type { ObjectStorage } from "./object-storage.ts";
import { openStorage } from "./open-storage.ts";
import { createS3Storage } from "./s3-storage.ts";
import { startS3Server } from "./testing.ts";

const folder = await mkdtemp(path.join(tmpdir(), "storage-"));
afterAll(() => rm(folder, { recursive: true }));
const newId = createObjectIdMaker(() => Date.now());
const credentials = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "x" };
const nowhere = { bucket: "pictures", prefix: "", region: "eu-west-1", endpoint: "http://127.0.0.1:1" };
const jpeg = await drawJpeg();

describe("while the storage is unavailable", async () => {
  const [unavailable, files] = [createS3Storage(nowhere, { credentials }), createFileStorage(folder, newId)];
  let current: ObjectStorage = files;
  const cloud = await createTestApp({
    storage: {
      write: (...given) => current.write(...given),
      read: (...given) => current.read(...given),
      delete: (...given) => current.delete(...given),
      list: (...given) => current.list(...given),
      check: () => current.check(),
    },
  });
  const { write } = edgeSender(cloud);
  const { authorization } = await cloud.signIn("operator");
  const make = async (containerNumber: string): Promise<string> =>
    (await cloud.send("POST", "/v1/containers", { body: { containerNumber }, headers: authorization })).body.data.id;
  const post = async (url: string) => {
    const headers = { ...authorization, "Content-Type": "image/jpeg" };
    const reply = await cloud.app.request(url, { method: "POST", headers, body: jpeg });
    return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) };
  };
  const auditEntries = async () =>
    (await cloud.send("GET", "/v1/admin/audit-log?limit=200", { headers: (await cloud.signIn("admin")).authorization }))
      .body.data.items.length;

  test.each<
    [string, (number: string) => Promise<{ status: number; headers: Headers; body: { error?: { code: string } } }>]
  >([
    [
      "an edge scan",
      async (number) => write("scans/category", number, await scanBody(), { "Idempotency-Key": number }),
    ],
    ["edge evidence", async (number) => write("evidence", number, await scanBody(), { "Idempotency-Key": number })],
    ["a photo", async (number) => post(`/v1/containers/${await make(number)}/evidence`)],
    ["a person's scan", async (number) => post(`/v1/containers/${await make(number)}/scans/defect`)],
  ])("%s is answered 503, leaves nothing, and is accepted once the storage is back", async (name, send) => {
    const number = `AWAY-${name.replaceAll(/\W/g, "-")}`;
    const before = await countTraces(cloud);
    const audited = await auditEntries();
    current = unavailable;
    const refused = await send(number).finally(() => (current = files));
    expect([refused.status, refused.body.error?.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(refused.headers.get("Retry-After")).toBe("30");
    expect(refused.body.error).toMatchObject({ message: "Picture storage is unavailable. Try again shortly." });
    expect(cloud.logLines.findLast((line) => line.includes('"status":503'))).toContain('"unavailable":"storage ');
    const made = /person|photo/.test(name) ? 1 : 0;
    expect(await countTraces(cloud)).toEqual({ ...before, containers: (before["containers"] ?? 0) + made });
    expect(await auditEntries()).toBe(audited + made);
    expect((await send(`${number}-again`)).status).toBeLessThan(300);
  });

  test("a picture is answered 503, which is not cached", async () => {
    const { containerId, scanId } = (await write("scans/category", "AWAY 1", await scanBody())).body.data;
    const url = `/v1/containers/${containerId}/scans/${scanId}/image`;
    const headers = (await cloud.signIn("supervisor")).authorization;
    current = unavailable;
    const reply = await cloud.send("GET", url, { headers }).finally(() => (current = files));
    expect([reply.status, reply.body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(reply.headers.get("Cache-Control")).toBe("no-store");
    expect(cloud.logLines.join("")).toContain("ECONNREFUSED");
    expect((await cloud.app.request(url, { headers })).status).toBe(200);
  });
});

describe("a start", () => {
  test("keeps pictures as files under DATA_DIR, and leaves no trace of trying", async () => {
    const storage = await openStorage({ s3: undefined, dataDir: path.join(folder, "new") }, newId);
    const found = [];
    for await (const { key } of storage.list("health")) found.push(key);
    expect(found).toEqual([]);
  });

  test("fails with the reason when the folder cannot be written", async () => {
    await writeFile(path.join(folder, "a-file"), "");
    const dataDir = path.join(folder, "a-file");
    await expect(openStorage({ s3: undefined, dataDir }, newId)).rejects.toThrow(/could not use the folder .*ENOTDIR/);
  });

  test("fails with the reason when S3 cannot be used", async () => {
    await expect(openStorage({ s3: nowhere, dataDir: folder }, newId)).rejects.toThrow(
      "could not use the bucket pictures",
    );
  });
});

test("pictures on S3 are kept, sent whole and in part, and deleted", needs("moto_server"), async () => {
  const server = await startS3Server();
  const storage = server.open();
  const cloud = await createTestApp({ storage });
  const { authorization } = await cloud.signIn("operator");
  const headers = { ...authorization, "Content-Type": "image/jpeg" };
  const made = await cloud.send("POST", "/v1/containers", {
    body: { containerNumber: "S3-1" },
    headers: authorization,
  });
  const place = `/v1/containers/${made.body.data.id}/evidence`;
  const picture = await drawJpeg(3, 900, 700);
  const reply = await cloud.app.request(place, { method: "POST", headers, body: picture });
  const { evidenceId } = JSON.parse(await reply.text()).data;
  const get = async (more: Record<string, string> = {}) => {
    const sent = await cloud.app.request(`${place}/${evidenceId}/image`, { headers: { ...authorization, ...more } });
    return { status: sent.status, bytes: Buffer.from(await sent.arrayBuffer()) };
  };
  expect(await get()).toMatchObject({ status: 200, bytes: picture });
  expect(await get({ Range: "bytes=1000-1999" })).toEqual({ status: 206, bytes: picture.subarray(1_000, 2_000) });
  expect((await cloud.send("DELETE", `${place}/${evidenceId}`, { headers: authorization })).status).toBe(200);
  expect(await storage.read(`evidence/${evidenceId}/image`)).toBeUndefined();
});
