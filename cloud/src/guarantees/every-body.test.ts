import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { routes } from "../routes.ts";
import { rowOf } from "./writes/write-rows.ts";
import { createWriteWorld, sendCall } from "./writes/write-world.ts";

const world = await createWriteWorld();
const { db } = world.cloud.parts;

const takesJson = routes
  .filter(({ config }) => config.request?.body?.content["application/json"])
  .map(({ config }) => `${config.method.toUpperCase()} ${config.path}`);

type BadBody = { raw: Uint8Array<ArrayBuffer>; headers?: Record<string, string> };

/** Returns bodies that are invalid for every route, made from a valid one. */
function badBodies(good: unknown): Record<string, BadBody> {
  const text = JSON.stringify(good);
  const bytes = (written: string, encoding?: "latin1" | "utf16le") => new Uint8Array(Buffer.from(written, encoding));
  const inside = (field: string) => bytes(text === "{}" ? `{${field}}` : text.replace("{", `{${field},`));
  const broken: Record<string, Uint8Array<ArrayBuffer>> = {
    nothing: bytes(""),
    "white space": bytes(" \n"),
    "half of it": bytes(text.slice(0, -1)),
    "it twice": bytes(text + text),
    "led by a byte order mark": bytes(`\u{FEFF}${text}`),
    "in Latin-1": bytes(text.replace("{", '{"ü":1,').replace(",}", "}"), "latin1"),
    "in UTF-16": bytes(text, "utf16le"),
    null: bytes("null"),
    "a list": bytes(`[${text}]`),
    "a string": bytes(JSON.stringify(text)),
    "NaN inside": inside('"x":NaN'),
    "a __proto__ key inside": inside('"__proto__":{"role":"admin"}'),
    "the same key twice": inside('"x":1,"x":2'),
    "NUL inside": inside(String.raw`"x":"\u0000"`),
    "a lone surrogate inside": inside(String.raw`"x":"\ud800"`),
    "16,000 deep": bytes("[".repeat(16_000)),
  };
  const raw = bytes(text);
  return {
    ...Object.fromEntries(Object.entries(broken).map(([name, value]) => [name, { raw: value }])),
    "sent as text": { raw, headers: { "Content-Type": "text/plain" } },
    "sent as a form": { raw, headers: { "Content-Type": "application/x-www-form-urlencoded" } },
    "declared as compressed": { raw, headers: { "Content-Encoding": "gzip" } },
    "declared as not compressed": { raw, headers: { "Content-Encoding": "identity" } },
  };
}

/** Every table and its rows, but for the counters of limits. */
async function countRows() {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits' order by 1`,
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`);
  return (await db.execute(sql.raw(counts.join(" union all ")))).rows;
}

describe.each(takesJson)("%s", (route) => {
  test("answers 400 to a body that is none, and leaves nothing", async () => {
    const call = await rowOf(route).done(world);
    const before = await countRows();
    const answers: Record<string, [number, string]> = {};
    const bodies = badBodies(call.body ?? {});
    for (const [name, bad] of Object.entries(bodies)) {
      await db.execute(sql`delete from rate_limits`);
      const { status, text } = await sendCall(world, route, call, bad);
      const { error, data } = JSON.parse(text);
      answers[name] = [status, error?.code ?? data?.code];
    }
    const refused = Object.fromEntries(Object.keys(bodies).map((name) => [name, [400, "VALIDATION_ERROR"]]));
    expect(answers).toEqual(refused);
    expect(await countRows()).toEqual(before);
  });
});
