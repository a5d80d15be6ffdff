import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, EDGE_KEY } from "../testing/app.ts";

const folder = path.resolve(import.meta.dirname, "../../../shared-schemas/src/fixtures");
const golden = z.object({
  path: z.string(),
  body: z.unknown(),
  expect: z.object({ status: z.number(), code: z.string().optional(), path: z.string().optional() }),
});
const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
const cloud = await createTestApp();

test.each(names)("the golden message %s gets the answer it names", async (name) => {
  const message = golden.parse(JSON.parse(readFileSync(path.join(folder, name), "utf8")));
  const headers = { "X-API-Key": EDGE_KEY, "Idempotency-Key": name };
  const { status, body } = await cloud.send("POST", message.path, { body: message.body, headers });
  const got = { status, code: body.error?.code, path: body.error?.details?.[0]?.path };
  expect(got).toEqual({ code: undefined, path: undefined, ...message.expect });
  expect(body.idempotencyKey).toBe(name);
});
