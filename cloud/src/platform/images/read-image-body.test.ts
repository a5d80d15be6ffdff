import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { rowOf } from "../../guarantees/writes/write-rows.ts";
import { createWriteWorld, sendCall } from "../../guarantees/writes/write-world.ts";
import { routes } from "../../routes.ts";

const world = await createWriteWorld();
const takesImages = routes
  .filter(({ config }) => config.request?.body?.content["image/*"])
  .map(({ config }) => `${config.method.toUpperCase()} ${config.path}`);

test.each(takesImages)("%s refuses an image with a Content-Encoding, whatever was encoded", async (route) => {
  const call = await rowOf(route).done(world);
  if (!call.image) throw new Error(`the row of ${route} in guarantees/writes/ has no image`);
  for (const [coding, raw] of [
    ["gzip", call.image],
    ["gzip", new Uint8Array(gzipSync(call.image))],
    ["identity", call.image],
  ] as const) {
    const { status, text } = await sendCall(world, route, call, {
      raw,
      headers: { "Content-Encoding": coding, "Content-Type": "image/jpeg" },
    });
    expect([status, JSON.parse(text).error.code]).toEqual([400, "INVALID_IMAGE_FORMAT"]);
  }
  expect((await sendCall(world, route, call)).status).toBeLessThan(300);
});
