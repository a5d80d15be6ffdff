import { createServer, type AddressInfo, connect } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createEmptyDatabase } from "../../testing/processes.ts";
import { createTestApp } from "../../testing/app.ts";
import { explainStartFailure } from "../../operations/commands/start-failure.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { watchDatabase } from "../../platform/metrics/watch-database.ts";
import { checkOwnDatabase, countRows, openTracking, senderOf } from "./own-database-testing.ts";
import { eventBody } from "./testing.ts";

describe("a tracking database of its own", () => {
  checkOwnDatabase(createEmptyDatabase);

  test("that is unavailable stops tracking alone, also at the start, and is used once it answers", async () => {
    const real = new URL(await createEmptyDatabase());
    const proxy = createServer((socket) => {
      const server = connect(Number(real.port), real.hostname);
      for (const each of [socket, server]) each.on("error", () => {});
      socket.pipe(server).pipe(socket);
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = proxy.address() as AddressInfo;
    proxy.close();
    await once(proxy, "close");
    const url = Object.assign(new URL(real), { hostname: "127.0.0.1", port: String(port) });
    const cloud = await createTestApp({ tracking: openTracking(url.href) });
    const { parts, send } = cloud;
    watchDatabase(parts.metrics, {
      poolStates: () => ({}),
      countJobs: async () => [],
      lookAtTracking: parts.tracking.own?.look,
      nowMs: parts.nowMs,
    });
    const post = senderOf(cloud);
    const headers = (await cloud.signIn("operator")).authorization;
    const events = [eventBody("a", parts.nowMs())];
    const trackingCheck = async () => {
      const { status, body } = await send("GET", "/ready");
      return [status, body.data.checks.find(({ name }: { name: string }) => name === "tracking-database")?.ok];
    };

    const refused = await post("gate-1", events, "key-1");
    expect([refused.status, refused.body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect((await send("GET", "/v1/tracking-data/cameras/gate-1", { headers })).status).toBe(503);
    expect((await send("GET", "/v1/containers", { headers })).status).toBe(200);
    expect(await trackingCheck()).toEqual([200, false]);
    expect(await parts.metrics.registry.metrics()).toContain("cloud_tracking_database_up 0");
    proxy.listen(port, "127.0.0.1");
    cleanUpLater(async () => proxy.close());
    await once(proxy, "listening");
    expect((await post("gate-1", events, "key-1")).body.data.accepted).toBe(1);
    expect(await countRows(cloud, "tracking_events")).toEqual({ main: 0, own: 1 });
    expect(await trackingCheck()).toEqual([200, true]);
    cloud.advanceMs(60_000);
    expect(await parts.metrics.registry.metrics()).toContain("cloud_tracking_database_up 1");
  });

  test("must not be the main one", async () => {
    const { url } = await createTestDatabase();
    const failure = await openTracking(url).pools().catch(explainStartFailure);
    expect(failure).toContain("TRACKING_DATABASE_URL names a main database");
  });
});
