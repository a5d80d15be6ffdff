import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recomputeCaseFile } from "../../cloud/src/inspection/case-files/recompute-testing.ts";
import { freePort } from "../demo/claim.ts";
import type { CloudApi } from "../demo/cloud-api.ts";
import { type Demonstration, startDemonstration } from "../demo/demonstration.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "demo-"));

/** Runs the demonstration, at a free port. */
async function start(): Promise<Demonstration> {
  const demonstration = await startDemonstration({ dataDir, port: await freePort("0") });
  onTestFinished(async () => void (await demonstration.kill()));
  return demonstration;
}

type Item = {
  id: string;
  status: string;
  timestamp: string;
  type: string;
  cameraId: string;
  provenance: { signature: string; chain: string } | null;
};
const itemsOf = async (api: CloudApi, route: string) => (await api.get<{ items: Item[] }>(route)).items;

async function newestScan(api: CloudApi): Promise<Item | undefined> {
  const [container] = await itemsOf(api, "/v1/containers?sort=lastActivity");
  return container && (await itemsOf(api, `/v1/containers/${container.id}/scans`))[0];
}

/** The scans of the pictures that were dropped, and whose containers are escalated for contraband. */
async function dropped(api: CloudApi): Promise<string[]> {
  const found: string[] = [];
  for (const { id, status } of await itemsOf(api, "/v1/containers?sort=lastActivity")) {
    for (const { type, cameraId } of await itemsOf(api, `/v1/containers/${id}/scans`)) {
      if (type === "defect" || (type === "illegal" && status === "ESCALATED")) found.push(`${type} of ${cameraId}`);
    }
  }
  return found.toSorted();
}

/** The vehicles that wait for a person. */
const unnamedPassages = async (api: CloudApi) =>
  (await api.get<{ items: object[] }>("/v1/passages?state=unidentified")).items;

/** The containers whose case file holds a judgement that its verifier does not compute equal. */
async function notRecomputed(api: CloudApi): Promise<string[]> {
  const wrong: string[] = [];
  let judgements = 0;
  for (const { id } of await itemsOf(api, "/v1/containers?limit=200")) {
    const { equal, all, output } = await recomputeCaseFile(await api.download(`/v1/containers/${id}/case-file`));
    judgements += all;
    if (equal !== all) wrong.push(`${id}: ${output}`);
  }
  console.log(`${judgements} judgements in case files of the demonstration were computed again.`);
  expect(judgements).toBeGreaterThan(20);
  return wrong;
}

test("the demonstration shows signed scans under their manifests, whose judgements are computed equal from their case files, stops on Ctrl-C, and continues with its data", async () => {
  const first = await start();
  const isSigned = { provenance: { signature: "signed", chain: "ok" } };
  await expect.poll(() => newestScan(first.api)).toMatchObject(isSigned);
  await expect.poll(async () => (await itemsOf(first.api, "/v1/containers?status=ESCALATED")).length).toBe(1);
  const [site] = (await first.api.get<{ sites: { lanes: { cameras: object[] }[] }[] }>("/v1/topology")).sites;
  const ids = ["gate-1-top", "gate-1-number", "gate-1-x-ray", "gate-1-outside"];
  // The truck that is not read, and the one that follows another; on a busy machine more trucks are not read.
  await expect.poll(() => unnamedPassages(first.api), { timeout: 120_000 }).toSatisfy(({ length }) => length >= 2);
  const cameras = ids.map((cameraId) => expect.objectContaining({ cameraId }));
  expect(site?.lanes[0]?.cameras).toEqual(expect.arrayContaining(cameras));
  first.drop("x-ray-1.png", "x-ray");
  first.drop("door-1.png", "outside");
  await expect
    .poll(() => dropped(first.api), { timeout: 60_000 })
    .toEqual(["defect of gate-1-outside", "illegal of gate-1-x-ray"]);
  expect(await notRecomputed(first.api)).toEqual([]);
  const ended = await first.stop();
  expect([ended.code, ended.output]).toMatchObject([0, expect.stringContaining("Stopped.")]);

  const restartedAt = new Date().toISOString();
  const second = await start();
  await expect.poll(async () => (await newestScan(second.api))?.timestamp).toSatisfy((at) => at > restartedAt);
  expect(await newestScan(second.api)).toMatchObject(isSigned);
  expect(await itemsOf(second.api, "/v1/admin/edge-devices")).toHaveLength(1);
  expect((await second.stop()).code).toBe(0);
  rmSync(dataDir, { recursive: true });
});
