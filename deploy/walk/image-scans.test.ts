import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Container, Scan } from "@container-inspection/shared-schemas";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitUntil } from "../demo/wait-until.ts";
import { createAiService } from "./harness/ai-service-process.ts";
import { type Cloud, startCloud } from "./harness/cloud-process.ts";

const folder = mkdtempSync(path.join(tmpdir(), "walk-"));
const load = new Uint8Array(
  readFileSync(path.resolve(import.meta.dirname, "../../edge-agent/models/samples/load-1.jpg")),
);
const service = await createAiService(folder);
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startCloud(folder, service.settings);
});
afterAll(async () => {
  await cloud?.stop();
  await service.end("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

it("picture → cloud → AI service → findings; while it is unavailable, scans wait for it and none is lost", async () => {
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

  // No service offers these, as if it were unavailable.
  expect((await cloud.postPicture("/v1/containers/identify", load)).status).toBe(503);
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
