import { writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { fleetOf } from "../../fleet/edge-devices/testing.ts";
import { createBox, drawKey } from "../../intake/box-testing.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { startWorkers } from "../../workers.ts";
import { readFigures } from "../health/figure-store.ts";
import { createErasureWorld, findTexts, leaveTraces, writeEverything } from "./testing.ts";

const erasure = await createErasureWorld();
const { world, db, keeper, run, as, disable } = erasure;
const { cloud, unique } = world;
const { scan } = edgeSender(cloud);

/** Records of a new device that name an operator, on a chain; returns how to export and verify it. */
async function recordChain(userEmail: string) {
  const fleet = await fleetOf(cloud);
  const { device, apiKey } = await fleet.make(unique("Chained"));
  const [box, key] = [createBox({ deviceId: unique("box"), nowMs: cloud.parts.nowMs }), drawKey()];
  await fleet.admin("PUT", `/${device.id}/signing-key`, key.registration);
  for (const user_email of [undefined, userEmail, userEmail]) {
    const { number, body } = await box.capture({ key, number: unique("CHAIN") });
    const url = `/v1/edge/containers/${number}/scans/category`;
    expect(await fleet.edge(apiKey, "POST", url, { ...body, user_email })).toMatchObject({ status: 200 });
  }
  return async () => {
    const url = `/v1/admin/edge-devices/${device.id}/chain`;
    const exported = await (await cloud.app.request(url, { headers: fleet.headers })).text();
    const file = path.join(cloud.parts.settings.dataDir, `${unique("chain")}.ndjson`);
    await writeFile(file, exported);
    const records = exported.split("\n").filter((line) => line.includes("recordSha256"));
    return { records, ...(await run("verify-chain", file)) };
  };
}

const logOf = async (id: string, action: string) =>
  (await as(keeper, "GET", `/admin/audit-log?subject=user:${id}&action=${action}`)).body.data.items;
const shown = async (id: string) => (await as(keeper, "GET", `/admin/users/${id}`)).body.data;

// All actions of people take as long as their erasure, so each has its own time limit.
beforeAll(async () => {
  await startWorkers(cloud.parts);
  await writeEverything(world);
});

test("leaves neither address nor name of people who did everything, and the chain verifies as before", async () => {
  const { ann, sue, admin } = world;
  const people = [
    { ...ann, name: "Ann O'Neil" },
    { ...sue, name: "Sue Example" },
    { ...admin, name: "Max Ön-Call" },
  ];
  for (const { name, ...person } of people) await leaveTraces(erasure, person, name);
  const exportChain = await recordChain(ann.email);
  const before = await exportChain();
  expect(before).toMatchObject({ code: 0, records: { length: 3 } });
  for (const { email, name, id } of people) {
    expect(Object.keys(await findTexts(db, [email, name]))).toEqual(
      expect.arrayContaining([
        "audit_log.actor_name",
        "audit_log.before",
        "containers.category_scan",
        "containers.legal_hold",
        "email_jobs.html",
        "idempotency_receipts.reply",
        "identities.subject",
        "job.data",
        "saved_views.search",
        "scans.user_email",
      ]),
    );
    await disable({ id });
    expect(await run("erase-user", email)).toMatchObject({ code: 0 });
    expect(await findTexts(db, [email, name])).toEqual({});
  }
  expect(await exportChain()).toEqual(before);
  for (const { email } of people) expect(cloud.logLines.filter((line) => line.includes(email))).toEqual([]);
});

test("replaces former addresses and names, removes the person's sign-in methods, and is audited without the address", async () => {
  const bo = await world.withPassword();
  await as(keeper, "PUT", `/admin/users/${bo.id}`, { role: "supervisor" });
  await as(bo, "POST", "/devices/register", { ...world.device(), deviceModel: "Bo's phone" });
  await as(bo, "PUT", "/user/me", { name: "Bo" });
  await as(bo, "PUT", "/user/me", { name: "Bo Example" });
  const newEmail = `${unique("bo")}@example.com`;
  await as(bo, "PUT", "/user/me/email", { email: newEmail, currentPassword: "a long enough password" });
  await as(bo, "PUT", "/user/me/saved-views", { name: "Bo's boxes", search: "?source=illegal" });
  await db.execute(sql`update users set email = ${newEmail} where id = ${bo.id}`);
  await disable(bo);
  const done = await run("erase-user", newEmail);
  expect(done).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Deleted: link_tokens 1, saved_views 1, devices 1/),
  });
  expect(done.output).toMatch(/Replaced: .*audit_log \d+/);
  expect(await findTexts(db, [bo.email, newEmail, "Bo Example", '"name": "Bo"', "Bo's boxes", "Bo's phone"])).toEqual(
    {},
  );
  expect(await shown(bo.id)).toMatchObject({
    email: `erased-${bo.id.slice(12)}@erased.invalid`,
    name: `Erased user ${bo.id.slice(12)}`,
    disabled: true,
    erasedAt: expect.any(String),
  });
  expect(await logOf(bo.id, "user.erase")).toMatchObject([
    { actor: { name: "command line" }, after: { erasedAt: expect.any(String), deleted: { saved_views: 1 } } },
  ]);
  expect(await logOf(bo.id, "user.replace-copies")).toMatchObject([
    { after: { replaced: { audit_log: expect.any(Number) } } },
  ]);
});

test("deletes mails to an address that the person never confirmed, and leaves its other records unchanged", async () => {
  const dan = await world.withPassword();
  const asked = `${unique("asked")}@example.com`;
  await as(dan, "PUT", "/user/me/email", { email: asked, currentPassword: "a long enough password" });
  await scan(unique("ASKED"), { ...(await scanBody()), user_email: asked });
  expect(Object.keys(await findTexts(db, [asked]))).toEqual(
    expect.arrayContaining(["audit_log.after", "email_jobs.recipient", "link_tokens.email", "scans.user_email"]),
  );
  await disable(dan);
  expect(await run("erase-user", dan.email)).toMatchObject({ code: 0 });
  const left = Object.keys(await findTexts(db, [asked]));
  expect(left).toContain("scans.user_email");
  expect(left.filter((place) => /^(email_jobs|link_tokens|users)\./.test(place))).toEqual([]);
  const entries = await logOf(dan.id, "user.ask-email-change");
  expect(entries.map(({ after }: { after: unknown }) => after)).toEqual([{}]);
});

test("erases a person who was invited and never joined, and creates an erased account in their place", async () => {
  const email = `${unique("invited")}@example.com`;
  expect(await as(keeper, "POST", "/admin/invites", { email, role: "supervisor" })).toMatchObject({ status: 201 });
  await scan(unique("GUEST"), { ...(await scanBody()), user_email: email });
  expect(Object.keys(await findTexts(db, [email]))).toEqual(
    expect.arrayContaining(["audit_log.after", "email_jobs.recipient", "invites.email", "scans.user_email"]),
  );
  const done = await run("erase-user", email);
  expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/Deleted: email_jobs 1/) });
  expect(await findTexts(db, [email])).toEqual({});
  const id = /Account (\w+) is erased-/.exec(done.output)?.[1] ?? "";
  expect(await shown(id)).toMatchObject({ disabled: true, erasedAt: expect.any(String) });
  expect(await run("erase-user", email)).toMatchObject({ code: 1, output: expect.stringContaining("--account ID") });
  expect(await run("erase-user", email, "--account", id)).toMatchObject({ code: 0 });
});

describe("an erased account", () => {
  test("cannot be enabled or get another role, and its person can be invited again", async () => {
    const { id, email } = await world.signIn("operator");
    await disable({ id });
    await run("erase-user", email);
    for (const body of [{ disabled: false }, { role: "admin" }])
      expect(await as(keeper, "PUT", `/admin/users/${id}`, body)).toMatchObject({
        status: 409,
        body: { error: { code: "ACCOUNT_ERASED", message: expect.stringContaining("Invite the person again") } },
      });
    const { email: pseudonym } = await shown(id);
    expect(await run("reset-password", pseudonym)).toMatchObject({
      code: 1,
      output: expect.stringContaining("erased"),
    });
    const enabled = db.execute(sql`update users set disabled_at = null where id = ${id}`);
    await expect(enabled).rejects.toMatchObject({ cause: { constraint: "users_erased_disabled" } });
    expect(await as(keeper, "POST", "/admin/invites", { email, role: "operator" })).toMatchObject({ status: 201 });
  });

  test("gives its pseudonym to records that a device delivers later, when the command names the account", async () => {
    const { id, email } = await world.signIn("operator");
    const open = await world.signIn("operator");
    await disable({ id });
    await run("erase-user", email);
    await scan(unique("LATE"), { ...(await scanBody()), user_email: email });
    expect(await run("erase-user", email)).toMatchObject({ code: 1, output: expect.stringContaining("--account ID") });
    expect(await run("erase-user", email, "--account", open.id)).toMatchObject({
      code: 1,
      output: expect.stringContaining("is not erased"),
    });
    expect(await run("erase-user", open.email, "--account", id)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`the address of another account, ${open.id}`),
    });
    expect(Object.keys(await findTexts(db, [email]))).toContain("scans.user_email");
    for (const replaced of [/Replaced: .*scans 1/, /Replaced: nothing/]) {
      const again = await run("erase-user", email, "--account", id);
      expect(again).toMatchObject({ code: 0, output: expect.stringMatching(replaced) });
    }
    expect(await findTexts(db, [email])).toEqual({});
  });
});

test("continues after it was interrupted, with the same address", async () => {
  const eve = await world.signIn("supervisor");
  await leaveTraces(erasure, eve, "Eve Interrupted");
  await disable(eve);
  await db.execute(
    sql`create function interrupt() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  );
  await db.execute(
    sql`create trigger interrupt before update on escalations for each row execute function interrupt()`,
  );
  expect(await run("erase-user", eve.email)).toMatchObject({ code: 1 });
  const left = Object.keys(await findTexts(db, [eve.email]));
  expect(left).toEqual(expect.arrayContaining(["erasures.addresses", "escalations.reason", "scans.user_email"]));
  expect(left).not.toContain("audit_log.actor_name");
  cloud.advanceMs(60_000);
  expect((await readFigures(db, cloud.parts.nowMs())).erasureSeconds).toBeGreaterThanOrEqual(60);
  await db.execute(sql`drop trigger interrupt on escalations`);
  expect(await run("erase-user", eve.email)).toMatchObject({ code: 0 });
  expect(await findTexts(db, [eve.email, "Eve Interrupted"])).toEqual({});
  expect((await readFigures(db, cloud.parts.nowMs())).erasureSeconds).toBeNull();
});

describe("erase-user refuses", () => {
  /** Returns the output of the command, which must fail. */
  const refused = async (email: string) => {
    const { code, output } = await run("erase-user", email);
    expect(code).toBe(1);
    return output;
  };

  test("an account that is enabled, the one of edge devices, a service, and an unknown address, and changes nothing", async () => {
    const { id, email } = await world.signIn("operator");
    expect(await refused(email)).toContain("still enabled. Disable the account first");
    expect(await shown(id)).toMatchObject({ email, erasedAt: null });
    expect(await refused("edge-device@localhost")).toContain("is the account of edge devices");
    const service = await as(keeper, "POST", "/admin/service-accounts", { name: "yard", role: "operator" });
    expect(await refused(service.body.data.account.email)).toContain("is a service account");
    expect(await refused("unknown@example.com")).toContain("No account exists for unknown@example.com");
    expect(await refused("unknown")).toContain("is not an email address");
  });

  test("the last administrator", async () => {
    await db.execute(sql`update users set disabled_at = now() where role = 'admin'`);
    expect(await refused(keeper.email)).toContain("is the last administrator. Create another one first: create-admin");
    await db.execute(sql`update users set disabled_at = null where id = ${keeper.id}`);
  });
});
