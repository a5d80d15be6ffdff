import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { connectToAgent } from "../status/agent-client.ts";
import { layOutSite, startCli, startFakeCloud, threeSecondVideo, until } from "./testing/small-site.ts";

test("a camera that hangs in opening, one that refuses and one without a source stop no other, at start or later", async () => {
  const cloud = await startFakeCloud();
  // It accepts connections and never answers.
  const hanging = createServer().listen(0, "127.0.0.1");
  await once(hanging, "listening");
  onTestFinished(() => void hanging.close());
  const address = hanging.address();
  const port = typeof address === "object" ? address?.port : 0;
  const dead = {
    hangs: `rtsp://127.0.0.1:${port}/live`,
    refuses: "rtsp://127.0.0.1:1/live",
    missing: "file:/nowhere/clip.mp4",
  };
  const cameras = [...Object.entries(dead).map(([id, url]) => ({ id, url })), { id: "top", url: threeSecondVideo }];
  const stations = cameras.map(({ id }) => ({
    id: `at-${id}`,
    camera: id,
    model: "category",
    container: { fixed: "CSQU3054383" },
  }));
  const { configFile, dataDir } = await layOutSite(cloud.url, { cameras, stations });
  const program = startCli(["run", "--config", configFile]);
  const agent = await until("the agent answers", () => connectToAgent(dataDir));
  const delivered = await until("the scan of the camera that works", () =>
    cloud.received.find(({ path }) => path.endsWith("/scans/category")),
  );
  expect(delivered.body).toMatchObject({ camera_id: "top" });
  const shown = z.object({
    cameras: z.array(z.object({ id: z.string(), lastErrorKind: z.string().nullable(), framesDelivered: z.number() })),
  });
  const failed = await until("all three have failed", async () => {
    const status = shown.parse(await agent.request("/status"));
    const others = status.cameras.filter(({ id }) => id !== "top");
    return others.every(({ lastErrorKind }) => lastErrorKind !== null) ? others : undefined;
  });
  expect(failed.map(({ id, lastErrorKind }) => [id, lastErrorKind])).toEqual([
    ["hangs", "timeout"],
    ["refuses", "refused"],
    ["missing", "other"],
  ]);
  program.stop("SIGTERM");
  expect((await program.ended).code).toBe(0);
});
