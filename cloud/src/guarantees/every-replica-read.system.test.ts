import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { countReplicaReads, startPrimary, startReplica } from "../platform/db/read-replica-testing.ts";
import { routes } from "../routes.ts";
import { createWriteWorld, sendCall } from "./writes/write-world.ts";

const primary = await startPrimary();
const { replica } = await startReplica(primary, { waitMs: 5_000 });
const world = await createWriteWorld({ connection: primary.connection, replica });
await vi.waitUntil(() => replica.state().ok, 30_000);

const marked = routes.filter(({ readsReplica }) => readsReplica === true);
const paths = marked.map(({ config }) => config.path).toSorted();

/**
 * Returns the path parameters of a route, and creates the resources that they identify on the primary just before the
 * read.
 */
async function paramsOf(route: string): Promise<Record<string, string>> {
  const { admin, make, unique } = world;
  if (route.startsWith("/v1/containers/{id}")) return world.scan();
  if (route.startsWith("/v1/manifests/{id}")) return { id: await world.manifest() };
  if (route.startsWith("/v1/passages/{id}")) return { id: await world.passage() };
  if (route.startsWith("/v1/rule-sets/{version}")) return { version: await world.replayed() };
  if (route.startsWith("/v1/admin/webhooks/{id}")) return { id: await world.webhook() };
  if (!route.startsWith("/v1/admin/edge-devices/{id}")) return {};
  return { id: String((await make(admin, "POST", "/admin/edge-devices", { name: unique("box") })).device.id) };
}

describe("routes that read from the replica", () => {
  test.each(paths)("%s is answered by it, about what was just written", async (route) => {
    const params = await paramsOf(route);
    const before = await countReplicaReads(world.cloud);
    const url = route === "/v1/statistics" ? `${route}?from=2026-11-01T00:00:00Z` : route;
    const { status } = await sendCall(world, `GET ${url}`, { as: world.admin, params });
    expect(status).toBe(200);
    expect(await countReplicaReads(world.cloud)).toEqual({ replica: (before["replica"] ?? 0) + 1 });
  });

  test("are reads of users, and the chapter's table has exactly these", () => {
    expect(marked.filter(({ access, config }) => access === "edge" || config.method !== "get")).toEqual([]);
    const file = path.resolve(import.meta.dirname, "../../../deploy/docs/administrator/read-replica.md");
    const table = readFileSync(file, "utf8");
    const named = [...table.matchAll(/`(\/v1\/[^`]+)`/g)].map(([, route = ""]) => route);
    expect(named.toSorted()).toEqual(paths);
  });
});
