import type { Role } from "@container-inspection/shared-schemas/roles";
import { describe, expect, test } from "vitest";
import { routes } from "../routes.ts";
import { rowOf } from "./writes/write-rows.ts";
import { createWriteWorld, sendCall, type WriteCall } from "./writes/write-world.ts";

const world = await createWriteWorld();

const table = routes.map(({ access, config }) => ({
  access,
  name: `${config.method.toUpperCase()} ${config.path}`,
  isRead: config.method === "get",
  isOfContainer: config.path.startsWith("/v1/containers/{id}"),
}));

const answerTo = async (route: string, call: WriteCall, headers: Record<string, string> = {}) => {
  const { status, text } = await sendCall(world, route, call, { headers });
  return { status, code: text.startsWith("{") ? JSON.parse(text).error?.code : undefined };
};

describe("routes of supervisors and admins", () => {
  const lesser: Record<string, Role[]> = { supervisor: ["operator"], admin: ["operator", "supervisor"] };
  const guarded = table.flatMap((route) => (lesser[route.access] ?? []).map((role) => ({ ...route, role })));

  test.each(guarded)("$name is closed to the $role, whatever they ask for", async ({ name, isRead, role }) => {
    const as = await world.cloud.signIn(role);
    expect(await answerTo(name, { as, ...(isRead ? {} : { body: {} }) })).toEqual({ status: 403, code: "FORBIDDEN" });
  });
});

describe("a container of another user", () => {
  const writes = table.filter(({ isOfContainer, isRead, access }) => isOfContainer && !isRead && access === "operator");

  test.each(writes)("$name is closed to another operator, and does nothing", async ({ name }) => {
    const call = await rowOf(name).done(world);
    expect(await answerTo(name, { ...call, as: world.bob })).toEqual({ status: 403, code: "FORBIDDEN" });
    expect(Math.floor((await answerTo(name, call)).status / 100)).toBe(2);
  });

  const reads = table.filter(({ isOfContainer, isRead }) => isOfContainer && isRead);

  test.each(reads)("$name is closed to another operator", async ({ name }) => {
    const params = { ...(await (name.includes("evidenceId") ? world.evidence() : world.scan())) };
    expect(await answerTo(name, { as: world.bob, params })).toEqual({ status: 403, code: "FORBIDDEN" });
    // A 304 would confirm that the thing exists.
    const anyTag = { "If-None-Match": "*" };
    expect(await answerTo(name, { as: world.bob, params }, anyTag)).toEqual({ status: 403, code: "FORBIDDEN" });
    for (const as of [world.ann, world.sue, world.admin])
      expect((await answerTo(name, { as, params })).status).not.toBe(403);
  });
});

describe("lists", () => {
  test.each(["/v1/containers", "/v1/manifests", "/v1/escalations"])(
    "%s shows others' to supervisors only",
    async (path) => {
      await world.escalation();
      await world.manifest();
      const listOf = async (as: WriteCall["as"]) => {
        const { status, text } = await sendCall(world, `GET ${path}`, { as });
        return status === 403 ? [] : JSON.parse(text).data.items;
      };
      expect(await listOf(world.bob)).toEqual([]);
      expect((await listOf(world.sue)).length).toBeGreaterThan(0);
    },
  );
});
