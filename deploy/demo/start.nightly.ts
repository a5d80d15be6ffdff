import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type CloudApi, signIn } from "./cloud-api.ts";
import { freePort } from "./claim.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "demo-"));

/** Runs the demonstration until its welcome, and returns the API of its admin. */
async function start() {
  const port = await freePort("0");
  const { PATH } = process.env;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "start.ts")], {
    env: { PATH, PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 300_000 }).toContain("Press Ctrl-C to stop.");
  const api = await signIn(`http://127.0.0.1:${port}`, "admin@localhost", /Password +(\S+)/.exec(output)?.[1] ?? "");
  if (api === undefined) throw new Error(`the printed password is wrong:\n${output}`);
  const stop = async () => {
    child.kill("SIGINT");
    const [code] = await once(child, "exit");
    return { code, output };
  };
  return { api, stop };
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

const samples = path.resolve(import.meta.dirname, "../../edge-agent/models/samples");
const drop = (sample: string, folder: string) =>
  copyFile(path.join(samples, sample), path.join(dataDir, "demo", folder, sample));

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

it("the demonstration shows signed scans under their manifests, stops on Ctrl-C, and continues with its data", async () => {
  const first = await start();
  const isSigned = { provenance: { signature: "signed", chain: "ok" } };
  await expect.poll(() => newestScan(first.api)).toMatchObject(isSigned);
  await expect.poll(async () => (await itemsOf(first.api, "/v1/containers?status=ESCALATED")).length).toBe(1);
  const [site] = (await first.api.get<{ sites: { lanes: { cameras: object[] }[] }[] }>("/v1/topology")).sites;
  const ids = ["gate-1-top", "gate-1-number", "gate-1-x-ray", "gate-1-outside"];
  const cameras = ids.map((cameraId) => expect.objectContaining({ cameraId }));
  expect(site?.lanes[0]?.cameras).toEqual(expect.arrayContaining(cameras));
  await drop("x-ray-1.png", "x-ray");
  await drop("door-1.png", "outside");
  await expect
    .poll(() => dropped(first.api), { timeout: 60_000 })
    .toEqual(["defect of gate-1-outside", "illegal of gate-1-x-ray"]);
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
