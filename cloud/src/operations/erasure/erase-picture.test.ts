import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { drawJpeg, edgeSender, scanBody, sha256Of } from "../../intake/testing.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { runCloud } from "../commands/testing.ts";

const connection = await createTestDatabase();
const cloud = await createTestApp({ connection });
const { parts } = cloud;
const { write } = edgeSender(cloud);
const [sue, eve, admin] = [
  await cloud.signIn("supervisor"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];
const jpeg = await drawJpeg();
let made = 0;

const environment = { DATABASE_URL: connection.url, DATA_DIR: parts.settings.dataDir };
const run = (id: string, ...args: string[]) => runCloud(environment, ["erase-picture", id, ...args]);
const erase = (id: string) => run(id, "--reason", "request 12");
const as = (user: typeof sue, method: string, path: string, body?: unknown) =>
  cloud.send(method, `/v1${path}`, { headers: user.authorization, body });

/** A scan and a photo of a new container, with the addresses of their pictures, and thumbnails that were requested. */
async function record() {
  const number = `FACE ${(made += 1)}`;
  const body = await scanBody({ visualization: jpeg.toString("base64") });
  const { containerId, scanId } = (await write("scans/category", number, body)).body.data;
  const { evidenceId } = (await write("evidence", number, body)).body.data;
  const [scan, photo] = [
    `/containers/${containerId}/scans/${scanId}`,
    `/containers/${containerId}/evidence/${evidenceId}`,
  ];
  const picturesOf = (place: string) =>
    ["image", "image?size=thumbnail", "visualization"].map((name) => `${place}/${name}`);
  await statusesOf(picturesOf(scan));
  return {
    containerId: String(containerId),
    scanId: String(scanId),
    evidenceId: String(evidenceId),
    scan,
    photo,
    picturesOf,
  };
}

const statusesOf = (urls: string[]) =>
  Promise.all(
    urls.map(async (url) => {
      const reply = await cloud.app.request(`/v1${url}`, { headers: sue.authorization });
      await reply.arrayBuffer();
      return reply.status;
    }),
  );

async function storedUnder(folder: "scans" | "evidence", id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of parts.storage.list(folder)) if (key.includes(id)) keys.push(key);
  return keys;
}

const logOf = async (subject: string) =>
  (await as(admin, "GET", `/admin/audit-log?subject=${subject}`)).body.data.items.filter(
    ({ action }: { action: string }) => action.endsWith("erase-picture"),
  );

describe("erase-picture", () => {
  test("deletes the picture of a scan with thumbnail and annotated copy; the record stays with its hash, and nothing else changes", async () => {
    const { scanId, scan, photo, picturesOf } = await record();
    expect(await storedUnder("scans", scanId)).toHaveLength(3);
    const done = await run(scanId, "--reason", " request 12 ");
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining("3 of 3 objects deleted") });
    expect(await storedUnder("scans", scanId)).toEqual([]);
    expect(await statusesOf(picturesOf(scan))).toEqual([410, 410, 410]);
    const { image, detections } = (await as(sue, "GET", scan)).body.data;
    expect(image).toMatchObject({ sha256: sha256Of(jpeg), deletedAt: expect.any(String) });
    expect(detections).toHaveLength(1);
    expect(await statusesOf(picturesOf(photo))).toEqual([200, 200, 200]);
    expect(await logOf(`scan:${scanId}`)).toMatchObject([
      {
        actor: { name: "command line" },
        after: { reason: "request 12", imageDeletedAt: image.deletedAt, imageSha256: image.sha256 },
      },
    ]);
  });

  test("does the same to evidence, and may be repeated", async () => {
    const { evidenceId, photo, picturesOf } = await record();
    for (const objects of ["3 of 3", "3 of 3"])
      expect(await erase(evidenceId)).toMatchObject({ code: 0, output: expect.stringContaining(`${objects} objects`) });
    expect(await storedUnder("evidence", evidenceId)).toEqual([]);
    expect(await statusesOf(picturesOf(photo))).toEqual([410, 410, 410]);
    expect((await as(sue, "GET", photo)).body.data.image.deletedAt).toEqual(expect.any(String));
    expect(await logOf(`evidence:${evidenceId}`)).toHaveLength(1);
  });

  test("reports objects that could not be deleted, and deletes them when it is run again", async () => {
    const { scanId, scan, picturesOf } = await record();
    // Where the picture was, a folder that cannot be deleted as a file.
    const file = path.join(parts.settings.dataDir, "objects/scans", scanId, "image");
    await rm(file);
    await mkdir(path.join(file, "inside"), { recursive: true });
    const done = await erase(scanId);
    expect(done).toMatchObject({ code: 1, output: expect.stringContaining("2 of 3 objects deleted") });
    expect(done.output).toContain(
      `Run this again; the daily search for orphans also tries:\n  scans/${scanId}/image: `,
    );
    expect(await statusesOf(picturesOf(scan))).toEqual([410, 410, 410]);
    await rm(file, { recursive: true });
    expect(await erase(scanId)).toMatchObject({ code: 0 });
    expect(await storedUnder("scans", scanId)).toEqual([]);
    expect(await logOf(`scan:${scanId}`)).toHaveLength(1);
  });
});

describe("erase-picture refuses, and deletes nothing,", () => {
  const refused = async (id: string) => {
    const { code, output } = await erase(id);
    expect(code).toBe(1);
    return output;
  };

  test("under a legal hold, until it is released", async () => {
    const { containerId, scanId, evidenceId, scan, photo, picturesOf } = await record();
    await as(sue, "PUT", `/containers/${containerId}/legal-hold`, { reason: "court" });
    for (const id of [scanId, evidenceId]) expect(await refused(id)).toContain("under a legal hold");
    expect(await statusesOf([...picturesOf(scan), ...picturesOf(photo)])).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await logOf(`scan:${scanId}`)).toEqual([]);
    await as(sue, "DELETE", `/containers/${containerId}/legal-hold`);
    for (const id of [scanId, evidenceId]) expect(await erase(id)).toMatchObject({ code: 0 });
  });

  test("while an escalation is open, and while a decision to hold or to inspect is in force", async () => {
    const { containerId, scanId } = await record();
    const decide = async (user: typeof sue, decision: string) => {
      const { id } = (await as(user, "POST", `/containers/${containerId}/escalate`, { reason: "look" })).body.data;
      expect(await refused(scanId)).toMatch(/waits for a decision|held by a decision/);
      expect(await as(user, "POST", `/escalations/${id}/claim`)).toMatchObject({ status: 200 });
      const body = { decision, reason: "seen" };
      expect(await as(user, "POST", `/escalations/${id}/resolve`, body)).toMatchObject({ status: 200 });
    };
    await decide(sue, "inspect");
    expect(await refused(scanId)).toContain("waits for a decision");
    await decide(sue, "hold");
    expect(await refused(scanId)).toContain("held by a decision");
    await decide(sue, "inspect");
    expect(await refused(scanId)).toContain("held by a decision");
    await decide(eve, "clear");
    expect(await erase(scanId)).toMatchObject({ code: 0 });
  });

  test("of a scan that waits for the AI service or has no picture, of an unknown id, and without a reason", async () => {
    const { scanId } = await record();
    await parts.db.execute(sql`update scans set status = 'pending' where id = ${scanId}`);
    expect(await refused(scanId)).toContain("waits for the AI service");
    await parts.db.execute(sql`update scans set status = 'done' where id = ${scanId}`);
    const other = await record();
    const columns = sql`image_key = null, visualization_key = null, thumbnail_key = null`;
    await parts.db.execute(sql`update scans set ${columns} where id = ${other.scanId}`);
    expect(await refused(other.scanId)).toContain("The scan has no picture");
    expect(await refused("ev_none")).toContain("No scan or evidence has the id ev_none");
    expect(await run(scanId)).toMatchObject({ code: 2, output: expect.stringContaining("--reason") });
    expect(await run(scanId, "--reason", " ")).toMatchObject({ code: 1, output: expect.stringContaining("--reason") });
    expect(await logOf(`scan:${scanId}`)).toEqual([]);
  });
});
