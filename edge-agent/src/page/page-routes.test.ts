import { describe, expect, onTestFinished, test } from "vitest";
import type { AgentConfig } from "../config/config.ts";
import { createLogBook } from "../base/log-book.ts";
import type { AgentStatus } from "../status/agent-status.ts";
import { createStatusApp } from "../status/create-status-app.ts";
import { serveStatus } from "../status/serve-status.ts";
import { addPageRoutes } from "./page-routes.ts";

const small = { jpeg: Buffer.from("a picture"), widthPixels: 4, heightPixels: 3, objects: [] };

/** The page on a real server; `fetch` goes there. */
async function servePage() {
  const logBook = createLogBook();
  const tested: unknown[] = [];
  const app = createStatusApp({
    instanceId: "i1",
    status: () => ({ version: "1" }) as AgentStatus,
    disk: async () => ({ freeBytes: 1, totalBytes: 2 }),
    announce: () => ({ ok: true }),
    requestScan: () => "requested",
    learnView: () => "learning",
    manualScans: { scan: () => Promise.reject(new Error("unused")), progress: () => undefined },
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    addPage: (page) =>
      addPageRoutes(
        page,
        {
          config: {
            file: "/etc/edge-agent.yaml",
            device: { id: "box-1", userEmail: undefined },
            models: new Map([["category", {}]]),
            stations: [],
          } as unknown as AgentConfig,
          cameraIds: ["top"],
          pictures: {
            next: async (_, known) => (known === "7" ? undefined : { ...small, version: "7", ageMs: 20 }),
            take: async () => undefined,
            stop: () => {},
          },
          takeTestPicture: async (request) => {
            tested.push([request.cameraId, request.model]);
            return { ok: false, message: "no picture" };
          },
          testCloud: async () => ({ ok: true, clockOffsetMs: 5 }),
          logBook,
          environment: {},
          requestRestart: () => {},
          logger: { info: () => {}, warn: () => {}, error: () => {} },
        },
        { isRemote: false },
      ),
  });
  const server = await serveStatus(app, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
  const ask = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  return { ...server, ask, post, logBook, tested };
}

describe("the technician's page", () => {
  test("comes with its libraries from this server, and with a policy that lets in nothing else", async () => {
    const { ask } = await servePage();
    const page = await ask("/");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/default-src 'none'; script-src 'self' 'sha256-[^' ]+'; style-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    const text = await page.text();
    expect(text).not.toMatch(/(src|href)="(?!\/assets\/)/);
    const names = [...text.matchAll(/\/assets\/([a-z-]+\.[a-z]+)/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(["preact.mjs", "main.ts"]));
    for (const name of names) expect((await ask(`/assets/${name}`)).status).toBe(200);
    expect((await ask("/assets/main.ts")).headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    for (const name of ["tsconfig.json", "..%2fpackage.json", "none.mjs"]) {
      expect((await ask(`/assets/${name}`)).status).toBe(404);
    }
  });

  test.each([
    ["another origin", { origin: "https://attacker.example" }],
    ["no origin at all, as from a sandboxed frame", { origin: "null" }],
    ["the page of another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
    ["another port of this machine", { "sec-fetch-site": "same-site" }],
  ] as [string, Record<string, string>][])("refuses requests of %s, reading and writing ones", async (_, headers) => {
    const { ask, post } = await servePage();
    expect((await ask("/cameras/top/picture", { headers })).status).toBe(403);
    expect((await post("/cloud/test", {}, headers)).status).toBe(403);
  });

  test("opens by a link on another site, and takes its own requests and those of programs", async () => {
    const { url, ask, post } = await servePage();
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await ask("/", { headers: link })).status).toBe(200);
    expect((await post("/cloud/test", {}, { origin: url, "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect(await (await post("/cloud/test", {})).json()).toEqual({ ok: true, clockOffsetMs: 5 });
    const form = { method: "POST", body: "{}", headers: { "content-type": "text/plain" } };
    expect((await ask("/cloud/test", form)).status).toBe(415);
  });

  test("gives a picture that the page does not have, the log from a line on, the disk and the setup", async () => {
    const { ask, logBook } = await servePage();
    const picture = async (known: string) => (await ask(`/cameras/top/picture?known=${known}`)).json();
    expect(await picture("")).toEqual({
      picture: { ...small, jpeg: small.jpeg.toString("base64"), version: "7", ageMs: 20 },
    });
    expect(await picture("7")).toEqual({ picture: null });
    expect((await ask("/cameras/none/picture")).status).toBe(404);
    for (const message of ["one", "two"]) logBook.add({ atMs: 1, level: "warn", message, details: "" });
    expect(await (await ask("/log?after=1&level=warn")).json()).toMatchObject({ lines: [{ id: 2, message: "two" }] });
    expect(await (await ask("/log?level=error")).json()).toEqual({ lines: [] });
    expect((await ask("/log?level=loud")).status).toBe(400);
    expect(await (await ask("/status")).json()).toEqual({ version: "1", disk: { freeBytes: 1, totalBytes: 2 } });
    expect(await (await ask("/setup")).json()).toMatchObject({ deviceId: "box-1", models: ["category"] });
  });

  test("takes test pictures with a configured model only, and reports why there is none", async () => {
    const { post, tested } = await servePage();
    const reply = await post("/cameras/top/test", { model: "category" });
    expect([reply.status, await reply.json()]).toEqual([422, { error: { message: "no picture" } }]);
    expect((await post("/cameras/top/test", { model: "other" })).status).toBe(404);
    expect((await post("/cameras/top/test", { model: 7 })).status).toBe(400);
    expect((await post("/cameras/none/test", {})).status).toBe(404);
    expect(tested).toEqual([["top", "category"]]);
  });
});
