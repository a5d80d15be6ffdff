import { hash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { endWaits } from "../../testing/end-waits.ts";
import { startWorkers } from "../../workers.ts";
import { startPushReceiver } from "./testing.ts";

let receiver: Awaited<ReturnType<typeof startPushReceiver>>;
let cloud: TestApp;
let [ann, sue, sid, admin]: TestUser[] = [];
let made = 0;

const as = async (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
const PATH = "/user/me/push-subscriptions";
const add = (user: TestUser, name: string) => as(user, "POST", PATH, receiver.subscribe(name));
const list = async (user: TestUser) => (await as(user, "GET", PATH)).body.data.subscriptions;
const namesOf = async (user: TestUser) => (await list(user)).map(({ name }: { name: string }) => name);
const deliveries = async (query = "") => (await as(admin!, "GET", `/admin/push-deliveries${query}`)).body.data.items;
const escalate = async (user: TestUser, reason = "the seal looks new") => {
  made += 1;
  const { id } = (await as(user, "POST", "/containers", { containerNumber: `WEB ${made}` })).body.data;
  return (await as(user, "POST", `/containers/${id}/escalate`, { reason })).body.data;
};
const ended = async (query: string, count: number) => {
  const over = async () => (await deliveries(query)).filter(({ status }: { status: string }) => status !== "pending");
  await expect.poll(over).toHaveLength(count);
  return over();
};
/** A wait that a push service asks for, longer than any of our own. */
const LONG_SECONDS = 3_000;

beforeAll(async () => {
  receiver = await startPushReceiver();
  cloud = await createTestApp({ settings: { webhookAllowPrivateAddresses: true } });
  await startWorkers(cloud.parts);
  [ann, sue, sid, admin] = [
    await cloud.signIn("operator"),
    await cloud.signIn("supervisor"),
    await cloud.signIn("supervisor"),
    await cloud.signIn("admin"),
  ];
});

describe("push subscriptions of browsers", () => {
  test("are listed for their user alone, without their endpoint, and never among the phones", async () => {
    const { status, body } = await add(ann!, "ann-1");
    const { endpoint } = receiver.subscribe("ann-1");
    const shown = { name: "Browser ann-1", service: new URL(endpoint).host, endpointSha256: hash("sha256", endpoint) };
    expect([status, body.data]).toEqual([201, expect.objectContaining(shown)]);
    expect(JSON.stringify(body)).not.toContain(endpoint);
    const { data } = (await as(ann!, "GET", PATH)).body;
    expect(data).toMatchObject({ total: 1, subscriptions: [shown] });
    expect(Buffer.from(data.publicKey, "base64url")).toHaveLength(65);
    expect(await list(sue!)).toEqual([]);
    expect((await as(ann!, "GET", "/devices")).body.data).toEqual({ devices: [], total: 0 });
  });

  test("are renewed by the same browser, and move to the user who signs in there", async () => {
    const [first, again] = [await add(ann!, "shared"), await add(ann!, "shared")];
    expect([first.status, again.status, again.body.data.id]).toEqual([201, 200, first.body.data.id]);
    expect((await add(sue!, "shared")).body.data.id).toBe(first.body.data.id);
    expect([await namesOf(ann!), await namesOf(sue!)]).toEqual([["Browser ann-1"], ["Browser shared"]]);
    const { id } = first.body.data;
    expect((await as(ann!, "DELETE", `${PATH}/${id}`)).body.error.code).toBe("PUSH_SUBSCRIPTION_NOT_FOUND");
    expect((await as(sue!, "DELETE", `${PATH}/${id}`)).status).toBe(200);
    expect(await list(sue!)).toEqual([]);
    const { items } = (await as(admin!, "GET", `/admin/audit-log?subject=push-subscription:${id}`)).body.data;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      "push-subscription.remove",
      ...Array(3).fill("push-subscription.add"),
    ]);
    expect(JSON.stringify(items)).not.toContain("/shared");
  });

  test("are at most 20, of which the oldest makes room", async () => {
    const many = await cloud.signIn("operator");
    for (let count = 0; count < 21; count += 1) await add(many, `many-${count}`);
    const names = await namesOf(many);
    expect([names.length, names.at(-1)]).toEqual([20, "Browser many-1"]);
  });

  test("are refused for addresses that are not public, without https, and for keys that are none", async () => {
    const strict = await createTestApp();
    const user = await strict.signIn("operator");
    const { keys } = receiver.subscribe("strict");
    const send = async (changed: object) => {
      const body = { endpoint: "https://push.example.com/1", keys, name: "x", ...changed };
      const reply = await strict.send("POST", `/v1${PATH}`, { body, headers: user.authorization });
      return [reply.status, reply.body.error?.details?.[0]?.path];
    };
    for (const host of ["127.0.0.1", "169.254.169.254", "[::1]", "localhost", "10.1.2.3"])
      expect([host, ...(await send({ endpoint: `https://${host}/push` }))]).toEqual([host, 400, "endpoint"]);
    expect(await send({ endpoint: "http://push.example.com/1" })).toEqual([400, "endpoint"]);
    expect(await send({ endpoint: "https://user@push.example.com/1" })).toEqual([400, "endpoint"]);
    const noPoint = Buffer.alloc(65, 4).toString("base64url");
    expect(await send({ keys: { ...keys, p256dh: noPoint } })).toEqual([400, "keys"]);
    expect(await send({})).toEqual([201, undefined]);
  });
});

describe("a notice", () => {
  test("reaches the browsers of supervisors, encrypted for each, but not of its author and of operators", async () => {
    for (const [user, name] of [[ann!, "ann-2"], [sue!, "sue-1"], [sid!, "sid-1"]] as const) await add(user, name); // prettier-ignore
    const { id } = await escalate(sid!, "x".repeat(2_000));
    const [sent] = await ended("?status=sent", 1);
    expect(sent).toMatchObject({ channel: "web", userId: sue!.id, attempts: 1, kind: "escalation" });
    expect(receiver.received).toMatchObject([
      { browser: "sue-1", title: `Container WEB ${made} is escalated`, tag: id, place: `/app/escalations/${id}` },
    ]);
    const [{ body, headers, subject }] = receiver.received as [(typeof receiver.received)[number]];
    expect(body).toMatch(/^x+$/);
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high", ttl: expect.any(String) });
    expect(Number(headers["ttl"])).toBeLessThanOrEqual(4 * 3_600);
    expect(subject).toMatch(/^(mailto:|https:)/);
    expect(receiver.complaints).toEqual([]);
  });

  test("is tried again where the push service asks to wait", async () => {
    const before = receiver.received.length;
    let refusals = 0;
    receiver.answer = () =>
      ++refusals === 1 ? { status: 429, headers: { "Retry-After": String(LONG_SECONDS) } } : undefined;
    await escalate(sid!);
    await expect.poll(() => deliveries("?status=pending")).toMatchObject([{ attempts: 1 }]);
    const [waitSeconds] = await endWaits(cloud.parts);
    expect(waitSeconds).toBeGreaterThan(LONG_SECONDS - 1);
    await ended("?status=sent", 2);
    expect([refusals, receiver.received.length]).toEqual([2, before + 1]);
    expect((await deliveries("?status=sent"))[0]).toMatchObject({ attempts: 2, lastError: null });
  });

  test.each([404, 410])("removes a subscription whose push service answers %i", async (status) => {
    const { id } = (await add(sue!, `ended-${status}`)).body.data;
    receiver.answer = (browser) => (browser.startsWith("ended") ? { status } : undefined);
    await escalate(sid!);
    const [dropped] = await ended(`?deviceId=${id}`, 1);
    expect(dropped).toMatchObject({ status: "dropped", lastError: expect.stringContaining(String(status)) });
    expect(await namesOf(sue!)).toEqual(["Browser sue-1"]);
    const { items } = (await as(admin!, "GET", `/admin/audit-log?subject=push-subscription:${id}`)).body.data;
    expect(items[0]).toMatchObject({ action: "push-subscription.remove", actor: { type: "system" }, after: null });
  });

  test("fails permanently where the push service refuses it, and keeps the subscription", async () => {
    receiver.answer = () => ({ status: 403 });
    await escalate(sid!);
    const [failed] = await ended("?status=failed", 1);
    expect(failed).toMatchObject({ attempts: 1, lastError: "the push service answered 403" });
    expect(await namesOf(sue!)).toEqual(["Browser sue-1"]);
    receiver.answer = () => undefined;
  });

  test("never reaches a user who is no longer a supervisor", async () => {
    await as(admin!, "PUT", `/admin/users/${sue!.id}`, { role: "operator" });
    const before = receiver.tried.length;
    await add(admin!, "admin-1");
    await escalate(sid!);
    await expect.poll(() => receiver.tried.length).toBe(before + 1);
    expect(receiver.tried.at(-1)).toBe("admin-1");
  });
});
