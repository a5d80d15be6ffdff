import { describe, expect, test } from "vitest";
import { ScanRefusedError } from "../composition/manual-scans.ts";
import type { AgentStatus } from "./agent-status.ts";
import { createStatusApp } from "./create-status-app.ts";
import { serveStatus, StatusPortError } from "./serve-status.ts";

function createApp() {
  const announced: unknown[] = [];
  const app = createStatusApp({
    instanceId: "i1",
    status: (): AgentStatus => {
      throw new Error("secret of the inside");
    },
    disk: async () => undefined,
    announce: (target, reports) => {
      announced.push([target, reports]);
      const isKnown = ("station" in target ? target.station : target.lane) === "gate-1";
      return isKnown ? { ok: true } : { ok: false, reason: "unknown", message: "unknown station" };
    },
    requestScan: (station) => (station === "gate-1" ? "requested" : station === "xray" ? "each-picture" : "unknown"),
    learnView: (camera) => (camera === "gate-1-top" ? "learning" : camera === "video" ? "not-checked" : "unknown"),
    manualScans: {
      scan: () => Promise.reject(new ScanRefusedError("unknown model")),
      progress: () => undefined,
    },
    addPage: undefined,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const send = async (path: string, init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {}) => {
    const headers = { host: "127.0.0.1:8090", ...init.headers };
    const reply = await app.request(path, { ...init, headers });
    return { status: reply.status, body: await reply.json() };
  };
  const announce = (body: string, headers: Record<string, string> = { "content-type": "application/json" }) =>
    send("/stations/gate-1/container", { method: "POST", body, headers });
  return { app, announced, send, announce };
}

describe("the status server", () => {
  test.each(["attacker.example", "127.0.0.1.attacker.example:8090", "localhost.attacker.example", "10.0.0.5:8090", ""])(
    "refuses a request for the host %j: a page must not reach it under a name of its own",
    async (host) => {
      const { send } = createApp();
      expect((await send("/health", { headers: { host } })).status).toBe(403);
    },
  );

  test.each(["127.0.0.1:8090", "localhost:8090", "[::1]:8090", "LOCALHOST"])(
    "answers for the host %s",
    async (host) => {
      const { send } = createApp();
      expect(await send("/health", { headers: { host } })).toEqual({
        status: 200,
        body: { status: "ok", instanceId: "i1" },
      });
    },
  );

  test("takes a request to learn a known camera's view, and none that a page in a browser could send", async () => {
    const { send } = createApp();
    const request = (camera: string, type: string) =>
      send(`/cameras/${camera}/learn`, { method: "POST", body: "{}", headers: { "content-type": type } });
    expect(await request("gate-1-top", "application/json")).toEqual({ status: 202, body: { cameraId: "gate-1-top" } });
    expect((await request("gate-2-top", "application/json")).status).toBe(404);
    expect((await request("video", "application/json")).status).toBe(409);
    expect((await request("gate-1-top", "text/plain")).status).toBe(415);
  });

  test("takes a request for a scan of a known station, and none that a page in a browser could send", async () => {
    const { send } = createApp();
    const request = (station: string, type: string) =>
      send(`/stations/${station}/scan`, { method: "POST", body: "{}", headers: { "content-type": type } });
    expect(await request("gate-1", "application/json")).toEqual({ status: 202, body: { stationId: "gate-1" } });
    expect((await request("gate-2", "application/json")).status).toBe(404);
    expect((await request("xray", "application/json")).status).toBe(409);
    expect((await request("gate-1", "text/plain")).status).toBe(415);
  });

  test("takes an announced container, in the form it is stored in", async () => {
    const { announce, announced } = createApp();
    expect(await announce('{"containerNumber":"csqu 305438-4","confidence":0.5}')).toEqual({
      status: 200,
      body: { stationId: "gate-1", containerNumber: "CSQU3054384", numberCheck: "bad-check-digit" },
    });
    expect(announced).toEqual([
      [{ station: "gate-1" }, [{ containerNumber: "CSQU3054384", source: "http", confidence: 0.5 }]],
    ]);
  });

  test("takes the containers of a lane, also several of one truck", async () => {
    const { send, announced } = createApp();
    const containers = [
      { containerNumber: "CSQU3054383", position: "front" },
      { containerNumber: "MSCU1234566", position: "rear", confidence: 0.9 },
    ];
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ containers });
    expect(await send("/lanes/gate-1/container", { method: "POST", body, headers })).toMatchObject({
      status: 200,
      body: { laneId: "gate-1", containers: [{ containerNumber: "CSQU3054383", position: "front" }, {}] },
    });
    expect(announced).toEqual([[{ lane: "gate-1" }, containers.map((each) => ({ ...each, source: "http" }))]]);
    expect((await send("/lanes/gate-2/container", { method: "POST", body, headers })).status).toBe(404);
  });

  test.each([
    ["a form, which any page may send", 415, '{"containerNumber":"A"}', "text/plain"],
    ["no JSON", 400, "{", "application/json"],
    ["no number", 400, "{}", "application/json"],
    ["a number that is none", 400, '{"containerNumber":"A;1"}', "application/json"],
    ["a number without a letter or digit", 400, '{"containerNumber":".."}', "application/json"],
    ["a confidence beyond 1", 400, '{"containerNumber":"A","confidence":2}', "application/json"],
    ["an unknown key", 400, '{"containerNumber":"A","force":true}', "application/json"],
    ["too much", 413, `{"containerNumber":"${"A".repeat(20_000)}"}`, "application/json"],
  ])("refuses %s", async (_, status, body, type) => {
    const { announce, announced } = createApp();
    const headers = { "content-type": type, "content-length": String(body.length) };
    const response = await announce(body, headers);
    expect(response.status).toBe(status);
    expect(announced).toEqual([]);
  });

  test("answers an unknown station and path with 404, a refused picture with 422, a fault with 500 and no cause", async () => {
    const { send } = createApp();
    const json = { method: "POST", headers: { "content-type": "application/json" } };
    expect((await send("/stations/x/container", { ...json, body: '{"containerNumber":"A"}' })).status).toBe(404);
    expect((await send("/nothing")).status).toBe(404);
    const picture = { method: "POST", headers: { "content-type": "application/octet-stream" }, body: "x" };
    expect(await send("/scans?container=A", picture)).toEqual({
      status: 422,
      body: { error: { message: "unknown model" } },
    });
    expect((await send("/scans?container=%3B", picture)).status).toBe(400);
    expect(JSON.stringify(await send("/status"))).not.toContain("secret");
  });

  test("reports which port is in use and what to do", async () => {
    const { app } = createApp();
    const first = await serveStatus(app, { host: "127.0.0.1", port: 0 });
    const port = Number(new URL(first.url).port);
    const second = serveStatus(app, { host: "127.0.0.1", port });
    await expect(second).rejects.toThrow(StatusPortError);
    await expect(second).rejects.toThrow(`cannot listen on 127.0.0.1 port ${port}: another program`);
    await first.close();
  });
});
