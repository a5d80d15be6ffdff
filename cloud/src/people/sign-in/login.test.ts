import { afterEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createTestApp } from "../../testing/app.ts";

const url = "/v1/user/auth/email/login";
const right = { email: "admin@localhost", password: "a long enough password" };
const wrong = { ...right, password: "not the password" };

/** A separate app for each test: attempts are counted per address, and all of them come from one here. */
const setUp = async () => {
  const connection = await createTestDatabase();
  const { send, parts } = await createTestApp({ connection });
  return { connection, parts, send, login: (body: unknown) => send("POST", url, { body }) };
};

afterEach(() => vi.useRealTimers());

describe("signing in", () => {
  test("answers email and token, and sets the cookie with exactly the promised attributes", async () => {
    const { login } = await setUp();
    const reply = await login({ ...right, email: "ADMIN@Localhost" });
    expect(reply).toMatchObject({ status: 200, body: { status: "success", message: expect.any(String) } });
    const { email, token } = reply.body.data;
    expect(email).toBe("admin@localhost");
    expect(reply.headers.getSetCookie().map((cookie) => cookie.split("; ").sort())).toEqual([
      ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Strict", `token=${token}`].sort(),
    ]);
  });

  test("marks the cookie Secure in production", async () => {
    const { send } = await createTestApp({ settings: { production: true } });
    const reply = await send("POST", url, { body: right });
    expect(reply.headers.getSetCookie()).toEqual([expect.stringContaining("; Secure")]);
  });

  test.each([
    ["a wrong password", wrong],
    ["an unknown account", { email: "unknown@example.com", password: "x" }],
    ["no password", { email: right.email }],
    ["no email", { password: right.password }],
    ["an empty body object", {}],
    ["the account of edge writes, which has no password", { email: "edge-device@localhost", password: "" }],
  ])("answers %s with the same 401", async (_name, body) => {
    const { login } = await setUp();
    const reply = await login(body);
    expect(reply).toMatchObject({ status: 401, body: { status: "error", message: expect.any(String) } });
    expect(reply.body.data).toEqual({ code: "INVALID_CREDENTIALS", requestId: reply.headers.get("X-Request-Id") });
    expect(reply.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    ["null", null],
    ["a list", []],
    ["a number as email", { email: 5, password: "x" }],
    ["null as password", { email: "a@b.c", password: null }],
  ])("answers %s with 400, which does not count", async (_name, body) => {
    const { login } = await setUp();
    const reply = await login(body);
    expect(reply).toMatchObject({ status: 400, body: { status: "error", data: { code: "VALIDATION_ERROR" } } });
    expect(reply.body.data.details).toEqual([expect.objectContaining({ message: expect.any(String) })]);
    expect(reply.headers.get("RateLimit-Remaining")).toBe("5");
  });
});

describe("the limit on failures", () => {
  test("allows five, then answers even the right password with 429 and Retry-After", async () => {
    const { login } = await setUp();
    for (const remaining of ["4", "3", "2", "1", "0"]) {
      const reply = await login(wrong);
      expect([reply.status, reply.headers.get("RateLimit-Remaining")]).toEqual([401, remaining]);
      expect(reply.headers.get("RateLimit-Limit")).toBe("5");
      expect(reply.headers.get("RateLimit-Policy")).toBe("5;w=900");
    }
    const refused = await login(right);
    expect(refused).toMatchObject({ status: 429, body: { status: "error", data: { code: "RATE_LIMIT_EXCEEDED" } } });
    expect(refused.headers.get("RateLimit-Remaining")).toBe("0");
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(Number(refused.headers.get("RateLimit-Reset"))).toBe(seconds);
  });

  test("does not count sign-ins that succeed", async () => {
    const { login } = await setUp();
    for (let attempt = 0; attempt < 7; attempt++) {
      const reply = await login(right);
      expect([reply.status, reply.headers.get("RateLimit-Remaining")]).toEqual([200, "5"]);
    }
  });

  test("evaluates five of a parallel burst of wrong passwords", async () => {
    const { login } = await setUp();
    const replies = await Promise.all(Array.from({ length: 30 }, () => login(wrong)));
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([count(401), count(429)]).toEqual([5, 25]);
  });

  test("evaluates five of a burst that is spread over two processes on one database", async () => {
    const { login, connection } = await setUp();
    const other = await createTestApp({ connection });
    const both = [login, (body: unknown) => other.send("POST", url, { body })];
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => both[index % 2]!(wrong)));
    expect(replies.filter((reply) => reply.status === 401).length).toBeLessThanOrEqual(5);
    const statuses = await Promise.all(both.map((send) => send(right)));
    expect(statuses.map((reply) => reply.status)).toEqual([429, 429]);
  });

  test("lets people behind one address sign in together after four failures", async () => {
    const { login } = await setUp();
    for (let attempt = 0; attempt < 4; attempt++) await login(wrong);
    const replies = await Promise.all(Array.from({ length: 10 }, () => login(right)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200));
  });

  test("is whole again after 15 minutes", async () => {
    const { login } = await setUp();
    for (let attempt = 0; attempt < 6; attempt++) await login(wrong);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 901_000 });
    expect(await login(right)).toMatchObject({ status: 200 });
  });
});
