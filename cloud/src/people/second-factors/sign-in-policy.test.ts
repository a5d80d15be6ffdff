import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { routes } from "../../routes.ts";
import { PASSWORD, withPassword } from "./testing.ts";

const cloud = await createTestApp({ clockRuns: false });
const { parts } = cloud;
const admin = await cloud.signIn("admin");
beforeEach(async () => {
  await parts.db.execute(sql`delete from rate_limits`);
  await put({ secondFactorRequired: [] });
});

const put = (body: unknown, headers: Record<string, string> = {}) =>
  cloud.send("PUT", "/v1/admin/sign-in-policy", { body, headers: { ...admin.authorization, ...headers } });
const required = (...roles: string[]) => put({ secondFactorRequired: roles });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

/** Routes open to a user whose role requires a second factor that is missing. */
const OPEN = [
  "DELETE /v1/user/me/sessions",
  "DELETE /v1/user/me/sessions/{sessionId}",
  "GET /v1/user/auth/refresh-token",
  "GET /v1/user/me",
  "GET /v1/user/me/second-factors",
  "GET /v1/user/me/sessions",
  "POST /v1/user/me/second-factors/app",
  "POST /v1/user/me/second-factors/passkeys",
  "POST /v1/user/me/second-factors/passkeys/options",
  "PUT /v1/user/me/second-factors/app",
];

const personal = routes
  .filter(({ access }) => ["operator", "supervisor", "admin"].includes(access))
  .map((route) => ({ ...route, name: `${route.config.method.toUpperCase()} ${route.config.path}` }));

describe("a user whose role requires a second factor, and who has none", () => {
  test("may do these things and no other", () => {
    const open = personal.filter(({ isOpenBeforeSecondFactor }) => isOpenBeforeSecondFactor).map(({ name }) => name);
    expect(open.toSorted()).toEqual(OPEN.filter((name) => !name.includes("sessions")));
  });

  test("is refused on every other route, whatever the request", async () => {
    const person = await withPassword(cloud, "admin");
    await required("admin");
    for (const { name, config } of personal.filter(({ isOpenBeforeSecondFactor }) => !isOpenBeforeSecondFactor)) {
      const url = config.path.replaceAll(/\{.+?\}/g, "nothing").replace("/v1", "");
      const reply = await person.send(config.method.toUpperCase(), url);
      const code = reply.body.error?.code ?? reply.body.data?.code;
      expect([name, reply.status, code]).toEqual([name, 403, "SECOND_FACTOR_MISSING"]);
    }
  });

  test("signs in with 200, sees the missing requirement, and has full access once it is added", async () => {
    const person = await withPassword(cloud);
    await required("operator");
    const reply = await person.login();
    expect([reply.status, Object.keys(reply.body.data)]).toEqual([200, ["email", "token"]]);
    person.token = reply.body.data.token;
    const me = async () => (await person.send("GET", "/user/me")).body.data;
    expect(await me()).toMatchObject({ mustAddSecondFactor: true, hasSecondFactor: false });
    expect((await person.send("GET", "/user/me/second-factors")).body.data.required).toBe(true);
    expect(codeOf(await person.send("GET", "/containers"))).toEqual([403, "SECOND_FACTOR_MISSING"]);
    const { id } = await person.addApp();
    expect((await person.send("GET", "/containers")).status).toBe(200);
    expect(await me()).toMatchObject({ mustAddSecondFactor: false, hasSecondFactor: true });
    const last = await person.send("DELETE", `/user/me/second-factors/${id}`, { currentPassword: PASSWORD });
    expect(codeOf(last)).toEqual([409, "LAST_SECOND_FACTOR"]);
  });

  test("is confined in open sessions at once, and their live streams end", async () => {
    const person = await withPassword(cloud, "supervisor");
    const headers = { Authorization: `Bearer ${person.token}` };
    const stream = await cloud.app.request("/v1/events", { headers });
    const reader = stream.body!.getReader();
    await required("supervisor");
    let isOpen = true;
    while (isOpen) isOpen = !(await reader.read()).done;
    expect((await cloud.app.request("/v1/events", { headers })).status).toBe(403);
    await required();
    expect((await person.send("GET", "/escalations")).status).toBe(200);
  });
});

describe("the requirement", () => {
  test("holds for the roles it names, and not for sessions of a provider or for services", async () => {
    const [operator, supervisor] = [await withPassword(cloud), await withPassword(cloud, "supervisor")];
    const withProvider = await cloud.signIn("operator");
    const headers = admin.authorization;
    const body = { name: "port-system", role: "operator" };
    const { token } = (await cloud.send("POST", "/v1/admin/service-accounts", { headers, body })).body.data;
    await required("operator");
    const status = async (as: string) => (await operator.send("GET", "/containers", undefined, as)).status;
    expect(await status(operator.token)).toBe(403);
    for (const as of [supervisor.token, withProvider.token, token]) expect(await status(as)).toBe(200);
  });

  test("is read and set by administrators, honours If-Match, and is audited", async () => {
    const url = "/v1/admin/sign-in-policy";
    const read = await cloud.send("GET", url, { headers: admin.authorization });
    expect(read.body.data).toEqual({ secondFactorRequired: [] });
    const etag = read.headers.get("ETag")!;
    const set = await put({ secondFactorRequired: ["supervisor", "operator", "operator"] }, { "If-Match": etag });
    expect(set).toMatchObject({ status: 200, body: { data: { secondFactorRequired: ["operator", "supervisor"] } } });
    expect(codeOf(await put({ secondFactorRequired: [] }, { "If-Match": etag }))).toEqual([412, "PRECONDITION_FAILED"]);
    const { items } = (
      await cloud.send("GET", "/v1/admin/audit-log?action=sign-in-policy.update&limit=1", {
        headers: admin.authorization,
      })
    ).body.data;
    expect(items).toMatchObject([
      {
        actor: { id: admin.id },
        before: { secondFactorRequired: [] },
        after: { secondFactorRequired: ["operator", "supervisor"] },
      },
    ]);
    for (const body of [{}, { secondFactorRequired: ["king"] }, { secondFactorRequired: "admin" }])
      expect((await put(body)).status).toBe(400);
    const { authorization } = await cloud.signIn("supervisor");
    for (const method of ["GET", "PUT"])
      expect((await cloud.send(method, url, { headers: authorization })).status).toBe(403);
  });
});
