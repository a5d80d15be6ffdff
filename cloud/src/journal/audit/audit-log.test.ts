import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { drawJpeg, edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, EDGE_KEY, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan, identify } = edgeSender(cloud);
const [ann, sue, admin] = [
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];

type Entry = { id: string; action: string; actor: { type: string; id: string | null } };

const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
const log = async (query: string) => (await as(admin, "GET", `/admin/audit-log?${query}`)).body.data.items;
const make = async (containerNumber: string): Promise<string> =>
  (await as(ann, "POST", "/containers", { containerNumber })).body.data.id;

describe("the audit log", () => {
  test("names actor, action and subject, with before, after and the request", async () => {
    const id = await make("AUDIT1");
    const reply = await as(ann, "PUT", `/containers/${id}/container-number`, { containerNumber: "AUDIT2" });
    const [renamed, made] = await log(`subject=container:${id}`);
    const actor = { type: "user", id: ann.id, name: ann.email };
    expect(renamed).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      at: expect.any(String),
      actor,
      action: "container.set-number",
      subject: { type: "container", id },
      before: { containerNumber: "AUDIT1" },
      after: { containerNumber: "AUDIT2" },
      requestId: reply.headers.get("X-Request-Id"),
    });
    expect(made).toMatchObject({ actor, action: "container.create", before: null });
    expect(made.after).toEqual({
      containerNumber: "AUDIT1",
      numberCheck: "not-iso6346",
      numberConfirmation: null,
      sizeType: null,
      status: "REGISTERED",
      ownerId: ann.id,
      source: "user",
      manifestId: null,
      manifestIds: [],
      legalHold: null,
    });
  });

  test("lists a manifest's changed fields, and nothing for an update without changes", async () => {
    const { id } = (await as(ann, "POST", "/manifests", { billOfLading: "B1", vessel: { name: "Ever" } })).body.data;
    cloud.advanceMs(5);
    await as(sue, "PUT", `/manifests/${id}`, { vessel: { name: "Given" } });
    await as(sue, "PUT", `/manifests/${id}`, {});
    const entries = await log(`subject=manifest:${id}`);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(["manifest.update", "manifest.create"]);
    expect(entries[0]).toMatchObject({
      actor: { id: sue.id },
      before: { vessel: { name: "Ever" } },
      after: { vessel: { name: "Given" } },
    });
    expect(Object.keys(entries[0].after).toSorted()).toEqual(["updatedAt", "vessel"]);
    expect(entries[1]).toMatchObject({ before: null, after: { id, billOfLading: "B1" } });
  });

  test("lists the writes of edge devices, once per record", async () => {
    const body = await scanBody({ camera_id: "c1" });
    for (let count = 0; count < 2; count += 1) await scan("AUDIT-EDGE", body, { "Idempotency-Key": "audit-edge" });
    const [{ scanId, containerId }] = [(await scan("AUDIT-EDGE", body, { "Idempotency-Key": "audit-edge" })).body.data];
    const actor = { type: "edge", id: null, name: "edge" };
    expect(await log(`subject=container:${containerId}`)).toMatchObject([
      { actor, action: "container.create", after: { source: "edge" } },
    ]);
    expect(await log(`subject=scan:${scanId}`)).toMatchObject([
      { actor, action: "scan.record", before: null, after: { containerId, cameraId: "c1", detections: 1 } },
    ]);
    const identified = (await identify({ container_number: "AUDIT-ID" })).body.data.containerId;
    expect(await log(`subject=container:${identified}&actor=edge`)).toHaveLength(1);
  });

  test("lists each step of an escalation, with its effect on the container", async () => {
    const containerId = await make("AUDIT-ESC");
    const { id } = (await as(ann, "POST", `/containers/${containerId}/escalate`, { reason: "odd" })).body.data;
    for (const verb of ["claim", "claim", "release"]) await as(sue, "POST", `/escalations/${id}/${verb}`);
    await as(sue, "POST", `/escalations/${id}/resolve`, { decision: "hold", reason: "opened" });
    const steps = await log(`subject=escalation:${id}`);
    expect(steps.map(({ action }: { action: string }) => action.replace("escalation.", ""))).toEqual([
      "resolve",
      "release",
      "claim",
      "raise",
    ]);
    expect(steps[0]).toMatchObject({
      before: { state: "OPEN" },
      after: { state: "RESOLVED", decision: "hold", decisionReason: "opened" },
    });
    expect(await log(`subject=container:${containerId}&action=container.set-status`)).toMatchObject([
      { actor: { id: sue.id }, before: { status: "ESCALATED" }, after: { status: "HELD" } },
      { actor: { id: ann.id }, before: { status: "REGISTERED" }, after: { status: "ESCALATED" } },
    ]);
  });

  test("lists the hand-over of a container, its manifests, photos and deletion, and devices", async () => {
    const id = await make("AUDIT-ALL");
    const manifest = (await as(ann, "POST", "/manifests", {})).body.data;
    const push = { deviceId: "phone-1", platform: "ios", pushToken: "t1", appVersion: "1", deviceModel: "m" };
    const photo = await cloud.app.request(`/v1/containers/${id}/evidence`, {
      method: "POST",
      headers: { ...ann.authorization, "Content-Type": "image/jpeg" },
      body: new Uint8Array(await drawJpeg()),
    });
    const { evidenceId } = JSON.parse(await photo.text()).data;
    const replies = [
      await as(ann, "PUT", `/containers/${id}/manifest`, { manifestId: manifest.id }),
      await as(ann, "DELETE", `/containers/${id}/manifest`),
      await as(ann, "DELETE", `/manifests/${manifest.id}`),
      await as(ann, "DELETE", `/containers/${id}/evidence/${evidenceId}`),
      await as(sue, "PUT", `/containers/${id}/owner`, { ownerId: sue.id }),
      await as(admin, "DELETE", `/containers/${id}`),
      await as(ann, "POST", "/devices/register", push),
      await as(ann, "DELETE", "/devices/unregister", { deviceId: "phone-1" }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201, 200]);
    const actions = async (subject: string) =>
      (await log(`subject=${subject}`)).map(({ action }: { action: string }) => action);
    expect(await actions(`container:${id}`)).toEqual([
      "container.delete",
      "container.set-owner",
      "container.detach-manifest",
      "container.attach-manifest",
      "container.create",
    ]);
    expect(await actions(`manifest:${manifest.id}`)).toEqual(["manifest.delete", "manifest.create"]);
    expect(await actions(`evidence:${evidenceId}`)).toEqual(["evidence.delete", "evidence.add"]);
    expect(await actions("device:phone-1")).toEqual(["device.unregister", "device.register"]);
  });

  test("does not list a write that was rolled back, and fails a write that it cannot record", async () => {
    const id = await make("AUDIT-NOT");
    await make("AUDIT-TAKEN");
    await as(ann, "PUT", `/containers/${id}/container-number`, { containerNumber: "AUDIT-TAKEN" });
    expect(await log(`subject=container:${id}`)).toHaveLength(1);
    const { db } = cloud.parts;
    await db.execute(
      sql`alter table audit_log add constraint full_log check (action <> 'container.set-number') not valid`,
    );
    expect((await as(ann, "PUT", `/containers/${id}/container-number`, { containerNumber: "AUDIT-NEW" })).status).toBe(
      500,
    );
    await db.execute(sql`alter table audit_log drop constraint full_log`);
    expect((await as(ann, "GET", `/containers/${id}`)).body.data.containerNumber).toBe("AUDIT-NOT");
  });

  test("does not list stream events", async () => {
    const before = (await log("actor=edge&limit=200")).length;
    const timestamp = new Date(cloud.parts.nowMs()).toISOString();
    const event = {
      event_id: "1",
      tracking_id: 1,
      class_name: "carton",
      confidence: 1,
      bbox: { x1: 0, y1: 0, x2: 1, y2: 1 },
      event_type: "enter",
      timestamp,
    };
    const body = { device_id: "d", camera_id: "c", session_id: "s", events: [event] };
    const reply = await cloud.send("POST", "/v1/tracking-data/stream-events", {
      body,
      headers: { "X-API-Key": EDGE_KEY },
    });
    expect(reply.body.data.accepted).toBe(1);
    expect(await log("actor=edge&limit=200")).toHaveLength(before);
  });
});

describe("its list", () => {
  test("is filtered by actor, action, subject and time, and paged", async () => {
    const bea = await cloud.signIn("operator", "bea@example.com");
    for (const number of ["PAGE1", "PAGE2", "PAGE3"]) {
      cloud.advanceMs(1_000);
      await as(bea, "POST", "/containers", { containerNumber: number });
    }
    const numbers = (items: { after: { containerNumber: string } }[]) =>
      items.map(({ after }) => after.containerNumber);
    expect(numbers(await log(`actor=${bea.id}`))).toEqual(["PAGE3", "PAGE2", "PAGE1"]);
    expect(numbers(await log("actor=BEA@example.com&action=container.create&subject=container"))).toEqual([
      "PAGE3",
      "PAGE2",
      "PAGE1",
    ]);
    for (const none of ["action=manifest.create", "subject=manifest", "subject=container:nope", "subject=container:"])
      expect(await log(`actor=${bea.id}&${none}`)).toEqual([]);
    const [, { at }] = await log(`actor=${bea.id}`);
    expect(numbers(await log(`actor=${bea.id}&from=${at}`))).toEqual(["PAGE3", "PAGE2"]);
    expect(numbers(await log(`actor=${bea.id}&to=${at}`))).toEqual(["PAGE1"]);
    const first = (await as(admin, "GET", `/admin/audit-log?actor=${bea.id}&limit=2`)).body.data;
    expect(numbers(await log(`actor=${bea.id}&limit=2&cursor=${first.nextCursor}`))).toEqual(["PAGE1"]);
  });

  test("finds people only, and all actions with one beginning, newest first and page by page", async () => {
    const cal = await cloud.signIn("operator", "cal@example.com");
    const { id } = (await as(cal, "POST", "/containers", { containerNumber: "PREFIX1" })).body.data;
    cloud.advanceMs(1_000);
    await as(cal, "PUT", `/containers/${id}/container-number`, { containerNumber: "PREFIX2" });
    cloud.advanceMs(1_000);
    await as(cal, "POST", "/manifests", { containerNumber: "PREFIX2" });
    cloud.advanceMs(1_000);
    await identify({ container_number: "PREFIX3" });
    const actionsOf = async (query: string): Promise<string[]> =>
      (await log(query)).map(({ action }: { action: string }) => action);
    expect((await log("action=container.&limit=1"))[0].actor.type).toBe("edge");
    expect((await log("action=container.&actor=user&limit=1"))[0].actor.id).toBe(cal.id);
    const people: Entry[] = await log("actor=user&limit=200");
    expect(people.filter(({ actor }) => actor.type !== "user")).toEqual([]);
    expect(await actionsOf(`actor=${cal.id}&action=container.`)).toEqual(["container.set-number", "container.create"]);
    expect(await actionsOf(`subject=container:${id}&action=container.`)).toEqual([
      "container.set-number",
      "container.create",
    ]);
    const idsOf = (entries: Entry[]) => entries.map((entry) => entry.id);
    const all: Entry[] = await log("action=container.&limit=200");
    const whole: Entry[] = await log("limit=200");
    expect(idsOf(all)).toEqual(idsOf(whole.filter(({ action }) => action.startsWith("container."))));
    const first = (await as(admin, "GET", "/admin/audit-log?action=container.&limit=2")).body.data;
    const next = await log(`action=container.&limit=2&cursor=${first.nextCursor}`);
    expect(idsOf([...first.items, ...next])).toEqual(idsOf(all.slice(0, 4)));
    for (const none of ["action=contain.", "action=.", "action=container&actor=user"])
      expect(await log(none)).toEqual([]);
  });

  test("is for admins", async () => {
    for (const user of [ann, sue]) expect((await as(user, "GET", "/admin/audit-log")).status).toBe(403);
  });

  test.each(["limit=0", "from=yesterday", "actor=", "cursor=x", "subject=%00"])("refuses ?%s", async (query) => {
    expect((await as(admin, "GET", `/admin/audit-log?${query}`)).body.error.code).toBe("VALIDATION_ERROR");
  });
});
