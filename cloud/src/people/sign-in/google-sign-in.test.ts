import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { sessions, users } from "../../platform/db/tables.ts";
import { createTestApp } from "../../testing/app.ts";
import { type ProviderAccount, signAgain, startProvider, visitProvider } from "../auth/testing.ts";

const PUBLIC_URL = "https://inspection.example.com";
const CALLBACK = `${PUBLIC_URL}/v1/user/auth/google/callback`;
const ann = { sub: "ann-1", email: "Ann@Example.com", email_verified: true, name: "Ann Ward" };

const setUp = async (own: { maxAgeSeconds?: number } = {}) => {
  const provider = await startProvider(CALLBACK);
  const signInProvider = { ...provider.settings, ...own };
  const cloud = await createTestApp({
    settings: { publicUrl: PUBLIC_URL, trustedOrigins: [PUBLIC_URL], signInProvider },
  });
  const begin = async (headers: Record<string, string> = {}) => {
    const reply = await cloud.app.request("/v1/user/auth/google", { headers });
    return { reply, cookie: /^sign-in-flow=[^;]*/.exec(reply.headers.get("Set-Cookie") ?? "")?.[0] ?? "" };
  };
  const finish = async (url: string, headers: Record<string, string>) => {
    const reply = await cloud.app.request(url.replace(PUBLIC_URL, ""), { headers });
    const session = /token=([^;]+)/.exec(reply.headers.getSetCookie().find((c) => c.startsWith("token=")) ?? "")?.[1];
    const text = await reply.text();
    const code: unknown = text === "" ? undefined : JSON.parse(text).data.code;
    return { status: reply.status, location: reply.headers.get("Location"), code, session };
  };
  /** Signs in from beginning to end as this account of the provider. */
  const signInAs = async (account: ProviderAccount, headers: Record<string, string> = {}) => {
    provider.account.current = account;
    const { reply, cookie } = await begin();
    const back = await visitProvider(reply.headers.get("Location")!, CALLBACK);
    return { back, cookie, ...(await finish(back, { Cookie: cookie, ...headers })) };
  };
  const me = async (session: string | undefined) =>
    (await cloud.send("GET", "/v1/user/me", { headers: { Authorization: `Bearer ${session}` } })).body;
  return { ...cloud, provider, begin, finish, signInAs, me };
};

describe("leaving for the provider", () => {
  test("asks for a code with PKCE, state and nonce, and keeps the flow in a Lax cookie", async () => {
    const { begin } = await setUp();
    const { reply } = await begin();
    expect(reply.status).toBe(302);
    const asked = Object.fromEntries(new URL(reply.headers.get("Location")!).searchParams);
    const secret = expect.stringMatching(/^[\w-]{43}$/);
    expect(asked).toMatchObject({ redirect_uri: CALLBACK, response_type: "code", scope: "openid email profile" });
    expect(asked).toMatchObject({
      code_challenge_method: "S256",
      code_challenge: secret,
      state: secret,
      nonce: secret,
    });
    const cookie = reply.headers.get("Set-Cookie")!.split("; ").slice(1).sort();
    expect(cookie).toEqual(["HttpOnly", "Max-Age=600", "Path=/v1/user/auth/google", "SameSite=Lax"]);
  });

  test("is 503 if it is not configured, and a page for browsers", async () => {
    const { app, send } = await createTestApp();
    for (const path of ["/v1/user/auth/google", "/v1/user/auth/google/callback?code=x&state=y"]) {
      const reply = await send("GET", path);
      expect(reply).toMatchObject({ status: 503, body: { data: { code: "SIGN_IN_PROVIDER_NOT_CONFIGURED" } } });
      expect(reply.headers.get("Retry-After")).toBe("3600");
      const page = await app.request(path, { headers: { Accept: "text/html,*/*" } });
      const location = "http://localhost:3000/app/sign-in#error=SIGN_IN_PROVIDER_NOT_CONFIGURED";
      expect([page.status, page.headers.get("Location")]).toEqual([302, location]);
    }
  });

  test("is 503 while the provider is unavailable", async () => {
    const signInProvider = { issuer: "http://127.0.0.1:9", clientId: "a", clientSecret: "b" };
    const { send } = await createTestApp({ settings: { signInProvider } });
    const reply = await send("GET", "/v1/user/auth/google");
    expect(reply).toMatchObject({ status: 503, body: { data: { code: "SERVICE_UNAVAILABLE" } } });
    expect(reply.headers.get("Retry-After")).toBe("30");
  });
});

describe("coming back", () => {
  test("signs in to the account of the verified address and redirects to the web app; after that, only the link counts", async () => {
    const { parts, signIn, signInAs, me } = await setUp();
    const { id } = await signIn("supervisor", "ann@example.com");
    const first = await signInAs(ann);
    expect(first).toMatchObject({ status: 302, location: `${PUBLIC_URL}/app/` });
    expect((await me(first.session)).data).toMatchObject({ id, role: "supervisor" });
    await parts.db.update(users).set({ email: "ann.ward@example.com" }).where(eq(users.id, id));
    expect((await me((await signInAs(ann)).session)).data).toMatchObject({ id, email: "ann.ward@example.com" });
  });

  test("accepts the open invite of the verified address", async () => {
    const { send, signIn, signInAs, me } = await setUp();
    const { authorization: headers } = await signIn("admin");
    const body = { email: "ann@example.com", role: "operator" };
    const { id } = (await send("POST", "/v1/admin/invites", { headers, body })).body.data;
    const { session } = await signInAs(ann);
    expect((await me(session)).data).toMatchObject({ email: "ann@example.com", name: "Ann Ward", role: "operator" });
    const invites = await send("GET", "/v1/admin/invites", { headers });
    expect(invites.body.data.items).toMatchObject([{ id, status: "accepted" }]);
    const login = { email: "ann@example.com", password: "" };
    expect(await send("POST", "/v1/user/auth/email/login", { body: login })).toMatchObject({ status: 401 });
    const log = (await send("GET", "/v1/admin/audit-log?actor=ann@example.com", { headers })).body.data.items;
    expect(log).toMatchObject([
      { action: "user.sign-in", after: { method: "google" } },
      { action: "user.link-identity", after: { identity: { subject: "ann-1" } } },
      { action: "invite.accept", subject: { id } },
      { action: "user.create", after: { email: "ann@example.com", role: "operator" } },
    ]);
  });

  test.each(["a\0b", "\ud800", " x\udc00"])("omits a name that cannot be stored: %j", async (name) => {
    const { send, signIn, signInAs, me } = await setUp();
    const { authorization: headers } = await signIn("admin");
    await send("POST", "/v1/admin/invites", { headers, body: { email: "ann@example.com", role: "operator" } });
    const { status, session } = await signInAs({ ...ann, name });
    expect(status).toBe(302);
    expect((await me(session)).data).toMatchObject({ email: "ann@example.com", name: null });
  });

  test.each<[string, ProviderAccount, number, string]>([
    ["a subject with NUL", { ...ann, sub: "ann\u00001" }, 400, "SIGN_IN_FAILED"],
    ["a broken subject", { ...ann, sub: "ann\ud800" }, 400, "SIGN_IN_FAILED"],
    ["an endless subject", { ...ann, sub: "a".repeat(3_000) }, 400, "SIGN_IN_FAILED"],
    ["an address with NUL", { ...ann, email: "ann\0@example.com" }, 403, "INVITE_REQUIRED"],
    ["a broken address", { ...ann, email: "ann\ud800@example.com" }, 403, "INVITE_REQUIRED"],
  ])("is refused with %s", async (_what, account, status, code) => {
    const { signIn, signInAs } = await setUp();
    await signIn("operator", "ann@example.com");
    expect(await signInAs(account)).toMatchObject({ status, code, session: undefined });
  });

  test.each<[string, ProviderAccount]>([
    ["without an account or invite", { ...ann, email: "stranger@example.com" }],
    ["with an address that is not verified", { ...ann, email_verified: false }],
    ["with an address without a statement about it", { sub: "ann-1", email: "ann@example.com" }],
    ["without an address", { sub: "ann-1" }],
    ["with the address of edge writes", { ...ann, email: "edge-device@localhost" }],
    ["with a disabled account", { ...ann, email: "disabled@example.com" }],
    ["with the address of a service account", { ...ann, email: "reader@service.invalid" }],
  ])("is refused %s", async (_what, account) => {
    const { parts, signIn, signInAs } = await setUp();
    await signIn("admin", "ann@example.com");
    await signIn("admin", "disabled@example.com");
    await signIn("supervisor", "reader@service.invalid");
    await parts.db.update(users).set({ isService: true }).where(eq(users.email, "reader@service.invalid"));
    await parts.db
      .update(users)
      .set({ disabledAt: new Date(0) })
      .where(eq(users.email, "disabled@example.com"));
    expect(await signInAs(account)).toMatchObject({ status: 403, code: "INVITE_REQUIRED", session: undefined });
    const page = await signInAs(account, { Accept: "text/html" });
    expect(page).toMatchObject({ status: 302, location: `${PUBLIC_URL}/app/sign-in#error=INVITE_REQUIRED` });
    expect(page.session).toBeUndefined();
  });

  test("is refused to a second account of the provider with the same address, and once the linked account is disabled", async () => {
    const { parts, signIn, signInAs } = await setUp();
    const { id } = await signIn("operator", "ann@example.com");
    expect((await signInAs(ann)).status).toBe(302);
    expect((await signInAs({ ...ann, sub: "ann-2" })).code).toBe("INVITE_REQUIRED");
    const change = (changed: Partial<typeof users.$inferInsert>) =>
      parts.db.update(users).set(changed).where(eq(users.id, id));
    await change({ disabledAt: new Date(0) });
    expect((await signInAs(ann)).code).toBe("INVITE_REQUIRED");
    await change({ disabledAt: null, isService: true });
    expect((await signInAs(ann)).code).toBe("INVITE_REQUIRED");
  });

  test("is refused with a code that was used, another browser's flow, a changed state, or no flow at all", async () => {
    const { signIn, signInAs, begin, finish, provider } = await setUp();
    await signIn("operator", "ann@example.com");
    const used = await signInAs(ann);
    const { reply, cookie } = await begin();
    const back = await visitProvider(reply.headers.get("Location")!, CALLBACK);
    const other = await begin();
    const attempts = [
      [used.back, used.cookie],
      [back, other.cookie],
      [back.replace("state=", "state=x"), cookie],
      [back.replace(/code=[^&]+/, "code=x"), cookie],
      [`${back}&code=y`, cookie],
      [CALLBACK, cookie],
      [`${CALLBACK}?error=access_denied&state=${new URL(back).searchParams.get("state")}`, cookie],
      [back, ""],
      [back, "sign-in-flow=e30"],
      // The flow itself, with a signature of the caller's own.
      [back, cookie.replace(/\.[^.]*$/, `.${encodeURIComponent(Buffer.alloc(32).toString("base64"))}`)],
      [back, "sign-in-flow=%00"],
    ] as const;
    for (const [url, Cookie] of attempts)
      expect([url, Cookie, await finish(url, { Cookie })]).toMatchObject([
        url,
        Cookie,
        { status: 400, code: "SIGN_IN_FAILED" },
      ]);
    expect(provider.account.current).toBe(ann);
    expect((await finish(back, { Cookie: cookie })).status).toBe(302);
  });
});

describe("the ID token of the provider", () => {
  const signInWith = async (forge: (idToken: string) => string | Promise<string>) => {
    const { signIn, signInAs, provider } = await setUp();
    await signIn("operator", "ann@example.com");
    provider.account.forge = forge;
    return signInAs(ann);
  };
  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

  test("signs in when it is signed again as it was: the forgeries below fail for their own reason", async () => {
    expect(await signInWith((idToken) => signAgain(idToken, {}))).toMatchObject({ status: 302 });
  });

  test.each<[string, (idToken: string) => string | Promise<string>]>([
    ["not signed", (idToken) => `${encode({ alg: "none" })}.${encode(decodeJwt(idToken))}.`],
    ["signed by another key", (idToken) => signAgain(idToken, {}, stranger)],
    ["for another client", (idToken) => signAgain(idToken, { aud: "other" })],
    ["of another issuer", (idToken) => signAgain(idToken, { iss: "https://elsewhere.example" })],
    ["of another sign-in", (idToken) => signAgain(idToken, { nonce: "of-another" })],
    ["of no sign-in", (idToken) => signAgain(idToken, { nonce: undefined })],
    ["expired", (idToken) => signAgain(idToken, { exp: 1 })],
  ])("signs no person in when it is %s", async (_what, forge) => {
    expect(await signInWith(forge)).toMatchObject({ status: 400, code: "SIGN_IN_FAILED", session: undefined });
  });
});

test("asks the provider at most 30 times for one address", async () => {
  const { finish } = await setUp();
  const codes = new Set<unknown>();
  for (let count = 0; count < 30; count += 1) codes.add((await finish(`${CALLBACK}?code=x&state=y`, {})).code);
  expect([...codes]).toEqual(["SIGN_IN_FAILED"]);
  expect(await finish(`${CALLBACK}?code=x&state=y`, {})).toMatchObject({ status: 429 });
});

describe("a limited time since the sign-in at the provider", () => {
  const HOUR = 3_600;
  const now = () => Math.floor(Date.now() / 1_000);

  test("is requested from the provider, and ends the session regardless of refreshes", async () => {
    const { send, signIn, signInAs, begin, advanceMs } = await setUp({ maxAgeSeconds: 8 * HOUR });
    await signIn("operator", "ann@example.com");
    const { reply } = await begin();
    expect(new URL(reply.headers.get("Location")!).searchParams.get("max_age")).toBe(String(8 * HOUR));
    const { session } = await signInAs({ ...ann, signedInAt: now() - 2 * HOUR });
    const headers = { Authorization: `Bearer ${session}` };
    advanceMs(5.9 * HOUR * 1_000);
    const refreshed = await send("GET", "/v1/user/auth/refresh-token", { headers });
    const again = { Authorization: `Bearer ${refreshed.body.data.token}` };
    expect((await send("GET", "/v1/user/me", { headers: again })).status).toBe(200);
    advanceMs(0.2 * HOUR * 1_000);
    expect((await send("GET", "/v1/user/me", { headers: again })).status).toBe(401);
    expect((await send("GET", "/v1/user/auth/refresh-token", { headers: again })).status).toBe(401);
  });

  test("refuses a sign-in of longer ago, and one without its time", async () => {
    const { signIn, begin, finish, provider } = await setUp({ maxAgeSeconds: 8 * HOUR });
    await signIn("operator", "ann@example.com");
    for (const asked of [String(24 * HOUR), undefined]) {
      provider.account.current = { ...ann, signedInAt: now() - 9 * HOUR };
      const { reply, cookie } = await begin();
      // Simulates a provider that ignores the requested maximum age.
      const url = new URL(reply.headers.get("Location")!);
      if (asked === undefined) url.searchParams.delete("max_age");
      else url.searchParams.set("max_age", asked);
      const back = await visitProvider(url.href, CALLBACK);
      expect(new URL(back).searchParams.get("code")).not.toBe(null);
      expect(await finish(back, { Cookie: cookie })).toMatchObject({ status: 400, code: "SIGN_IN_FAILED" });
    }
  });

  test("is none by default: a session lasts 30 days, and the provider decides when it asks", async () => {
    const { parts, signIn, signInAs, begin } = await setUp();
    await signIn("operator", "ann@example.com");
    const { reply } = await begin();
    expect(new URL(reply.headers.get("Location")!).searchParams.has("max_age")).toBe(false);
    await signInAs({ ...ann, signedInAt: now() - 400 * 24 * HOUR });
    const [session] = await parts.db.select().from(sessions).where(eq(sessions.signedInWith, "provider"));
    expect(session!.endsAt.getTime() - session!.createdAt.getTime()).toBe(30 * 24 * HOUR * 1_000);
  });
});

test("another site cannot sign a user in: only the user's own action leads to the provider", async () => {
  const { begin } = await setUp();
  const fromElsewhere = { "Sec-Fetch-Site": "cross-site", Referer: "https://elsewhere.example/" };
  const { reply, cookie } = await begin(fromElsewhere);
  expect([reply.status, reply.headers.get("Location"), cookie]).toEqual([302, `${PUBLIC_URL}/app/sign-in`, ""]);
  const own: Record<string, string>[] = [
    {},
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "none" },
    { "Sec-Fetch-Site": "cross-site", Referer: `${PUBLIC_URL}/` },
  ];
  for (const headers of own) expect((await begin(headers)).cookie).toMatch(/^sign-in-flow=./);
});
