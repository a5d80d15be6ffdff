import { describe, expect, test } from "vitest";
import { routes } from "../routes.ts";
import { rowOf } from "./writes/write-rows.ts";
import { createWriteWorld, sendCall, type WriteCall } from "./writes/write-world.ts";

const world = await createWriteWorld();
const UNKNOWN = "0".repeat(24);
const UNKNOWN_IDS: Record<string, string> = { scanId: UNKNOWN, evidenceId: `ev_${UNKNOWN}`, index: "7" };

const ofContainer = routes
  .filter(({ config }) => config.path.startsWith("/v1/containers/{id}"))
  .map(({ config }) => ({
    name: `${config.method.toUpperCase()} ${config.path}`,
    isRead: config.method === "get",
  }));

/** A call that succeeds for its sender, about things that exist. */
async function prepare(name: string, isRead: boolean): Promise<WriteCall> {
  if (isRead)
    return { as: world.ann, params: { ...(await (name.includes("evidenceId") ? world.evidence() : world.scan())) } };
  return rowOf(name).done(world);
}

/** Everything that a stranger could learn from a reply; the id of the request differs each time. */
async function answerTo(route: string, call: WriteCall, headers?: Record<string, string>) {
  const { status, text } = await sendCall(world, route, call, headers ? { headers } : {});
  const { requestId: _id, ...error } = JSON.parse(text).error ?? {};
  return { status, error };
}

describe("a caller who may not see a container", () => {
  test.each(ofContainer)(
    "gets the same 403 from $name, whether or not what it names exists",
    async ({ name, isRead }) => {
      const call = { ...(await prepare(name, isRead)), as: world.bob };
      const known = await answerTo(name, call);
      expect(known).toEqual({ status: 403, error: { code: "FORBIDDEN", message: expect.any(String) } });

      const ids = Object.fromEntries(Object.entries(Object(call.body)).filter(([key]) => key.endsWith("Id")));
      const unknownIds = Object.fromEntries(Object.keys(ids).map((key) => [key, UNKNOWN]));
      const unknown = {
        ...call,
        params: { ...call.params, ...UNKNOWN_IDS },
        ...(call.body === undefined ? {} : { body: { ...Object(call.body), ...unknownIds } }),
      };
      expect(await answerTo(name, unknown)).toEqual(known);
      expect(await answerTo(`${name}?visit=99`, call)).toEqual(known);
      expect(await answerTo(name, call, { "If-Match": '"nope"' })).toEqual(known);
    },
  );

  test("is asked of every kind of thing that belongs to a container", () => {
    const names = ofContainer.map(({ name }) => name).join("\n");
    for (const part of [
      "/scans/{scanId}/image",
      "/evidence/{evidenceId}/image",
      "/visits",
      "/report",
      "/manifest",
      "/verdict",
      "/escalate",
    ])
      expect(names).toContain(part);
  });
});
