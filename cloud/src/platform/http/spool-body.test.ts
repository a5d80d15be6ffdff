import { once } from "node:events";
import { expect, test } from "vitest";
import { fleetOf } from "../../fleet/edge-devices/testing.ts";
import { createTestApp } from "../../testing/app.ts";

const cloud = await createTestApp();
const { headers } = await fleetOf(cloud);

test.each([
  ["/v1/admin/edge-imports", 2],
  ["/v1/admin/releases", 4],
])(
  "%s keeps at most %i bodies on the disk at once, and takes the next one when a place is free",
  async (path, atOnce) => {
    const send = (body: ReadableStream<Uint8Array> | string) => {
      const init = { method: "POST", headers: { ...headers, "Content-Type": "application/octet-stream" }, body };
      return cloud.app.request(path, { ...init, duplex: "half" });
    };
    const open = Array.from({ length: atOnce }, () => {
      const begun = new EventTarget();
      let end = () => {};
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            end = () => controller.close();
          },
          pull: () => void begun.dispatchEvent(new Event("begun")),
        },
        // Nothing is pulled before the service reads.
        { highWaterMark: 0 },
      );
      const isBegun = once(begun, "begun");
      return { reply: send(body), isBegun, end };
    });
    for (const { isBegun } of open) await isBegun;
    const refused = await send("one more");
    expect(refused.status).toBe(503);
    expect(refused.headers.get("Retry-After")).toBe("60");
    for (const { reply, end } of open) {
      end();
      expect((await reply).status).toBe(400);
    }
    expect((await send("one more")).status).toBe(400);
  },
);
