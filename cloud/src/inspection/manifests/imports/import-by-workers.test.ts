import { expect, test } from "vitest";
import { createTestApp } from "../../../testing/app.ts";
import { startWorkers } from "../../../workers.ts";
import { fileSender } from "./testing.ts";

test("an import is done by the workers", async () => {
  const cloud = await createTestApp();
  const { start, get, read } = fileSender(cloud, await cloud.signIn("operator"));
  const { body } = await start("billOfLading,goodsDescription\nWORK1,Rice\n");
  expect(body.data).toMatchObject({ state: "waiting", rows: { total: null, imported: 0 } });
  await startWorkers(cloud.parts);
  await expect.poll(async () => (await read(body.data.id)).state).toBe("finished");
  expect((await get("?q=WORK1")).items).toHaveLength(1);
});
