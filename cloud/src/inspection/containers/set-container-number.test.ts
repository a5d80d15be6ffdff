import { expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { waitsForLocks } from "../../testing/database.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { lockManifest } from "../record/manifest-store.ts";
import { lockContainer } from "../record/container-store.ts";

test("a container that gets the number of a manifest, and one who changes both, do not wait for each other", async () => {
  const cloud = await createTestApp();
  const { authorization: headers } = await cloud.signIn("supervisor");
  const { db } = cloud.parts;
  const { id } = (await cloud.send("POST", "/v1/containers", { headers, body: { containerNumber: "OLD" } })).body.data;
  const declared = await cloud.send("POST", "/v1/manifests", { headers, body: { containerNumber: "NEW" } });
  const { renumbering } = await db.transaction(async (tx) => {
    await lockManifest(tx, declared.body.data.id);
    const sent = cloud.send("PUT", `/v1/containers/${id}/container-number`, {
      headers,
      body: { containerNumber: "NEW" },
    });
    await waitsForLocks(db);
    await lockContainer(tx, id);
    return { renumbering: sent };
  });
  const { status, body } = await renumbering;
  expect([status, body.data.manifestId]).toEqual([200, declared.body.data.id]);
});

test.each(["escalated", "held", "under a legal hold"])("a container that is %s is renamed by supervisors only, and keeps its former number", async (state) => {
  const cloud = await createTestApp();
  const { scan } = edgeSender(cloud);
  const [ann, sue] = [await cloud.signIn("operator"), await cloud.signIn("supervisor")];
  const send = (user: TestUser, method: string, url: string, body?: object) =>
    cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
  const register = (user: TestUser, containerNumber: string) => send(user, "POST", "/containers", { containerNumber });
  const { id } = (await register(ann, "HOLD-A")).body.data;
  const rename = (user: TestUser, containerNumber: string, of = id) =>
    send(user, "PUT", `/containers/${of}/container-number`, { containerNumber });
  if (state === "under a legal hold") await send(sue, "PUT", `/containers/${id}/legal-hold`, { reason: "court" });
  else {
    const escalation = (await send(ann, "POST", `/containers/${id}/escalate`, { reason: "odd" })).body.data;
    if (state === "held")
      await send(sue, "POST", `/escalations/${escalation.id}/resolve`, { decision: "hold", reason: "odd" });
  }
  expect(await rename(ann, "MOVED-A")).toMatchObject({ status: 409, body: { error: { code: "CONTAINER_HELD" } } });
  expect((await rename(ann, "HOLD-A")).status).toBe(200);
  expect((await rename(sue, "RIGHT-A")).status).toBe(200);

  expect((await scan("HOLD-A", await scanBody())).body.data.containerId).toBe(id);
  const taken = { status: 409, body: { error: { code: "CONTAINER_NUMBER_TAKEN" } } };
  expect(await register(ann, "HOLD-A")).toMatchObject(taken);
  const { id: other } = (await register(ann, "OTHER-A")).body.data;
  expect(await rename(sue, "HOLD-A", other)).toMatchObject(taken);
  expect((await rename(sue, "HOLD-A")).status).toBe(200);
}); // prettier-ignore
