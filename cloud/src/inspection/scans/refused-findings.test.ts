import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { connectAiService } from "../../platform/ai/connect-ai-service.ts";
import { size, startScriptedService } from "../../platform/ai/testing/scripted-service.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createTestApp } from "../../testing/app.ts";
import { startWorkers } from "../../workers.ts";

const jpeg = await sharp({ create: { ...size, channels: 3, background: "#806040" } })
  .jpeg()
  .toBuffer();

const server = await startScriptedService();
server.hello = { tasks: ["category", "defect", "illegal"] };
const quiet = { info: () => {}, warn: () => {}, debug: () => {} };
const newId = createObjectIdMaker(() => Date.now());
const ai = connectAiService({ url: server.url, token: "t", newId, random: () => 0, logger: quiet });
cleanUpLater(async () => ai.close());
const { app, parts, send, signIn } = await createTestApp({ ai });
const { authorization } = await signIn("operator");

let numbers = 0;
async function openContainer() {
  const body = { containerNumber: `BOX-${numbers++}` };
  const { id } = (await send("POST", "/v1/containers", { body, headers: authorization })).body.data;
  const place = `/v1/containers/${id}/scans`;
  const read = async () => (await send("GET", place, { headers: authorization })).body.data.items;
  const post = async (scan: string) => {
    const headers = { "Content-Type": "image/jpeg", ...authorization };
    const reply = await app.request(`${place}/${scan}`, { method: "POST", headers, body: jpeg });
    const { error, data } = JSON.parse(await reply.text());
    return { status: reply.status, code: error?.code, message: error?.message, scan: data?.scan };
  };
  return { place, read, post };
}

/** Simulates values that the database rejects although the protocol's schema accepts them. */
await parts.db.execute(sql`alter table scans add constraint refused check (model_version <> 'unstorable')`);

test.each([
  ["that the database cannot hold", "a\0b", "returned no result"],
  ["that the database refuses", "unstorable", "could not be stored"],
])("a model's version %s leaves the scan pending with its picture, to be finished later", async (_, version, why) => {
  const { place, read, post } = await openContainer();
  server.script = ({ answer }) => answer({ model: { name: "m", version } });
  for (const type of ["category", "defect", "illegal"])
    expect(await post(type)).toMatchObject({
      status: 200,
      scan: { type, status: "pending", detections: [], model: null },
    });
  for (const { id, image } of await read()) {
    expect(image).toMatchObject({ ...size, sizeBytes: jpeg.length });
    const picture = await app.request(`${place}/${id}/image`, { headers: authorization });
    expect(Buffer.from(await picture.arrayBuffer()).equals(jpeg)).toBe(true);
  }
  for (const type of ["category", "illegal"]) {
    const code = `STREAMING_${type.toUpperCase()}_SCAN_FAILED`;
    const message = expect.stringContaining(why);
    expect(await post(`${type}/stream`)).toMatchObject({ status: 500, code, message });
  }
  expect(await read()).toHaveLength(3);
});

test("findings that the database refuses are asked for again, until they can be kept or the last try ends", async () => {
  const last = await openContainer();
  server.script = ({ answer }) => answer({ model: { name: "m", version: "unstorable" } });
  await last.post("defect");
  await parts.db.execute(sql`update jobs.job set retry_count = 1000 where name = 'finish-scan'`);
  const first = await openContainer();
  await first.post("defect");
  await startWorkers(parts);
  await expect.poll(last.read).toMatchObject([{ status: "failed" }]);
  server.script = ({ answer }) => answer();
  await expect.poll(first.read).toMatchObject([{ status: "done", model: { name: "scripted" } }]);
});
