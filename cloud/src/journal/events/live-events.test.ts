import { get, type IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createEmbeddedTestDatabase } from "../../testing/database.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { startServer } from "../../platform/http/start-server.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { recordEvent } from "./event-store.ts";
import { MAX_STREAMS_PER_USER } from "./open-streams.ts";
import { camerasOf, createPair, follow, kindsOf, noteCamera, register, serve } from "./testing.ts";

const { connection, cloud, base, otherBase, another } = await createPair();
const boss = await cloud.signIn("supervisor");
const saw = (cameraId: string) => noteCamera(cloud, cameraId);
const rows = async (text: string) => (await connection.db.execute(sql.raw(text))).rows;

describe("a stream", () => {
  test("begins with a reset, and sends events of one process on every process", async () => {
    const streams = [await follow(base, boss.token), await follow(otherBase, boss.token)];
    for (const { status, headers } of streams) {
      expect(status).toBe(200);
      expect(headers.get("Content-Type")).toBe("text/event-stream");
      expect(headers.get("Cache-Control")).toBe("no-store, no-transform");
      expect(headers.get("X-Accel-Buffering")).toBe("no");
    }
    const { body } = await edgeSender(cloud).scan("CSQU3054383", await scanBody({ camera_id: "gate 1" }));
    const { containerId, scanId } = body.data;
    const container = { id: containerId, containerNumber: "CSQU3054383", status: "SCANNED" };
    for (const stream of streams) {
      const [created, begun, recorded, seen] = await stream.waitFor(4);
      expect(stream.messages[0]).toMatchObject({ type: "reset", data: "{}" });
      expect(created).toMatchObject({ kind: "container.created", container, source: "edge" });
      expect(begun).toMatchObject({ kind: "visit.begun", container, visitId: expect.any(String) });
      expect(recorded).toMatchObject({
        kind: "scan.recorded",
        container,
        scanId,
        type: "category",
        cameraId: "gate 1",
      });
      expect(seen).toMatchObject({ kind: "camera.seen", cameraId: "gate 1" });
      expect(stream.messages.map(({ type }) => type)).toEqual(["reset", ...kindsOf(stream.events())]);
      expect(stream.events().map(({ id }) => id)).toEqual(
        stream.messages.slice(1).map((message) => message.lastEventId),
      );
      expect(stream.text()).toMatch(/^retry: 3000\n\n/);
    }
  });

  test("begins without a reset after the position that the console's page states", async () => {
    const marker = await follow(base, boss.token);
    await saw("before the page");
    await marker.waitFor(1);
    const page = await (await fetch(`${base}/app/`)).text();
    const position = /name="events-after" content="([^"]+)"/.exec(page)?.[1] ?? "";
    expect(position).toMatch(/^\d+-\d+$/);
    await saw("between page and stream");
    const stream = await follow(base, boss.token, { query: `?lastEventId=${position}` });
    await saw("after both");
    expect(camerasOf(await stream.waitFor(2))).toEqual(["between page and stream", "after both"]);
    expect(stream.messages.map(({ type }) => type)).not.toContain("reset");
  });

  test("sends the kinds that were requested, and refuses unknown ones", async () => {
    const stream = await follow(base, boss.token, { query: "?kinds=camera.seen,device.silent" });
    await register(cloud, boss);
    await saw("after it");
    expect(camerasOf(await stream.waitFor(1))).toEqual(["after it"]);
    for (const query of ["?kinds=", "?kinds=camera", "?kinds=camera.seen,", `?lastEventId=${"1".repeat(101)}`])
      expect(await follow(base, boss.token, { query })).toMatchObject({
        status: 400,
        refusal: { error: { code: "VALIDATION_ERROR" } },
      });
  });

  test("sends the events of an escalation from its raising to its decision", async () => {
    const stream = await follow(base, boss.token);
    const id = await register(cloud, boss);
    const post = (url: string, body?: object) => cloud.send("POST", url, { body, headers: boss.authorization });
    const raised = await post(`/v1/containers/${id}/escalate`, { reason: "a look inside" });
    const url = `/v1/escalations/${raised.body.data.id}`;
    for (const step of ["claim", "claim", "release", "claim"]) await post(`${url}/${step}`);
    await post(`${url}/resolve`, { decision: "clear", reason: "all there" });
    const events = await stream.waitFor(8);
    expect(kindsOf(events)).toEqual([
      "container.created",
      "escalation.raised",
      "container.updated",
      "escalation.claimed",
      "escalation.released",
      "escalation.claimed",
      "escalation.resolved",
      "container.updated",
    ]);
    expect(events[6]).toMatchObject({ decision: "clear", container: { id, status: "CLEARED" } });
  });

  test("sends an event of a camera at most once in ten seconds", async () => {
    const stream = await follow(base, boss.token);
    const event = { tracking_id: 1, class_name: "x", confidence: 1, bbox: { x1: 0, y1: 0, x2: 1, y2: 1 } };
    const send = async (event_id: string) => {
      const timestamp = new Date(cloud.parts.nowMs()).toISOString();
      const events = [{ ...event, event_id, event_type: "update", timestamp }];
      const body = { device_id: "d", camera_id: "busy", session_id: "s", events };
      const headers = { "X-API-Key": EDGE_KEY, "Content-Length": String(JSON.stringify(body).length) };
      expect((await cloud.send("POST", "/v1/tracking-data/stream-events", { body, headers })).status).toBe(200);
    };
    for (const id of ["a", "b", "c"]) await send(id);
    cloud.advanceMs(10_000);
    for (const id of ["d", "e"]) await send(id);
    await saw("the end");
    expect(camerasOf(await stream.waitFor(3))).toEqual(["busy", "busy", "the end"]);
  });

  test("is a reply without a body to HEAD", async () => {
    const reply = await fetch(`${base}/v1/events`, { method: "HEAD", headers: boss.authorization });
    expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
  });
});

describe("a client that comes back", () => {
  test("continues after any event that it received last, on either process, and after a restart", async () => {
    const stream = await follow(base, boss.token);
    for (const camera of ["a", "b", "c", "d"]) await saw(camera);
    const events = await stream.waitFor(4);
    stream.leave();
    await saw("e");
    const restarted = await serve(await another());
    for (const [index, { id }] of events.entries()) {
      for (const place of [base, otherBase, restarted]) {
        const resumed = await follow(place, boss.token, {
          headers: { "Last-Event-ID": id },
          query: "?lastEventId=not+this+one",
        });
        expect(camerasOf(await resumed.waitFor(4 - index))).toEqual(["a", "b", "c", "d", "e"].slice(index + 1));
        expect(resumed.messages.map(({ type }) => type)).not.toContain("reset");
        resumed.leave();
      }
    }
    const byQuery = await follow(base, boss.token, { query: `?lastEventId=${events[3]!.id}` });
    expect(camerasOf(await byQuery.waitFor(1))).toEqual(["e"]);
  });

  test("loses and repeats nothing while others write", async () => {
    const names = Array.from({ length: 150 }, (_, index) => `camera ${index}`);
    const first = await follow(base, boss.token);
    const writing = (async () => {
      for (let index = 0; index < names.length; index += 3) await Promise.all(names.slice(index, index + 3).map(saw));
    })();
    const seen: unknown[] = [];
    let stream = first;
    while (seen.length < names.length) {
      const events = await stream.waitFor(1);
      seen.push(...camerasOf(events));
      const id = events.at(-1)!.id;
      stream.leave();
      stream = await follow(seen.length % 2 ? base : otherBase, boss.token, { headers: { "Last-Event-ID": id } });
    }
    await writing;
    expect(seen).toHaveLength(names.length);
    expect(new Set(seen)).toEqual(new Set(names));
  });

  test("gets a reset if its last event is unknown, deleted or too old", async () => {
    const stream = await follow(base, boss.token);
    await saw("old");
    const [old] = await stream.waitFor(1);
    const id = old!.id;
    for (const lastEventId of ["", "x", "1-1", "999999999999-1", `${id}9`, `9${"0".repeat(40)}-1`]) {
      const reset = await follow(base, boss.token, { headers: { "Last-Event-ID": lastEventId } });
      await expect.poll(() => reset.messages.map(({ type }) => type)).toEqual(["reset"]);
      expect(reset.lastEventId()).toMatch(/^\d+-\d+$/);
      reset.leave();
    }
    await connection.db.transaction(async (tx) => {
      for (let index = 0; index <= 500; index += 1)
        await recordEvent(tx, { kind: "camera.seen", cameraId: "many", deviceId: null }, 1);
    });
    await stream.waitFor(502);
    const late = await follow(base, boss.token, { headers: { "Last-Event-ID": id } });
    await expect.poll(() => late.messages.map(({ type }) => type)).toEqual(["reset"]);
  });
});

describe("the service", () => {
  test("receives events again after its connection was lost, and has missed none", async () => {
    const streams = [await follow(base, boss.token), await follow(otherBase, boss.token)];
    await saw("before");
    const cut = await rows(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'container-inspection-events' and datname = current_database()",
    );
    expect(cut.length).toBeGreaterThanOrEqual(2);
    await saw("meanwhile");
    const listening = () =>
      rows(
        "select 1 from pg_stat_activity where application_name = 'container-inspection-events' and datname = current_database() and query like 'listen%'",
      );
    await expect.poll(async () => (await listening()).length).toBeGreaterThanOrEqual(2);
    await saw("after");
    for (const stream of streams) expect(camerasOf(await stream.waitFor(3))).toEqual(["before", "meanwhile", "after"]);
  });

  test("limits the streams of one user, and accepts another one when one ends", async () => {
    const user = await cloud.signIn("operator");
    const streams = [];
    for (let count = 0; count < MAX_STREAMS_PER_USER; count += 1) streams.push(await follow(base, user.token));
    const refused = await follow(base, user.token);
    expect(refused).toMatchObject({ status: 429, refusal: { error: { code: "TOO_MANY_STREAMS" } } });
    expect(refused.headers.get("Retry-After")).toBe("30");
    streams[0]!.leave();
    await expect.poll(async () => (await follow(base, user.token)).status).toBe(200);
  });

  test("disconnects a client that does not read, and continues with the others", async () => {
    const slow = await new Promise<IncomingMessage>((resolve) =>
      get(`${base}/v1/events`, { headers: boss.authorization }, resolve),
    );
    const reader = await follow(base, boss.token);
    // More than the buffers of the system take.
    const name = "x".repeat(250_000);
    const count = 100;
    for (let sent = 1; sent <= count; sent += 1) {
      await saw(name);
      await expect.poll(() => reader.messages, { interval: 5 }).toHaveLength(sent + 1);
    }
    let receivedBytes = 0;
    const reading = pipeline(slow, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) receivedBytes += chunk.length;
    });
    await expect(reading).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(receivedBytes).toBeLessThan(count * name.length);
  });

  test("ends its streams when it stops, so that the server can stop, and opens no others", async () => {
    const stopping = await another();
    const { app, parts } = stopping;
    const server = await startServer(() => app, { port: 0, host: "127.0.0.1", newId: parts.newId });
    const stream = await follow(`http://127.0.0.1:${server.port}`, boss.token);
    // The server would wait for an open stream until the test ends.
    await Promise.all([parts.events.stop(), server.stop(3_600_000)]);
    await stream.ended;
    const refused = await follow(await serve(stopping), boss.token);
    expect(refused).toMatchObject({ status: 503, refusal: { error: { code: "SERVICE_UNAVAILABLE" } } });
    expect(refused.headers.get("Retry-After")).toBe("5");
  });
});

test("all of it works on the embedded database", async () => {
  const embedded = await createTestApp({ connection: await createEmbeddedTestDatabase() });
  const place = await serve(embedded);
  const user = await embedded.signIn("operator");
  const stream = await follow(place, user.token);
  const id = await register(embedded, user);
  const [created] = await stream.waitFor(1);
  expect(created).toMatchObject({ kind: "container.created", container: { id } });
  stream.leave();
  await edgeSender(embedded).scan("CSQU3054383", await scanBody({ user_email: user.email }));
  const resumed = await follow(place, user.token, { headers: { "Last-Event-ID": created!.id } });
  expect(kindsOf(await resumed.waitFor(3))).toEqual(["container.created", "visit.begun", "scan.recorded"]);
  await embedded.send("GET", "/v1/user/auth/logout", { headers: user.authorization });
  await resumed.ended;
});
