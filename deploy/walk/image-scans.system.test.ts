import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import { afterAll, beforeAll, expect, test } from "vitest";
import { numberPng, writeNumberNetworks } from "../../edge-agent/src/inference/testing/number-fixture.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { createAiService } from "./harness/ai-service-process.ts";
import { type Cloud, edgeApiKey, startCloud } from "./harness/cloud-process.ts";

const folder = mkdtempSync(path.join(tmpdir(), "walk-"));
const load = new Uint8Array(
  readFileSync(path.resolve(import.meta.dirname, "../../edge-agent/models/samples/load-1.jpg")),
);
const NUMBER = "MSKU9070323";
const side = await numberPng(NUMBER);
const service = await createAiService(folder, await writeNumberNetworks(folder));
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startCloud(folder, service.settings);
});
afterAll(async () => {
  await cloud?.stop();
  await service.end("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

test("picture → cloud → AI service → findings; while it is unavailable, scans wait for it and none is lost", async () => {
  const { id } = await cloud.post<Container>("/v1/containers", { containerNumber: "CSQU3054383" });
  const place = `/v1/containers/${id}/scans`;
  const scan = async (type: string) => {
    const reply = await cloud.postPicture(`${place}/${type}`, load);
    const { data, error } = JSON.parse(await reply.text());
    return { status: reply.status, code: error?.code as string | undefined, scan: data?.scan as Scan | undefined };
  };
  const scans = async () => (await cloud.get<{ items: Scan[] }>(place)).items;
  const isFound = ({ status, detections, model }: Scan) =>
    status === "done" && detections.length > 0 && model?.name === "category-demo";

  expect(await scan("category")).toMatchObject({ status: 200, scan: { status: "pending" } });
  expect(await scan("category/stream")).toMatchObject({ status: 500, code: "STREAMING_CATEGORY_SCAN_FAILED" });

  expect((await cloud.postPicture("/v1/containers/identify", side)).status).toBe(503);

  await service.start();
  await waitUntil(
    "the service is connected to",
    async () => (await scan("category/stream")).scan?.status === "done" || undefined,
    {
      timeoutMs: 250_000,
    },
  );
  const { scan: done } = await scan("category");
  expect(done).toMatchObject({ status: "done", type: "category", source: "user", model: { name: "category-demo" } });
  expect(done?.detections.length).toBeGreaterThan(0);
  expect(done?.detections.every(({ polygon, className }) => polygon && className)).toBe(true);

  // No service offers it, as if it were unavailable.
  expect(await scan("illegal/stream")).toMatchObject({ status: 500, code: "STREAMING_ILLEGAL_SCAN_FAILED" });

  const burst = Array.from({ length: 12 }, () => scan("category"));
  await burst[0];
  await service.end("SIGKILL");
  for (const { status, scan } of await Promise.all(burst)) expect([status, scan !== undefined]).toEqual([200, true]);
  await service.start();
  await waitUntil("every scan has its findings", async () => (await scans()).every(isFound) || undefined, {
    timeoutMs: 250_000,
  });
  expect(await cloud.get(`/v1/containers/${id}`)).toMatchObject({ status: "SCANNED", categoryScan: null });
  expect(await service.end("SIGTERM")).toBe(0);
});

test("a picture of a container's number names it, for people and for devices", async () => {
  await service.start();
  const identify = async (picture: Uint8Array<ArrayBuffer>) => {
    const reply = await cloud.postPicture("/v1/containers/identify", picture);
    return reply.status === 503 ? undefined : JSON.parse(await reply.text());
  };
  const { data } = await waitUntil("the service is connected to", () => identify(side), { timeoutMs: 250_000 });
  expect(data).toMatchObject({ containerNumber: NUMBER, numberCheck: "valid", reason: null, created: true });
  expect(data.confidence).toBeGreaterThan(0.9);
  expect((await identify(load)).data).toMatchObject({ containerNumber: null, container: null });

  const sent = await fetch(`${cloud.url}/v1/edge/containers/identify`, {
    method: "POST",
    headers: { "x-api-key": edgeApiKey, "content-type": "application/json" },
    body: JSON.stringify({ image: Buffer.from(side).toString("base64") }),
  });
  expect(JSON.parse(await sent.text())).toMatchObject({
    data: { containerNumber: NUMBER, containerId: data.container.id, created: false },
  });
  expect(await service.end("SIGTERM")).toBe(0);
});
