import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { layOutModel } from "../inference/testing/lay-out-model.ts";
import { releasesFolder } from "../config/applied-releases.ts";
import { readShadows, writeShadows } from "../care/roll-outs/shadow-file.ts";
import { layOutSite, loopedVideo, runCli, startCli, startFakeCloud, until } from "./testing/small-site.ts";

const shown = z.object({
  shadows: z.array(
    z.object({
      state: z.string(),
      comparison: z.object({ picturesCompared: z.number(), onlyShadow: z.number() }).loose().nullable(),
    }),
  ),
});

test("a shadow runs beside the model in use from the start; no finding of it leaves the device; a restart keeps its counts", async () => {
  const cloud = await startFakeCloud();
  // Between its pictures the models have nothing to do.
  const cameras = [{ id: "top", url: loopedVideo, framesPerSecond: 5 }];
  // The load is scanned after the shadow has compared pictures of it.
  const station = { id: "gate-1", camera: "top", model: "category", container: { fixed: "CSQU3054383" } };
  const stations = [{ ...station, scan: { stableSeconds: 8, maxWaitSeconds: 60 } }];
  const { configFile, dataDir } = await layOutSite(cloud.url, { cameras, stations });
  const folder = path.join(releasesFolder(dataDir), "r1");
  mkdirSync(folder, { recursive: true });
  // The model in use finds the carton alone.
  const found = [[128, 96, 80, 60, 0.8, 0] as const, [40, 40, 40, 40, 0, 0.7] as const];
  const file = layOutModel(folder, { version: "shadow", found });
  const settings = [{ setting: "models.category.file", value: JSON.stringify(file) }];
  const release = { releaseId: "r1", kind: "model" as const, name: "category", version: "2", settings };
  writeShadows(dataDir, [{ release, counts: null, starts: 0 }]);
  const ask = async () => {
    const { stdout } = await runCli("status", "--json", "--config", configFile);
    // Before it has started, the status is that of the data folder.
    const [shadow] = shown.safeParse(JSON.parse(stdout)).data?.shadows ?? [];
    return shadow?.comparison && { ...shadow, comparison: shadow.comparison };
  };
  const scans = () => cloud.received.filter(({ path: route }) => route.endsWith("/scans/category"));

  const agent = startCli(["run", "--config", configFile]);
  const first = await until("pictures are compared", async () => {
    const shadow = await ask();
    return shadow && shadow.comparison.picturesCompared >= 5 ? shadow : undefined;
  });
  const { picturesCompared: compared } = first.comparison;
  expect(first).toMatchObject({
    state: "comparing",
    comparison: {
      activeVersion: "7",
      picturesEqual: 0,
      picturesFailed: 0,
      both: compared,
      onlyActive: 0,
      onlyShadow: compared,
      classes: [
        { className: "carton", both: compared, confidenceDifference: -0.1 },
        { className: "barrel", both: 0, onlyShadow: compared },
      ],
    },
  });
  await until("the first scan is delivered", () => scans().length > 0 || undefined);
  const { stdout } = await runCli("status", "--config", configFile);
  expect(stdout).toMatch(/compared\n +model category 2 +comparing +0 of \d+ pictures equal, \d+ skipped/);
  agent.stop("SIGTERM");
  expect(await agent.ended).toMatchObject({ code: 0 });
  const [saved] = readShadows(dataDir);
  expect(saved).toMatchObject({ starts: 0, counts: { activeVersion: "7" } });
  expect(saved?.counts?.compared).toBeGreaterThanOrEqual(compared);

  const next = startCli(["run", "--config", configFile]);
  const again = await until("the counts go on", async () => {
    const shadow = await ask();
    return shadow && shadow.comparison.picturesCompared > (saved?.counts?.compared ?? Infinity) ? shadow : undefined;
  });
  expect(again.comparison).toMatchObject({ since: first.comparison["since"] });
  next.stop("SIGTERM");
  expect(await next.ended).toMatchObject({ code: 0 });
  expect(JSON.stringify(cloud.received.filter(({ path: route }) => route !== "/v1/edge/heartbeat"))).not.toMatch(
    /barrel|"shadow"/,
  );
  expect(scans().map(({ body }) => body["model_version"])).toEqual(scans().map(() => "7"));
});

test("a shadow with which the agent ended several times soon after its start is refused; the agent runs without it", async () => {
  const cloud = await startFakeCloud();
  const { configFile, dataDir } = await layOutSite(cloud.url);
  const settings = [{ setting: "models.category.file", value: '"missing.onnx"' }];
  const release = (releaseId: string) => ({
    releaseId,
    kind: "model" as const,
    name: "category",
    version: "2",
    settings,
  });
  writeShadows(dataDir, [
    { release: release("ends"), counts: null, starts: 3 },
    { release: release("missing"), counts: null, starts: 0 },
  ]);
  const agent = startCli(["run", "--config", configFile]);
  const reported = await until("the refusals are reported", () =>
    cloud.received
      .map(({ body }) => z.array(z.object({ state: z.string(), reason: z.string() })).safeParse(body["shadows"]).data)
      .find((shadows) => shadows?.length === 2),
  );
  expect(reported.map(({ state, reason }) => [state, reason])).toEqual([
    ["refused", "the agent ended 3 times within minutes of starting it"],
    ["refused", expect.stringContaining("missing.onnx cannot be used")],
  ]);
  agent.stop("SIGTERM");
  expect(await agent.ended).toMatchObject({ code: 0 });
  writeFileSync(path.join(releasesFolder(dataDir), "shadows.json"), "{");
  expect(readShadows(dataDir)).toEqual([]);
});
