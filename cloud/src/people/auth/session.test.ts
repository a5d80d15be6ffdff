import { eq } from "drizzle-orm";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { sessions } from "../../platform/db/tables.ts";
import { createTestApp, TRUSTED_ORIGIN } from "../../testing/app.ts";

// The clock is stopped: grace periods of seconds must not pass because the machine is slow.
const { parts, send, signIn, advanceMs } = await createTestApp({ clockRuns: false });
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const cookie = (token: string, headers = {}) => ({ headers: { Cookie: `token=${token}`, ...headers } });
const me = async (options: { headers: Record<string, string> }) => (await send("GET", "/v1/user/me", options)).status;

describe("the session token", () => {
  test("is taken from the cookie or the bearer header", async () => {
    const { token, email } = await signIn("operator");
    expect(await me(cookie(token))).toBe(200);
    expect(await send("GET", "/v1/user/me", bearer(token))).toMatchObject({ status: 200, body: { data: { email } } });
    expect(await me({ headers: { authorization: `bearer ${token}` } })).toBe(200);
  });

  test("answers 401 without one, in the envelope of the path", async () => {
    const plain = await send("GET", "/v1/user/me");
    expect(plain).toMatchObject({ status: 401, body: { success: false, error: { code: "UNAUTHORIZED" } } });
    const auth = await send("GET", "/v1/user/auth/refresh-token");
    expect(auth).toMatchObject({ status: 401, body: { status: "error", data: { code: "UNAUTHORIZED" } } });
  });

  test("is only that of the bearer header if there is one, even with a valid cookie", async () => {
    const { token } = await signIn("operator");
    expect(await me({ headers: { Cookie: `token=${token}`, Authorization: "Bearer wrong" } })).toBe(401);
    expect(await me({ headers: { Cookie: `token=${token}`, Authorization: "Bearer" } })).toBe(401);
    expect(await me({ headers: { Cookie: `token=${token}`, Authorization: "Basic YTpi" } })).toBe(200);
  });

  test("is ignored if two different cookies carry one", async () => {
    const [one, other] = [await signIn("operator"), await signIn("admin")];
    expect(await me({ headers: { Cookie: `token=${one.token}; token=${other.token}` } })).toBe(401);
    expect(await me({ headers: { Cookie: `token=${one.token}; theme=dark; token=${one.token}` } })).toBe(200);
  });

  test("stops working when the account is disabled, at once", async () => {
    const { token, id } = await signIn("operator");
    expect(await me(bearer(token))).toBe(200);
    await disable(id);
    expect(await me(bearer(token))).toBe(401);
  });
});

describe("forged tokens", () => {
  const key = new TextEncoder().encode(parts.settings.jwtSecret);
  const seconds = () => Math.floor(parts.nowMs() / 1000);
  /** A token of a live session, changed by the attack. */
  const forge = async (
    attack: (jwt: SignJWT, token: string) => Promise<string> | string,
    header = { alg: "HS256", typ: "JWT" } as { alg: string; typ?: string },
  ) => {
    const { token } = await signIn("admin");
    const claims = await parts.tokens.verify(token);
    const jwt = new SignJWT({ email: claims!.email, role: claims!.role, sid: claims!.sid })
      .setProtectedHeader(header)
      .setSubject(claims!.sub)
      .setJti(claims!.jti)
      .setIssuer("container-inspection")
      .setAudience("container-inspection")
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + 60);
    return attack(jwt, token);
  };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payloadOf = (token: string) => token.split(".")[1]!;

  const resign = (token: string, changed: object) => {
    const claims = JSON.parse(Buffer.from(payloadOf(token), "base64url").toString());
    return new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
  };

  test("the unchanged token is valid: the attacks below fail for their own reason", async () => {
    expect(await me(bearer(await forge((jwt) => jwt.sign(key))))).toBe(200);
  });

  test.each<[string, Parameters<typeof forge>[0]]>([
    ["no algorithm", (_jwt, token) => `${encode({ alg: "none", typ: "JWT" })}.${payloadOf(token)}.`],
    ["no algorithm, with a signature", (_jwt, t) => `${encode({ alg: "None" })}.${payloadOf(t)}.${t.split(".")[2]}`],
    ["another secret", (jwt) => jwt.sign(new TextEncoder().encode("x".repeat(64)))],
    ["another issuer", (jwt) => jwt.setIssuer("someone").sign(key)],
    ["another audience", (jwt) => jwt.setAudience("someone").sign(key)],
    ["expired", (jwt) => jwt.setExpirationTime(seconds() - 1).sign(key)],
    ["not yet valid", (jwt) => jwt.setNotBefore(seconds() + 60).sign(key)],
    ["another session", (jwt) => jwt.setJti("0".repeat(24)).sign(key)],
    ["four parts", (_jwt, token) => `${token}.${payloadOf(token)}`],
    ["two parts", (_jwt, token) => token.split(".").slice(0, 2).join(".")],
    ["a changed role", (_jwt, token) => token.replace(payloadOf(token), encode({ role: "admin" }))],
    ["padding", (_jwt, token) => `${token}=`],
    ["a session with NUL", (_jwt, token) => resign(token, { sid: "a\0b" })],
    ["an id with NUL", (_jwt, token) => resign(token, { jti: "a\0b" })],
  ])("refuses %s", async (_name, attack) => {
    expect(await me(bearer(await forge(attack)))).toBe(401);
  });

  test.each([{ alg: "HS512", typ: "JWT" }, { alg: "HS256" }, { alg: "HS256", typ: "at+jwt" }])(
    "refuses the header %o",
    async (header) => {
      expect(await me(bearer(await forge((jwt) => jwt.sign(key), header)))).toBe(401);
    },
  );

  test("refuses a token without expiry", async () => {
    const { token } = await signIn("admin");
    const { exp: _exp, ...claims } = JSON.parse(Buffer.from(payloadOf(token), "base64url").toString());
    const endless = await new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
    expect(await me(bearer(endless))).toBe(401);
  });
});

describe("refreshing", () => {
  const refresh = (token: string) => send("GET", "/v1/user/auth/refresh-token", bearer(token));

  test("returns a new token as cookie and data; the old one works for ten more seconds", async () => {
    const { token, email } = await signIn("supervisor");
    const reply = await refresh(token);
    expect(reply).toMatchObject({ status: 200, body: { status: "success", data: { email, role: "supervisor" } } });
    const fresh = reply.body.data.token;
    expect(reply.headers.getSetCookie()).toEqual([expect.stringContaining(`token=${fresh};`)]);
    expect(await me(bearer(fresh))).toBe(200);
    advanceMs(9_000);
    expect(await me(bearer(token))).toBe(200);
    advanceMs(1_001);
    expect(await me(bearer(fresh))).toBe(200);
    expect(await me(bearer(token))).toBe(401);
  });

  test("accepts every token within its own grace period, however many followed it", async () => {
    const { token: first } = await signIn("operator");
    const tokens = [first];
    for (let count = 0; count < 5; count += 1) {
      tokens.push((await refresh(tokens.at(-1)!)).body.data.token);
      advanceMs(1_500);
    }
    const statuses = async () => Promise.all(tokens.map((token) => me(bearer(token))));
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
    advanceMs(2_000);
    // The first was replaced 9.5 seconds ago, the one after it 8.
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
    advanceMs(1_000);
    expect(await me(bearer(tokens[1]!))).toBe(200);
    expect(await me(bearer(first))).toBe(401);
  });

  test("keeps only the replaced tokens that may still work", async () => {
    let { token } = await signIn("operator");
    for (let count = 0; count < 3; count += 1) {
      token = (await refresh(token)).body.data.token;
      advanceMs(11_000);
    }
    const { sid } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
    const [session] = await parts.db.select().from(sessions).where(eq(sessions.id, sid));
    expect(session?.replacedTokens).toHaveLength(1);
  });

  test("ends the session, once and with an audit entry, if a replaced token is used after its grace period", async () => {
    const { id, token, email } = await signIn("operator");
    const fresh = (await refresh(token)).body.data.token;
    advanceMs(10_001);
    expect(await me(bearer(fresh))).toBe(200);
    const replay = await send("GET", "/v1/containers", bearer(token));
    expect(replay).toMatchObject({ status: 401, body: { error: { code: "UNAUTHORIZED" } } });
    for (const each of [token, fresh, token]) expect(await me(bearer(each))).toBe(401);
    const headers = (await signIn("admin")).authorization;
    const log = await send("GET", `/v1/admin/audit-log?subject=user:${id}`, { headers });
    expect(log.body.data.items).toMatchObject([
      {
        action: "user.end-reused-session",
        actor: { type: "anonymous" },
        before: { email },
        after: null,
        requestId: replay.headers.get("X-Request-Id"),
      },
    ]);
  });

  test("lets two tabs refresh at once: both get tokens that keep working", async () => {
    const { token } = await signIn("operator");
    const replies = await Promise.all([refresh(token), refresh(token)]);
    advanceMs(11_000);
    for (const reply of replies) expect(await me(bearer(reply.body.data.token))).toBe(200);
  });

  test("keeps a token seven days and a session thirty", async () => {
    let { token } = await signIn("operator");
    const day = 24 * 3_600_000;
    for (let days = 0; days < 24; days += 6) {
      advanceMs(6 * day);
      token = (await refresh(token)).body.data.token;
    }
    advanceMs(5 * day);
    expect(await me(bearer(token))).toBe(200);
    advanceMs(day + 1);
    expect(await refresh(token)).toMatchObject({ status: 401 });
    const other = await signIn("operator");
    advanceMs(7 * day);
    expect(await me(bearer(other.token))).toBe(401);
  });
});

describe("signing out", () => {
  test("ends the session and clears the cookie", async () => {
    const { token } = await signIn("operator");
    const reply = await send("GET", "/v1/user/auth/logout", cookie(token));
    expect(reply).toMatchObject({ status: 200, body: { status: "success" } });
    expect(reply.headers.getSetCookie()).toEqual(["token=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"]);
    expect(await me(bearer(token))).toBe(401);
  });

  test("answers the same without a token and with a bad one", async () => {
    expect(await send("GET", "/v1/user/auth/logout")).toMatchObject({ status: 200 });
    expect(await send("GET", "/v1/user/auth/logout", bearer("junk"))).toMatchObject({ status: 200 });
  });
});

describe("writes with the cookie", () => {
  const write = async (headers: Record<string, string>) => {
    const { token } = await signIn("operator");
    const body = { containerNumber: `BOX ${parts.newId()}` };
    const reply = await send("POST", "/v1/containers", { body, headers: { Cookie: `token=${token}`, ...headers } });
    return reply.status === 403 ? reply.body.error.message : reply.status;
  };
  const refusal = "Forbidden: untrusted request origin";

  test.each([
    ["the trusted origin", { Origin: TRUSTED_ORIGIN }],
    ["a trusted page as referer", { Referer: `${TRUSTED_ORIGIN}/containers?x=1` }],
    ["a trusted origin with another referer", { Origin: TRUSTED_ORIGIN, Referer: "https://evil.example/" }],
  ])("are taken from %s", async (_name, headers) => {
    expect(await write(headers)).toBe(201);
  });

  test.each([
    ["no origin and no referer", {}],
    ["the origin null", { Origin: "null" }],
    ["a longer host", { Origin: "https://app.example.com.evil" }],
    ["a subdomain", { Origin: "https://x.app.example.com" }],
    ["plain http", { Origin: "http://app.example.com" }],
    ["another port", { Origin: "https://app.example.com:8443" }],
    ["a trailing slash", { Origin: "https://app.example.com/" }],
    ["the trusted origin as user name", { Referer: "https://app.example.com@evil.example/" }],
    ["another origin with a trusted referer", { Origin: "https://evil.example", Referer: `${TRUSTED_ORIGIN}/` }],
    ["a page that another origin made", { Referer: `blob:${TRUSTED_ORIGIN}/e9a4` }],
    ["a referer that is no address", { Referer: "app.example.com" }],
  ])("are refused from %s", async (_name, headers) => {
    expect(await write(headers)).toBe(refusal);
  });

  test("need no origin with a bearer header", async () => {
    const { authorization } = await signIn("operator");
    const body = { containerNumber: "BOX 1" };
    expect(await send("POST", "/v1/containers", { body, headers: authorization })).toMatchObject({ status: 201 });
  });
});

async function disable(userId: string) {
  const { eq } = await import("drizzle-orm");
  const { users } = await import("../../platform/db/tables.ts");
  await parts.db
    .update(users)
    .set({ disabledAt: new Date(0) })
    .where(eq(users.id, userId));
}
