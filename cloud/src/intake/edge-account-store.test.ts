import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../testing/app.ts";
import { edgeSender, scanBody } from "./testing.ts";

const HOUR_MS = 3_600_000;
const cloud = await createTestApp();
const { scan, write, identify } = edgeSender(cloud);
const [ann, bob] = [await cloud.signIn("operator"), await cloud.signIn("operator")];
const [sue, admin] = [await cloud.signIn("supervisor"), await cloud.signIn("admin")];
const EDGE = "edge-device@localhost";

const startMs = cloud.parts.nowMs();
const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { headers: user.authorization, body });
/** Sends a scan that was taken `hours` ago; the gap between visits is 72 hours. */
const scanAt = async (number: string, hours: number, email?: string) => {
  const timestamp = new Date(startMs - hours * HOUR_MS).toISOString();
  const { status, body } = await scan(number, await scanBody({ timestamp, user_email: email }));
  expect(status).toBe(200);
  return String(body.data.containerId);
};
const ownerOf = async (id: string) => (await as(sue, "GET", `/containers/${id}`)).body.data.owner.email;

describe("the owner of a container", () => {
  test("is the operator whose edge write begins the next visit", async () => {
    const id = await scanAt("OWN1", 300, ann.email);
    await scanAt("OWN1", 200, bob.email);
    expect(await ownerOf(id)).toBe(bob.email);
    const { items } = (await as(admin, "GET", `/admin/audit-log?subject=container:${id}`)).body.data;
    expect(items[0]).toMatchObject({
      action: "container.set-owner",
      actor: { type: "edge" },
      before: { ownerId: ann.id },
      after: { ownerId: bob.id },
    });
    expect((await as(ann, "GET", `/containers/${id}`)).status).toBe(403);
    expect((await as(bob, "GET", `/containers/${id}`)).status).toBe(200);
  });

  test("stays within a visit, also when a supervisor has handed it over", async () => {
    const id = await scanAt("OWN2", 300, ann.email);
    await scanAt("OWN2", 299, bob.email);
    expect(await ownerOf(id)).toBe(ann.email);
    await as(sue, "PUT", `/containers/${id}/owner`, { ownerId: bob.id });
    await scanAt("OWN2", 298, ann.email);
    expect(await ownerOf(id)).toBe(bob.email);
  });

  test("changes within a visit only from the default account", async () => {
    const id = await scanAt("OWN3", 300);
    expect(await ownerOf(id)).toBe(EDGE);
    await scanAt("OWN3", 299, "stranger@example.com");
    await scanAt("OWN3", 299, EDGE);
    expect(await ownerOf(id)).toBe(EDGE);
    await scanAt("OWN3", 298, ann.email);
    await scanAt("OWN3", 297, bob.email);
    expect(await ownerOf(id)).toBe(ann.email);
  });

  test("stays where the write that begins a visit names no account", async () => {
    const id = await scanAt("OWN4", 300, ann.email);
    await scanAt("OWN4", 200);
    await scanAt("OWN4", 100, "stranger@example.com");
    await scanAt("OWN4", 10, EDGE);
    expect(await ownerOf(id)).toBe(ann.email);
    expect((await as(ann, "GET", `/containers/${id}/visits`)).body.data.items).toHaveLength(4);
  });

  test("stays when a late record begins or extends an older visit", async () => {
    const id = await scanAt("OWN5", 10);
    await scanAt("OWN5", 300, ann.email);
    await scanAt("OWN5", 299, ann.email);
    expect(await ownerOf(id)).toBe(EDGE);
    expect((await as(sue, "GET", `/containers/${id}/visits`)).body.data.items).toHaveLength(2);
  });

  test("follows photos and announcements as it does scans, and a user's visit keeps its owner", async () => {
    const id = await scanAt("OWN6", 300, ann.email);
    const at = (hours: number) => new Date(startMs - hours * HOUR_MS).toISOString();
    await identify({ container_number: "OWN6", timestamp: at(200), user_email: bob.email });
    expect(await ownerOf(id)).toBe(bob.email);
    const photo = await scanBody({ timestamp: at(100), user_email: ann.email });
    expect((await write("evidence", "OWN6", photo)).status).toBe(200);
    expect(await ownerOf(id)).toBe(ann.email);
    expect((await as(ann, "POST", `/containers/${id}/visits`)).status).toBe(201);
    await scanAt("OWN6", 0, bob.email);
    expect(await ownerOf(id)).toBe(ann.email);
  });
});
