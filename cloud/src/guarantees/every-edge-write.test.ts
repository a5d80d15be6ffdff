import { describe, expect, test } from "vitest";
import { routes } from "../routes.ts";
import { rowOf } from "./writes/write-rows.ts";
import { createWriteWorld, sendCall } from "./writes/write-world.ts";

const world = await createWriteWorld();

const edgeWrites = routes
  .filter(({ access, config }) => access === "edge" && config.method !== "get")
  .map(({ config }) => `${config.method.toUpperCase()} ${config.path}`);

describe.each(edgeWrites)("%s", (route) => {
  const row = rowOf(route);

  /** A call with its own key, which can be sent again and with another body. */
  const prepare = async () => {
    const [key, call] = [world.unique("key"), await row.done(world)];
    const send = async (body: unknown) => {
      const reply = await sendCall(world, route, { ...call, body }, { headers: { "Idempotency-Key": key } });
      const isReplayed = reply.headers.get("Idempotent-Replayed") === "true";
      return { status: reply.status, isReplayed, body: JSON.parse(reply.text) };
    };
    return { key, body: Object(call.body), send };
  };

  test("answers the first reply again to the same key and body, also to many at once", async () => {
    const { key, body, send } = await prepare();
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(body)));
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, replies[0]?.body]);
    expect(replies.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(replies[0]?.body).toMatchObject({ success: true, idempotencyKey: key });
  });

  test("refuses the same key with another body, and keeps the first", async () => {
    const { key, body, send } = await prepare();
    const first = await send(body);
    const other = { ...body, ...Object((await row.done(world)).body), device_id: "other" };
    expect(await send(other)).toMatchObject({
      status: 409,
      body: { success: false, error: { code: "IDEMPOTENCY_KEY_REUSED" }, idempotencyKey: key },
    });
    expect((await send(body)).body).toEqual(first.body);
  });

  test("echoes the key of a refused write", async () => {
    const { key, send } = await prepare();
    expect(await send([])).toMatchObject({ status: 400, body: { success: false, idempotencyKey: key } });
  });
});
