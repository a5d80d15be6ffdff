import { streamSessions } from "../../people/accounts/session-store.ts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditOfService } from "../audit/create-audit.ts";
import { createApp } from "../../app.ts";
import { changePasswordOf } from "../../people/auth/change-password-of.ts";
import { announceEnd, deleteSession } from "../../people/accounts/session-store.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { openEventFeed } from "./event-feed.ts";
import { recordEvent } from "./event-store.ts";
import { camerasOf, createPair, follow, kindsOf, noteCamera, register, serve } from "./testing.ts";

const { connection, cloud, base, otherBase } = await createPair();
const boss = await cloud.signIn("supervisor");
const audit = auditOfService(cloud.parts);
const newPassword = { passwordHash: "x", now: new Date(0), audit, action: "user.reset-password" as const };
const saw = (cameraId: string) => noteCamera(cloud, cameraId);

describe("a caller's view of events", () => {
  test("is, for operators, the events of containers that they own at that time, and of cameras", async () => {
    const [ann, ben] = [await cloud.signIn("operator"), await cloud.signIn("operator")];
    const [ofAnn, ofBen, ofBoss] = [
      await follow(base, ann.token),
      await follow(base, ben.token),
      await follow(base, boss.token),
    ];
    const id = await register(cloud, ann);
    const before = await ofAnn.waitFor(1);
    const post = (url: string, user: typeof ann, body: object) =>
      cloud.send("POST", url, { body, headers: user.authorization });
    await post(`/v1/containers/${id}/escalate`, ann, { reason: "look" });
    // The owner at the time of sending decides, so the hand-over waits for the events before it.
    await ofAnn.waitFor(2);
    await cloud.send("PUT", `/v1/containers/${id}/owner`, { body: { email: ben.email }, headers: boss.authorization });
    await ofBen.waitFor(1);
    const number = { containerNumber: `BOX ${id}` };
    await cloud.send("PUT", `/v1/containers/${id}/container-number`, { body: number, headers: boss.authorization });
    await recordEvent(cloud.parts.db, { kind: "device.silent", deviceId: "d", name: null }, 1);
    await saw("seen by all");
    const all = await ofBoss.waitFor(7);
    expect(kindsOf(all)).toEqual([
      "container.created",
      "escalation.raised",
      "container.updated",
      "container.updated",
      "container.updated",
      "device.silent",
      "camera.seen",
    ]);
    const toBen = await ofBen.waitFor(3);
    expect(toBen.map((event) => ("changed" in event ? event.changed : event.kind))).toEqual([
      ["owner"],
      ["containerNumber"],
      "camera.seen",
    ]);
    expect(toBen[1]).toMatchObject({ container: { id, containerNumber: number.containerNumber, status: "ESCALATED" } });
    const toAnn = await ofAnn.waitFor(3);
    expect(toAnn.map((event) => ("changed" in event ? event.changed : event.kind))).toEqual([
      "container.created",
      ["status"],
      "camera.seen",
    ]);
    const again = await follow(base, ann.token, { headers: { "Last-Event-ID": before[0]!.id } });
    expect(kindsOf(await again.waitFor(1))).toEqual(["camera.seen"]);
    for (const stream of [ofAnn, ofBen, again]) expect(stream.text()).not.toContain("ownerId");
  });

  test("ends with the session: by signing out, a new role, a new password, a disabled account", async () => {
    const admin = await cloud.signIn("admin");
    const update = (id: string, body: object) =>
      cloud.send("PUT", `/v1/admin/users/${id}`, { body, headers: admin.authorization });
    const ends: ((user: typeof admin) => Promise<unknown>)[] = [
      ({ authorization }) => cloud.send("GET", "/v1/user/auth/logout", { headers: authorization }),
      ({ id }) => update(id, { role: "supervisor" }),
      ({ id }) => connection.db.transaction((tx) => changePasswordOf(tx, id, newPassword)),
      ({ id }) => update(id, { disabled: true }),
    ];
    // This process never checks all sessions by itself: only a notification ends its streams.
    const events = await openEventFeed({ ...cloud.parts, sessions: streamSessions }, connection.jobSource, {
      tickMs: 3_600_000,
    });
    cleanUpLater(events.stop);
    const parts = { ...cloud.parts, events };
    const announcedBase = await serve({ ...cloud, parts, app: createApp(parts) });
    const still = await follow(otherBase, admin.token);
    for (const end of ends) {
      const user = await cloud.signIn("operator");
      const streams = [await follow(base, user.token), await follow(announcedBase, user.token)];
      await end(user);
      await Promise.all(streams.map((stream) => stream.ended));
      await saw("after the end");
      await still.waitFor(ends.indexOf(end) + 1);
      for (const stream of streams) expect(stream.events()).toEqual([]);
    }
  });

  test("ends within seconds if a session ends without a notification", async () => {
    const user = await cloud.signIn("operator");
    const stream = await follow(base, user.token);
    await connection.db.execute(sql`delete from sessions where user_id = ${user.id}`);
    await stream.ended;
    expect(await follow(base, user.token)).toMatchObject({ status: 401 });
  });

  test("is not affected by a sign-out that was rolled back", async () => {
    const user = await cloud.signIn("operator");
    const stream = await follow(base, user.token);
    const claims = await cloud.parts.tokens.verify(user.token);
    const failing = connection.db.transaction(async (tx) => {
      await deleteSession(tx, claims!.sid);
      throw new Error("a change of mind");
    });
    await expect(failing).rejects.toThrow(/change of mind/);
    await saw("still here");
    expect(camerasOf(await stream.waitFor(1))).toEqual(["still here"]);
    await announceEnd(connection.db, claims!.sid);
    await stream.ended;
  });
});
