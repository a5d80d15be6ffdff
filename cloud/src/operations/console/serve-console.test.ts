import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, describe, expect, test } from "vitest";
import type { AppEnv } from "../../platform/http/context.ts";
import { serveConsole } from "./serve-console.ts";

const folder = await mkdtemp(path.join(tmpdir(), "console-"));
afterAll(() => rm(folder, { recursive: true }));
const PAGE = '<title>Console</title><meta name="sign-in-with" content="" />';
const after = (position: string) => `<meta name="events-after" content="${position}" />`;
const built = path.join(folder, "dist");
await mkdir(path.join(built, "assets"), { recursive: true });
await writeFile(path.join(built, "index.html"), `${PAGE}</head>`);
await writeFile(path.join(built, "assets/app-1a2b.js"), "run()");
await writeFile(path.join(folder, "secret.txt"), "secret");

const serve = (from: string, hasGoogle = false, newestEvent?: string) => {
  const app = new Hono<AppEnv>();
  // As in the service, where other handlers precede it: Hono runs a single handler in a different way.
  app.use(async (_c, next) => next());
  serveConsole(app, from, { hasGoogle, newestEvent: () => newestEvent });
  return async (place: string) => {
    const reply = await app.request(place);
    return { status: reply.status, text: await reply.text(), headers: Object.fromEntries(reply.headers) };
  };
};

describe("the built console", () => {
  const get = serve(built);

  test.each(["/app/", "/app/containers", "/app/containers/0123?x=1"])(
    "answers %s with its page, never cached",
    async (place) => {
      const reply = await get(place);
      expect(reply).toMatchObject({ status: 200, text: `${PAGE}${after("")}</head>` });
      expect(reply.headers).toMatchObject({ "content-type": "text/html; charset=UTF-8", "cache-control": "no-cache" });
      expect(reply.headers["content-security-policy"]).toContain("script-src 'self';");
    },
  );

  test("announces to its page whether sign-in with Google is available", async () => {
    const { text } = await serve(built, true)("/app/sign-in");
    expect(text).toContain('<title>Console</title><meta name="sign-in-with" content="google" />');
  });

  test("announces to its page after which event a stream misses nothing", async () => {
    expect((await serve(built, false, "12-3")("/app/")).text).toContain(after("12-3"));
  });

  test("answers files with a hash in their name as unchanging", async () => {
    const reply = await get("/app/assets/app-1a2b.js");
    expect(reply).toMatchObject({ status: 200, text: "run()" });
    expect(reply.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test.each([
    "/app/nothing.js",
    "/app/%ff.js",
    "/app/%00.js",
    "/app/%2e%2e/secret.txt",
    "/app/..%2fsecret.txt",
    "/app/assets/%2e%2e/%2e%2e/secret.txt",
  ])("has nothing at %s", async (place) => {
    const reply = await get(place);
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain("secret");
  });

  test("is where the root leads", async () => {
    for (const place of ["/", "/app"])
      expect(await get(place)).toMatchObject({ status: 302, headers: { location: "/app/" } });
  });
});

test("explains how to build the console when it is not built", async () => {
  const reply = await serve(path.join(folder, "elsewhere"))("/app/");
  expect(reply).toMatchObject({ status: 404 });
  expect(reply.text).toContain("npm run set-up");
});
