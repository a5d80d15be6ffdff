import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../testing/app.ts";
import { edgeSender } from "./testing.ts";

const DAY_MS = 24 * 3_600_000;
const cloud = await createTestApp();
const { identify } = edgeSender(cloud);
const admin = await cloud.signIn("admin");
const ask = (headers: Record<string, string> = {}) =>
  cloud.send("GET", "/v1/edge/expected-numbers", { headers: { "X-API-Key": EDGE_KEY, ...headers } });
const numbers = async () => (await ask()).body.data.numbers;
const as = (method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: admin.authorization });

test("are those on open manifests and of recent containers, once each; the ETag changes with them", async () => {
  expect(await numbers()).toEqual([]);
  await as("POST", "/manifests", { containerNumber: "TGHU7599330" });
  await as("POST", "/manifests", { containerNumber: "csqu 305438-3" });
  await as("POST", "/manifests", { containerNumber: "NO 1", status: "REJECTED" });
  await as("POST", "/manifests", { vessel: {} });
  const deleted = (await as("POST", "/manifests", { containerNumber: "NO 2" })).body.data;
  await as("DELETE", `/manifests/${deleted.id}`);
  const first = (await identify({ container_number: "MSKU9070323" })).body.data;
  await identify({ container_number: "TGHU7599330" });
  const reply = await ask();
  expect(reply.body).toEqual({ success: true, data: { numbers: ["CSQU3054383", "MSKU9070323", "TGHU7599330"] } });
  const etag = reply.headers.get("ETag")!;
  const known = await ask({ "If-None-Match": etag });
  expect([known.status, known.body]).toEqual([304, undefined]);
  await as("DELETE", `/containers/${first.containerId}`);
  const changed = await ask({ "If-None-Match": etag });
  expect([changed.status, changed.body.data.numbers]).toEqual([200, ["CSQU3054383", "TGHU7599330"]]);
});

test("leave out the manifest of a container that was cleared", async () => {
  await identify({ container_number: "BOX 9" });
  await as("POST", "/manifests", { containerNumber: "BOX 9" });
  await cloud.parts.db.execute(
    sql`update containers set status = 'CLEARED', updated_at = now() - interval '31 days' where container_number = 'BOX 9'`,
  );
  expect(await numbers()).not.toContain("BOX 9");
});

test("are kept 30 days of a container, and 180 of a manifest", async () => {
  await identify({ container_number: "BOX 10" });
  cloud.advanceMs(29 * DAY_MS);
  expect(await numbers()).toContain("BOX 10");
  cloud.advanceMs(2 * DAY_MS);
  expect(await numbers()).toEqual(["CSQU3054383", "TGHU7599330"]);
  cloud.advanceMs(150 * DAY_MS);
  expect(await numbers()).toEqual([]);
});
