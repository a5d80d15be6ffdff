import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { deleteOldViewers } from "../../operations/retention/expired-row-store.ts";

const cloud = await createTestApp();
const [sue, sid, ann] = [
  await cloud.signIn("supervisor", "sue@example.com"),
  await cloud.signIn("supervisor", "sid@example.com"),
  await cloud.signIn("operator"),
];
let id: string;

const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { headers: user.authorization, body });
const view = (user: TestUser, of = id) => as(user, "PUT", `/escalations/${of}/viewers/me`);
const leave = (user: TestUser) => as(user, "DELETE", `/escalations/${id}/viewers/me`);
type Viewer = { escalationId: string; user: { email: string }; since: string };
const listed = async (): Promise<Viewer[]> => (await as(sue, "GET", "/escalations/viewers")).body.data.items;
const emails = async () => (await listed()).map(({ user }) => user.email);
const countEvents = async () => {
  const of = sql`select count(*)::int as events from live_events where kind = 'escalation.viewers-changed'`;
  return (await cloud.parts.db.execute<{ events: number }>(of)).rows[0]?.events;
};

beforeAll(async () => {
  const container = (await as(ann, "POST", "/containers", { containerNumber: "BOX-1" })).body.data.id;
  id = (await as(sue, "POST", `/containers/${container}/escalate`, { reason: "odd" })).body.data.id;
});

describe("who looks at an escalation", () => {
  test("is listed from the first look until the user leaves, with one event for each", async () => {
    expect(await listed()).toEqual([]);
    await view(sue);
    const [{ since } = { since: "" }] = await listed();
    for (let step = 0; step < 4; step += 1) {
      cloud.advanceMs(30_000);
      await view(sue);
    }
    await view(sid);
    expect(await listed()).toEqual([
      { escalationId: id, user: { id: sue.id, email: "sue@example.com" }, since },
      { escalationId: id, user: { id: sid.id, email: "sid@example.com" }, since: expect.not.stringMatching(since) },
    ]);
    expect(await countEvents()).toBe(2);
    await leave(sue);
    await leave(sue);
    expect(await emails()).toEqual(["sid@example.com"]);
    expect(await countEvents()).toBe(3);
  });

  test("is no longer listed after 75 s without a report, and then begins again", async () => {
    await view(sue);
    cloud.advanceMs(70_000);
    expect(await emails()).toContain("sue@example.com");
    cloud.advanceMs(5_000);
    expect(await emails()).toEqual([]);
    const events = Number(await countEvents());
    const before = new Date(cloud.parts.nowMs()).toISOString();
    await view(sue);
    expect(await listed()).toEqual([expect.objectContaining({ since: expect.toSatisfy((at) => at >= before) })]);
    expect(await countEvents()).toBe(events + 1);
  });

  test("is for supervisors, about escalations that exist", async () => {
    expect((await view(ann)).status).toBe(403);
    expect((await as(ann, "GET", "/escalations/viewers")).status).toBe(403);
    expect((await view(sue, "unknown")).body.error.code).toBe("ESCALATION_NOT_FOUND");
  });

  test("is deleted when it is old", async () => {
    await view(sid);
    cloud.advanceMs(1_000);
    const now = new Date(cloud.parts.nowMs());
    await view(sue);
    expect(await deleteOldViewers(cloud.parts.db, now, async () => true)).toBe(1);
    expect(await emails()).toEqual(["sue@example.com"]);
  });
});
