import { existsSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { runLine } from "./testing/run-line.ts";
import { layOutSite, startFakeCloud } from "./testing/small-site.ts";

const side = { id: "side", url: "test:pattern?width=160&height=120" };

test("run --once scans one picture at each station, delivers it, and names the camera that fails", async () => {
  const cloud = await startFakeCloud();
  const { configFile } = await layOutSite(cloud.url, {
    cameras: [{ id: "top", url: "test:pattern" }, side, { id: "dead", url: "rtsp://viewer:hunter2@127.0.0.1:1/x" }],
    stations: [
      {
        id: "gate-1",
        camera: "top",
        model: "category",
        container: { fixed: "CSQU3054383" },
        evidence: { cameras: ["side"] },
      },
      { id: "gate-2", camera: "dead", model: "category", container: { fixed: "CSQU3054383" } },
    ],
  });
  const { code, stdout, stderr } = await runLine(["run", "--once", "--config", configFile]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain("ok   camera top: 640 × 480 pixels\n");
  expect(stdout).toMatch(/FAIL camera dead: .*refused the connection.*\n {5}Fix: /);
  expect(stdout).toContain("category-scan of CSQU3054383, 1 finding by one-carton: delivered\n       carton  90 %");
  expect(stdout).toContain("evidence of CSQU3054383: delivered\n");
  expect(stdout).toContain("FAIL station gate-2: its camera gave no picture\n");
  expect(stdout).toMatch(/\n2 of 2 records delivered$/);
  expect(stdout).not.toContain("hunter2");
  expect(cloud.received.map((request) => request.path).toSorted()).toEqual([
    "/v1/edge/containers/CSQU3054383/evidence",
    "/v1/edge/containers/CSQU3054383/scans/category",
  ]);
});

test("run --once keeps records that the cloud does not take, and the next pass delivers them", async () => {
  const cloud = await startFakeCloud();
  const { configFile } = await layOutSite(cloud.url, { cameras: [{ id: "top", url: "test:pattern" }] });
  cloud.setMode("refuse");
  const kept = await runLine(["run", "--once", "--config", configFile]);
  expect(kept).toMatchObject({ code: 3, stdout: expect.stringMatching(/\n0 of 1 record delivered; .*\n.*503/) });
  cloud.setMode("take");
  const done = await runLine(["run", "--once", "--config", configFile, "--json"]);
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(done.stdout)).toMatchObject({
    outcome: "done",
    stations: [{ id: "gate-1", problem: null, records: [{ kind: "category-scan", state: "delivered" }] }],
  });
  expect(cloud.received).toHaveLength(2);
  expect(new Set(cloud.received.map(({ key }) => key)).size).toBe(2);
});

test("run --dry-run stores and sends nothing, and shows what would be sent", async () => {
  const cloud = await startFakeCloud();
  const { folder, configFile, dataDir } = await layOutSite(cloud.url, {
    cameras: [{ id: "top", url: "test:pattern" }, side, { id: "xray", url: "folder:xray" }],
    stations: [
      { id: "gate-1", camera: "top", model: "category", container: { fixed: "CSQU3054383" } },
      { id: "gate-2", camera: "side", model: "category", container: { identified: {} } },
      { id: "gate-3", camera: "xray", model: "category", container: { identified: {} } },
    ],
  });
  const shown = path.join(folder, "shown");
  const { code, stdout } = await runLine(["run", "--dry-run", "--pictures", shown, "--config", configFile]);
  expect(code).toBe(0);
  expect(stdout).toContain(`would be sent: POST ${cloud.url}/v1/edge/containers/CSQU3054383/scans/category\n`);
  expect(stdout).toContain("would be sent: once its container number is announced\n");
  expect(stdout).toContain("skip station gate-3: only a running agent takes the pictures of a folder\n");
  expect(stdout).toMatch(/\ndry run: nothing was stored or sent$/);
  expect(await sharp(path.join(shown, "top-category-scan.jpg")).metadata()).toMatchObject({ width: 640, height: 480 });
  expect(existsSync(dataDir)).toBe(false);
  expect(cloud.received).toEqual([]);
});
