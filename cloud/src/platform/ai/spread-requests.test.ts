import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { expect, onTestFinished, test } from "vitest";
import type { AiRequest } from "./ai-service.ts";
import { connectAiService } from "./connect-ai-service.ts";
import { spreadRequests } from "./spread-requests.ts";
import { size, startScriptedService } from "./testing/scripted-service.ts";

const request: AiRequest = {
  task: "category",
  contentType: "image/jpeg",
  bytes: new Uint8Array([1, 2, 3]),
  ...size,
  deadlineMs: 120_000,
};

/** One service of these, and the number of them that have to be connected before it is used. */
async function connect(servers: readonly { url: string }[], connected = servers.length) {
  const newId = createObjectIdMaker(Date.now);
  const logger = { info: () => {}, warn: () => {}, debug: () => {} };
  const service = spreadRequests(
    servers.map(({ url }) => connectAiService({ url, token: "t", newId, random: () => 0, logger })),
  );
  onTestFinished(() => service.close());
  await expect.poll(() => service.services()).toEqual({ configured: servers.length, connected });
  return service;
}

test("gives each request to the service with the fewest pending ones", async () => {
  const slow = await startScriptedService(() => {});
  const quick = await startScriptedService();
  const service = await connect([slow, quick]);
  const both = [service.detect(request), service.detect(request)];
  await expect.poll(() => slow.asked.length).toBe(1);
  expect(await Promise.race(both)).toMatchObject({ kind: "found" });
  for (let count = 0; count < 10; count += 1) expect(await service.detect(request)).toMatchObject({ kind: "found" });
  expect(slow.asked).toHaveLength(1);
  slow.asked[0]?.answer();
  for (const outcome of await Promise.all(both)) expect(outcome).toMatchObject({ kind: "found" });
});

test("shares equally between idle services", async () => {
  const servers = [await startScriptedService(), await startScriptedService(), await startScriptedService()];
  const service = await connect(servers);
  for (let count = 0; count < 9; count += 1) await service.detect(request);
  expect(servers.map(({ asked }) => asked.length)).toEqual([3, 3, 3]);
});

test("asks only services that have a model for the task", async () => {
  const category = await startScriptedService();
  const defect = await startScriptedService();
  defect.hello = { tasks: ["defect"] };
  const service = await connect([category, defect]);
  for (let count = 0; count < 4; count += 1) {
    expect(await service.detect(request)).toMatchObject({ kind: "found" });
    expect(await service.detect({ ...request, task: "defect" })).toMatchObject({ kind: "found" });
  }
  expect(await service.detect({ ...request, task: "illegal" })).toMatchObject({ kind: "failed" });
  expect([category, defect].map(({ asked }) => asked.map(({ header }) => header.task))).toEqual([
    ["category", "category", "category", "category"],
    ["defect", "defect", "defect", "defect"],
  ]);
});

test("works with the services that remain, and is unavailable when none does", async () => {
  const lost = await startScriptedService();
  const remains = await startScriptedService();
  const service = await connect([lost, remains, { url: "ws://127.0.0.1:1" }], 2);
  lost.status = 503;
  for (const socket of lost.connections) socket.terminate();
  await expect.poll(() => service.services().connected).toBe(1);
  for (let count = 0; count < 6; count += 1) expect(await service.detect(request)).toMatchObject({ kind: "found" });
  expect(service.state()).toBe("up");
  remains.status = 503;
  for (const socket of remains.connections) socket.terminate();
  await expect.poll(() => service.state()).toBe("unavailable");
  expect(await service.detect(request)).toMatchObject({ kind: "failed" });
});
