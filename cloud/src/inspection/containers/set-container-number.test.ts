import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { lockManifest } from "../manifests/manifest-store.ts";
import { lockContainer } from "./container-store.ts";

test("a container that gets the number of a manifest, and one who changes both, do not wait for each other", async () => {
  const cloud = await createTestApp();
  const { authorization: headers } = await cloud.signIn("supervisor");
  const { db } = cloud.parts;
  const { id } = (await cloud.send("POST", "/v1/containers", { headers, body: { containerNumber: "OLD" } })).body.data;
  const declared = await cloud.send("POST", "/v1/manifests", { headers, body: { containerNumber: "NEW" } });
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { renumbering } = await db.transaction(async (tx) => {
    await lockManifest(tx, declared.body.data.id);
    const sent = cloud.send("PUT", `/v1/containers/${id}/container-number`, {
      headers,
      body: { containerNumber: "NEW" },
    });
    await vi.waitUntil(async () => (await db.execute(waiting)).rows.length > 0, { timeout: 120_000 });
    await lockContainer(tx, id);
    return { renumbering: sent };
  });
  const { status, body } = await renumbering;
  expect([status, body.data.manifestId]).toEqual([200, declared.body.data.id]);
});
