import { describe, expect, test } from "vitest";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import { lockContainer } from "../record/container-store.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { findNamedVisit } from "./attachment-store.ts";
import { lockManifest } from "../record/manifest-store.ts";
import { changeManifest } from "./write-manifest.ts";
import { waitsForLocks } from "../../testing/database.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { openNextVisit } from "../visits/open-next-visit.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, supervisor] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const declare = async (user: TestUser, body: object = {}): Promise<string> =>
  (await as(user, "POST", "/manifests", body)).body.data.id;
let made = 0;
const make = async (user: TestUser): Promise<string> =>
  (await as(user, "POST", "/containers", { containerNumber: `PAPER ${(made += 1)}` })).body.data.id;
const attach = (user: TestUser, id: string, manifestId: unknown, headers = {}) =>
  as(user, "PUT", `/containers/${id}/manifest`, { manifestId }, headers);
const detach = (user: TestUser, id: string, headers = {}) =>
  as(user, "DELETE", `/containers/${id}/manifest`, undefined, headers);
const attachedTo = async (id: string) => (await as(supervisor, "GET", `/containers/${id}`)).body.data.manifestId;
const containerOf = async (id: string) => (await as(supervisor, "GET", `/manifests/${id}`)).body.data.containerId;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

const body = await scanBody();

describe("PUT /v1/containers/{id}/manifest", () => {
  test("attaches a manifest whatever its number is, and replies with the container", async () => {
    const [id, manifestId] = [await make(ann), await declare(ann, { containerNumber: "OTHER" })];
    const reply = await attach(ann, id, manifestId);
    expect([reply.status, reply.body.data.manifestId]).toEqual([200, manifestId]);
    const read = await as(ann, "GET", `/containers/${id}`);
    expect([read.body.data, read.headers.get("ETag")]).toEqual([reply.body.data, reply.headers.get("ETag")]);
    expect(await containerOf(manifestId)).toBe(id);
    expect((await attach(ann, id, manifestId)).body.data).toEqual(reply.body.data);
    const { containerNumber } = read.body.data;
    const { manifestMatch } = (await scan(containerNumber, await scanBody())).body.data;
    expect(manifestMatch.findings.map(({ rule }: { rule: string }) => rule)).toContain("container-number-mismatch");
  });

  test("replaces the previous one, and moves one that is elsewhere", async () => {
    const [here, there] = [await make(ann), await make(ann)];
    const [first, second] = [await declare(ann), await declare(ann)];
    await attach(ann, here, first);
    await attach(ann, there, second);
    expect((await attach(ann, here, second)).status).toBe(200);
    expect([await attachedTo(here), await attachedTo(there)]).toEqual([second, null]);
    expect(await containerOf(first)).toBeNull();
  });

  test("refuses, in this order: 400, 404 container, 403 container, 412, 404 manifest, 403 manifest", async () => {
    const [id, manifestId] = [await make(ann), await declare(ann)];
    const foreign = await declare(bob);
    for (const bad of [undefined, null, "", 5, {}])
      expect(codeOf(await attach(ann, "nope", bad))).toEqual([400, "VALIDATION_ERROR"]);
    expect(codeOf(await attach(bob, "nope", "nope"))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    const stale = { "If-Match": '"stale"' };
    for (const any of ["' OR 1=1", foreign])
      expect(codeOf(await attach(bob, id, any, stale))).toEqual([403, "FORBIDDEN"]);
    for (const any of ["' OR 1=1", foreign, manifestId])
      expect(codeOf(await attach(ann, id, any, stale))).toEqual([412, "PRECONDITION_FAILED"]);
    expect(codeOf(await attach(ann, id, "' OR 1=1"))).toEqual([404, "MANIFEST_NOT_FOUND"]);
    expect(codeOf(await attach(ann, id, foreign))).toEqual([403, "FORBIDDEN"]);
    expect(await attachedTo(id)).toBeNull();
  });

  test("takes no manifest from a container that is not for the caller to see", async () => {
    const [own, foreign, manifestId] = [await make(ann), await make(bob), await declare(ann)];
    await attach(supervisor, foreign, manifestId);
    expect(codeOf(await attach(ann, own, manifestId))).toEqual([403, "FORBIDDEN"]);
    expect(await attachedTo(foreign)).toBe(manifestId);
    expect((await attach(supervisor, own, manifestId)).status).toBe(200);
  });

  test("of one manifest to 10 containers at once attaches it to one", async () => {
    const manifestId = await declare(ann);
    const ids = [];
    for (let count = 0; count < 10; count += 1) ids.push(await make(ann));
    const replies = await Promise.all(ids.map((id) => attach(ann, id, manifestId)));
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    const attached = await Promise.all(ids.map((id) => attachedTo(id)));
    expect(attached.filter((id) => id !== null)).toEqual([manifestId]);
  });

  test("does not block containers that take new numbers and manifests that move, at once", async () => {
    const work = [];
    for (let count = 0; count < 10; count += 1) {
      const containerNumber = `KNOT ${count}`;
      const [id, manifestId] = [await make(ann), await declare(ann, { containerNumber })];
      work.push(
        () => as(ann, "PUT", `/containers/${id}/container-number`, { containerNumber }),
        () => attach(ann, id, manifestId),
        () => as(ann, "PUT", `/manifests/${manifestId}`, { status: "VALIDATED", containerNumber: `KNOT ${count}B` }),
        () => scan(`KNOT ${count}B`, body),
      );
    }
    const replies = await Promise.all(work.map((start) => start()));
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(40).fill(200));
  });
});

test("a manifest that is declared while its container's next visit begins is attached to it", async () => {
  const { db, newId, nowMs } = cloud.parts;
  const { containerId } = (await scan("NEXT VISIT", body)).body.data;
  const audit = auditOfService(cloud.parts);
  const opening = { openedAt: new Date(nowMs()), openedBy: "edge" as const, openedById: null };
  const declared = await db.transaction(async (tx) => {
    const held = await lockContainer(tx, containerId);
    const declaring = declare(supervisor, { containerNumber: "NEXT VISIT" });
    await waitsForLocks(db);
    await openNextVisit(tx, { newId, audit, nowMs: nowMs() }, held!, opening);
    return { declaring };
  });
  const manifestId = await declared.declaring;
  expect(await attachedTo(containerId)).toBe(manifestId);
});

describe("DELETE /v1/containers/{id}/manifest", () => {
  test("takes the manifest off, which stays", async () => {
    const [id, manifestId] = [await make(ann), await declare(ann)];
    await attach(ann, id, manifestId);
    const reply = await detach(ann, id);
    expect([reply.status, reply.body.data.id, reply.body.data.manifestId]).toEqual([200, id, null]);
    expect(await containerOf(manifestId)).toBeNull();
    expect(codeOf(await detach(ann, id))).toEqual([404, "MANIFEST_NOT_FOUND"]);
  });

  test("refuses, in this order: 404 container, 403, 412", async () => {
    const [id, manifestId] = [await make(ann), await declare(ann)];
    await attach(ann, id, manifestId);
    const stale = { "If-Match": '"stale"' };
    expect(codeOf(await detach(bob, "nope"))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(codeOf(await detach(bob, id, stale))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await detach(ann, id, stale))).toEqual([412, "PRECONDITION_FAILED"]);
    expect(await attachedTo(id)).toBe(manifestId);
  });
});

describe("DELETE /v1/manifests/{id}", () => {
  const remove = (user: TestUser, id: string, headers = {}) =>
    as(user, "DELETE", `/manifests/${id}`, undefined, headers);

  test("detaches it from its container; it is no longer found", async () => {
    const [id, manifestId] = [await make(ann), await declare(ann, { billOfLading: "DELETE-ME" })];
    await attach(ann, id, manifestId);
    const reply = await remove(ann, manifestId);
    expect([reply.status, reply.body]).toEqual([200, { success: true, message: expect.any(String) }]);
    expect(await attachedTo(id)).toBeNull();
    expect((await as(ann, "GET", "/manifests?q=DELETE-ME")).body.data.items).toEqual([]);
    for (const repeat of [
      remove(ann, manifestId),
      as(ann, "GET", `/manifests/${manifestId}`),
      attach(ann, id, manifestId),
    ])
      expect(codeOf(await repeat)).toEqual([404, "MANIFEST_NOT_FOUND"]);
  });

  test("that waits for a number ends the wait", async () => {
    await remove(ann, await declare(ann, { containerNumber: "WAIT 1" }));
    const { manifestMatch } = (await scan("WAIT 1", await scanBody({ user_email: ann.email }))).body.data;
    expect(manifestMatch).toBeNull();
  });

  test("refuses, in this order: 404, 403, 412", async () => {
    const manifestId = await declare(ann);
    const stale = { "If-Match": '"stale"' };
    for (const bad of ["nope", "%00", "' OR 1=1"]) expect((await remove(bob, bad)).status).toBe(404);
    expect(codeOf(await remove(bob, manifestId, stale))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await remove(ann, manifestId, stale))).toEqual([412, "PRECONDITION_FAILED"]);
    expect((await remove(supervisor, manifestId)).status).toBe(200);
  });
});

describe("a container whose manifest leaves it", () => {
  /** A container with the first manifest of its number; the second waits. */
  const waiting = async (number: string) => {
    const first = await declare(ann, { containerNumber: number });
    const { id } = (await as(ann, "POST", "/containers", { containerNumber: number })).body.data;
    return { id, first, second: await declare(ann, { containerNumber: number }) };
  };

  test.each<[string, (first: string, other: string) => Promise<unknown>]>([
    ["for another container", (first, other) => attach(ann, other, first)],
    ["by its number", (first) => as(ann, "PUT", `/manifests/${first}`, { containerNumber: "LEAVE elsewhere" })],
    ["permanently", (first) => as(ann, "DELETE", `/manifests/${first}`)],
  ])("%s gets the one that waits", async (name, leave) => {
    await as(ann, "POST", "/containers", { containerNumber: "LEAVE elsewhere" });
    const { id, first, second } = await waiting(`LEAVE ${name}`.slice(0, 20).trim());
    expect(await attachedTo(id)).toBe(first);
    await leave(first, await make(ann));
    expect(await attachedTo(id)).toBe(second);
    expect(await containerOf(second)).toBe(id);
  });

  test("because a user detaches it stays without one", async () => {
    const { id } = await waiting("LEAVE OFF");
    await detach(ann, id);
    expect(await attachedTo(id)).toBeNull();
  });

  test("and two that swap theirs at once never wait for each other", async () => {
    const [one, other] = [await waiting("SWAP A"), await waiting("SWAP B")];
    for (let round = 0; round < 5; round += 1) {
      const held = [await attachedTo(one.id), await attachedTo(other.id)];
      const replies = await Promise.all([attach(ann, one.id, held[1]), attach(ann, other.id, held[0])]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    }
  });
});

describe("a manifest that is being changed while the next visit of its container begins", () => {
  const { db, newId, nowMs, settings } = cloud.parts;
  const audit = auditOfService(cloud.parts);
  const { id: userId, email } = ann;
  const own = { timeZone: null, hasSecondFactor: false, mustAddSecondFactor: false };
  const role = "operator" as const;
  const writer = { userId, email, name: null, role, ...own, sessionId: "", createdAt: new Date(nowMs()) };
  const writing = { ...cloud.parts, audit, settings, writer, nowMs: nowMs() };
  const ago = (days: number) => new Date(nowMs() - days * 86_400_000).toISOString();
  /** A container on a visit that is over, and a manifest that waits for its next one. */
  const overdue = async (number: string) => {
    const scanned = async (days: number) =>
      (await scan(number, await scanBody({ timestamp: ago(days), user_email: ann.email }))).body.data;
    const { containerId } = await scanned(10);
    const manifestId = await declare(ann, { containerNumber: number, status: "REJECTED" });
    expect(await attachedTo(containerId)).toBeNull();
    return { containerId, manifestId, scanned };
  };
  /** Changes a manifest as the route does; `meanwhile` runs while it is locked. */
  const change = (manifestId: string, meanwhile: () => Promise<unknown>) =>
    db.transaction(async (tx) => {
      const visitBefore = await findNamedVisit(tx, manifestId);
      const found = (await lockManifest(tx, manifestId))!;
      await meanwhile();
      return changeManifest(tx, writing, { found, fields: { billOfLading: "B" }, visitBefore });
    });

  test("is attached afterwards, and escalates what does not fit", async () => {
    const { containerId, manifestId, scanned } = await overdue("EDITED 1");
    await change(manifestId, async () => expect((await scanned(0)).manifestMatch).toBeNull());
    expect([await attachedTo(containerId), await containerOf(manifestId)]).toEqual([manifestId, containerId]);
    const { status } = (await as(supervisor, "GET", `/containers/${containerId}`)).body.data;
    expect(status).toBe("ESCALATED");
  });

  test("is attached, too, when the visit commits after the change has ended, or would have", async () => {
    const { containerId, manifestId } = await overdue("EDITED 2");
    const [begun, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locked = Promise.withResolvers<void>();
    const visit = locked.promise.then(() =>
      db.transaction(async (tx) => {
        const held = await lockContainer(tx, containerId);
        const opening = { openedAt: new Date(nowMs()), openedBy: "user" as const, openedById: ann.id };
        await openNextVisit(tx, { newId, audit, nowMs: nowMs() }, held!, opening);
        begun.resolve();
        await mayCommit.promise;
      }),
    );
    const changed = change(manifestId, async () => {
      locked.resolve();
      await begun.promise;
    });
    await waitsForLocks(db);
    mayCommit.resolve();
    await Promise.all([visit, changed]);
    expect(await attachedTo(containerId)).toBe(manifestId);
  });

  test("stays off where a person took it off before: a change alone attaches nothing", async () => {
    const { containerId, manifestId, scanned } = await overdue("EDITED 3");
    await scanned(0);
    await detach(ann, containerId);
    expect((await as(ann, "PUT", `/manifests/${manifestId}`, { billOfLading: "C" })).status).toBe(200);
    expect(await attachedTo(containerId)).toBeNull();
  });
});
