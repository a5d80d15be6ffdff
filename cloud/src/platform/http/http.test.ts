import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { createTestApp, EDGE_KEY, TRUSTED_ORIGIN } from "../../testing/app.ts";
import { defineRoute } from "./define-route.ts";
import { errors, json } from "./describe.ts";
import { fail, okWithEtag } from "./replies.ts";
import { ifMatchHolds } from "./etag.ts";

const responses = { 200: json(successEnvelope(z.object({ name: z.string() })), "A thing") };
const breaking = defineRoute(
  "public",
  createRoute({ method: "get", path: "/v1/breaking", operationId: "breakV1", responses }),
  () => async () => {
    throw new Error("a broken thing", {
      cause: Object.assign(new Error("deep"), { query: "select $1", params: ["hush"] }),
    });
  },
);
const tagged = (method: "get" | "put") =>
  defineRoute(
    "public",
    createRoute({ method, path: "/v1/tagged", responses: { ...responses, ...errors("PRECONDITION_FAILED") } }),
    () => async (c) => {
      const thing = { name: "thing" };
      if (!ifMatchHolds(c, thing)) return fail(c, "PRECONDITION_FAILED", "It has changed.");
      return okWithEtag(c, thing);
    },
  );

const { app, send, signIn, logLines } = await createTestApp({ extraRoutes: [breaking, tagged("get"), tagged("put")] });
const loginUrl = "/v1/user/auth/email/login";

describe("every reply", () => {
  test("carries a separate request id, which errors repeat", async () => {
    const replies = [await send("GET", "/health"), await send("GET", "/nowhere"), await send("GET", "/v1/breaking")];
    const ids = replies.map((reply) => reply.headers.get("X-Request-Id"));
    expect(new Set(ids).size).toBe(3);
    expect(ids.slice(1)).toEqual(replies.slice(1).map((reply) => reply.body.error.requestId));
  });

  test("is not cached, framed or sniffed", async () => {
    const { headers } = await send("GET", "/nowhere");
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    // Only an address that is served over HTTPS may send this header.
    expect(headers.has("strict-transport-security")).toBe(false);
  });
});

describe("unknown places", () => {
  test("are 404, and known places with another method 405 with Allow", async () => {
    expect(await send("GET", "/v1/nowhere")).toMatchObject({ status: 404, body: { error: { code: "NOT_FOUND" } } });
    const reply = await send("PATCH", "/v1/containers/0123");
    expect(reply).toMatchObject({ status: 405, body: { error: { code: "METHOD_NOT_ALLOWED" } } });
    expect(reply.headers.get("Allow")).toBe("DELETE, GET, HEAD, OPTIONS");
    const login = await send("GET", loginUrl);
    expect(login).toMatchObject({ status: 405, body: { status: "error", data: { code: "METHOD_NOT_ALLOWED" } } });
    expect(login.headers.get("RateLimit-Remaining")).toBe("5");
  });

  test.each(["/", "/app", "/app/", "/app/containers", "/app/assets/x.js"])("%s is for reading only", async (place) => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const reply = await send(method, place);
      expect(reply).toMatchObject({ status: 405, body: { error: { code: "METHOD_NOT_ALLOWED" } } });
      expect(reply.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    }
    const options = await app.request(place, { method: "OPTIONS" });
    expect([options.status, options.headers.get("Allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  test("ask for the caller first under /v1/edge and /v1/admin", async () => {
    expect(await send("GET", "/v1/edge/nowhere")).toMatchObject({ status: 401 });
    const edge = { headers: { "X-API-Key": EDGE_KEY } };
    expect(await send("GET", "/v1/edge/nowhere", edge)).toMatchObject({ status: 404, body: { idempotencyKey: null } });
    expect(await send("GET", "/v1/edge/containers/identify", edge)).toMatchObject({ status: 405 });
    expect(await send("GET", "/v1/admin/users")).toMatchObject({ status: 401 });
    const [operator, admin] = [await signIn("operator"), await signIn("admin")];
    expect(await send("GET", "/v1/admin/x", { headers: operator.authorization })).toMatchObject({ status: 403 });
    expect(await send("GET", "/v1/admin/x", { headers: admin.authorization })).toMatchObject({ status: 404 });
  });

  test("answer HEAD and OPTIONS", async () => {
    const head = await app.request("/health", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const options = await app.request("/health", { method: "OPTIONS" });
    expect([options.status, options.headers.get("Allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  test.each(["/x.css", "/x.js", ";x.css", "%2fx.css", "/..%2fme/x.png", "%3bx.css", ".css", "%0ax.css"])(
    "that look like a file give no data of the caller, and are not cached: /v1/user/me%s",
    async (end) => {
      const { authorization, email } = await signIn("operator");
      const reply = await app.request(`/v1/user/me${end}`, { headers: authorization });
      expect([reply.status, reply.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
      expect(await reply.text()).not.toContain(email);
    },
  );

  test("take a NUL in an identifier as naming nothing", async () => {
    const { authorization } = await signIn("admin");
    for (const id of ["%00", "x%00y", "%2e%2e%2f%2e%2e", "..%5c..", "%ff", "%"])
      expect([id, (await send("GET", `/v1/containers/${id}`, { headers: authorization })).status]).toEqual([id, 404]);
  });
});

describe("bodies", () => {
  const post = async (body: string | ReadableStream, headers: Record<string, string> = {}, url = loginUrl) => {
    const type = { "Content-Type": "application/json" };
    const reply = await app.request(url, { method: "POST", body, headers: { ...type, ...headers }, duplex: "half" });
    return { status: reply.status, body: await reply.json() };
  };
  const invalid = { status: 400, body: { data: { code: "VALIDATION_ERROR" } } };
  const streamOf = (sizeBytes: number) => {
    const chunk = new Uint8Array(1_048_576).fill(0x20);
    let left = sizeBytes;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(chunk.subarray(0, left));
        left -= Math.min(left, chunk.length);
        if (left === 0) controller.close();
      },
    });
  };

  test.each([
    ["malformed JSON", "{", {}],
    ["an empty body", "", {}],
    ["another content type", "{}", { "Content-Type": "text/plain" }],
    ["a form", "a=b", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["JSON of another kind", "{}", { "Content-Type": "application/problem+json" }],
    ["another charset", "{}", { "Content-Type": "application/json; charset=latin1" }],
    ["an encoded body", "{}", { "Content-Encoding": "gzip" }],
    ["the identity encoding", "{}", { "Content-Encoding": "identity" }],
  ])("answer %s with 400", async (_name, body, headers) => {
    expect(await post(body, headers)).toMatchObject(invalid);
  });

  test("may state their charset", async () => {
    expect((await post("{}", { "Content-Type": 'application/json; charset="UTF-8"' })).status).toBe(401);
  });

  test("are 413 over 16 KB on public routes, with and without a Content-Length, and not before", async () => {
    const tooLarge = { status: 413, body: { data: { code: "PAYLOAD_TOO_LARGE" } } };
    expect(await post(streamOf(16_385))).toMatchObject(tooLarge);
    expect(await post(" ".repeat(16_385))).toMatchObject(tooLarge);
    expect(await post(streamOf(10), { "Content-Length": "16385" })).toMatchObject(tooLarge);
    expect(await post(streamOf(16_384))).toMatchObject(invalid);
    const url = "/v1/edge/join";
    expect(await post(streamOf(16_385), {}, url)).toMatchObject({ status: 413, body: { idempotencyKey: null } });
  });

  test("are 413 over 1 MB where a person is signed in, and not before", async () => {
    const { authorization } = await signIn("operator");
    const postOne = (body: string | ReadableStream) => post(body, authorization, "/v1/containers");
    const tooLarge = { status: 413, body: { error: { code: "PAYLOAD_TOO_LARGE" } } };
    expect(await postOne(streamOf(1_048_577))).toMatchObject(tooLarge);
    expect(await postOne(" ".repeat(1_048_577))).toMatchObject(tooLarge);
    expect(await postOne(streamOf(1_048_576))).toMatchObject({ status: 400 });
  });

  test("of edge writes are 413 over 52,428,800 bytes, and not before", async () => {
    const url = "/v1/edge/containers/MSKU1234565/scans/category";
    const headers = { "X-API-Key": EDGE_KEY, "Idempotency-Key": "k1" };
    expect(await post(streamOf(52_428_801), headers, url)).toMatchObject({
      status: 413,
      body: { success: false, error: { code: "PAYLOAD_TOO_LARGE" }, idempotencyKey: "k1" },
    });
    expect(await post(streamOf(52_428_800), headers, url)).toMatchObject({
      status: 400,
      body: { error: { code: "VALIDATION_ERROR" } },
    });
  });

  test("of edge writes are parsed as strictly when they are large", async () => {
    const url = "/v1/edge/containers/MSKU1234565/scans/category";
    const headers = { "X-API-Key": EDGE_KEY, "Idempotency-Key": "k1" };
    const sent = async (rest: string, message: string, path: string) => {
      const text = `{"detections":[],"image":"${"A".repeat(17_000_000)}"${rest}`;
      const reply = await post(new Blob([text]).stream(), headers, url);
      expect(reply).toMatchObject({ status: 400, body: { error: { message, details: [{ path }] } } });
    };
    await sent("}", "The image cannot be decoded.", "image");
    await sent(',"image":"A"}', "The body holds a key twice in one object.", "");
    await sent("", "The body is not JSON.", "");
  });
});

describe("other origins", () => {
  const preflight = { "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "content-type" };
  const request = (method: string, Origin: string, headers = {}) =>
    app.request("/v1/user/me", { method, headers: { Origin, ...headers } });

  test("may read with credentials when they are trusted", async () => {
    const reply = await request("OPTIONS", TRUSTED_ORIGIN, preflight);
    expect(reply.status).toBe(204);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "access-control-allow-origin": TRUSTED_ORIGIN,
      "access-control-allow-credentials": "true",
    });
    const named = (reply: Response, header: string) => reply.headers.get(header)?.toLowerCase().split(",") ?? [];
    expect(named(reply, "Access-Control-Allow-Headers")).toEqual(
      expect.arrayContaining(["x-request-id", "traceparent"]),
    );
    const read = await request("GET", TRUSTED_ORIGIN);
    expect(named(read, "Access-Control-Expose-Headers")).toEqual(
      expect.arrayContaining(["x-request-id", "content-disposition", "retry-after"]),
    );
    expect(read.headers.get("Access-Control-Allow-Origin")).toBe(TRUSTED_ORIGIN);
  });

  test.each(["https://evil.example", "null", `${TRUSTED_ORIGIN}.evil`])("get nothing from %s", async (origin) => {
    for (const reply of [await request("OPTIONS", origin, preflight), await request("GET", origin)]) {
      expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect(reply.headers.get("Vary")).toContain("Origin");
    }
  });
});

describe("entity tags", () => {
  test("spare a body that the caller has, and refuse a write to another state", async () => {
    const first = await send("GET", "/v1/tagged");
    const etag = first.headers.get("ETag")!;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(await send("GET", "/v1/tagged", { headers: { "If-None-Match": `"x", W/${etag}` } })).toMatchObject({
      status: 304,
      body: undefined,
    });
    const put = (ifMatch: string) => send("PUT", "/v1/tagged", { headers: { "If-Match": ifMatch } });
    expect((await put(etag)).status).toBe(200);
    expect((await put("*")).status).toBe(200);
    expect((await put(`W/${etag}`)).status).toBe(412);
    expect((await put('"other"')).body).toMatchObject({ error: { code: "PRECONDITION_FAILED" } });
  });
});

describe("failures", () => {
  test("are a generic 500 outside, and one log entry with the cause inside", async () => {
    const reply = await send("GET", "/v1/breaking");
    expect(reply).toMatchObject({ status: 500, body: { success: false, error: { code: "INTERNAL_ERROR" } } });
    expect(JSON.stringify(reply.body)).not.toContain("a broken thing");
    const entries = logLines.filter(
      (line) => line.includes(reply.body.error.requestId) && line.includes("a broken thing"),
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]).toContain("select $1");
    expect(entries[0]).not.toContain("hush");
  });

  test("and everything else leave no secret in the log", async () => {
    const { token } = await signIn("operator");
    await send("GET", `/v1/user/me?secret=in-query`, {
      headers: { Authorization: `Bearer ${token}`, "X-API-Key": EDGE_KEY },
    });
    await send("GET", "/v1/user/me", { headers: { Cookie: `token=${token}` } });
    await send("POST", loginUrl, { body: { email: "admin@localhost", password: "a long enough password" } });
    const log = logLines.join("\n");
    expect(log).toContain(loginUrl);
    for (const secret of [token, EDGE_KEY, "a long enough password", "in-query"]) expect(log).not.toContain(secret);
  });
});
