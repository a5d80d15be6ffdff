import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type AppliedRelease, readApplied, writeApplied } from "../config/applied-releases.ts";
import { layOutSite, startCli, startFakeCloud, until } from "./testing/small-site.ts";

test("an agent that cannot start with a release keeps running, and starts, with its own model, and reports the refusal", async () => {
  const cloud = await startFakeCloud();
  const { folder, configFile, dataDir } = await layOutSite(cloud.url);
  const text = path.join(folder, "text.onnx");
  await writeFile(text, "not a model");
  const settings = [{ setting: "models.category.file", value: JSON.stringify(text) }];
  const release: AppliedRelease = { releaseId: "r1", kind: "model", name: "category", version: "2", settings };
  const refusals = () =>
    cloud.received.filter(({ path: route, body }) => {
      const reports = route === "/v1/edge/heartbeat" ? JSON.stringify(body["releases"]) : "";
      return reports.includes('"state":"refused"') && reports.includes("the agent cannot start with it");
    }).length;
  const scans = () => cloud.received.filter(({ path: route }) => route.endsWith("/scans/category")).length;
  const moreThan = (before: number, count: () => number) => () => count() > before || undefined;

  const agent = startCli(["run", "--config", configFile]);
  await until("the first scan is delivered", moreThan(0, scans));
  writeApplied(dataDir, [release]);
  agent.stop("SIGHUP");
  await until("the running agent reports the refusal", moreThan(0, refusals));
  expect(agent.output.stderr).toContain("cannot start with the changed configuration; using the previous one");
  expect(readApplied(dataDir)).toEqual([]);
  agent.stop("SIGKILL");
  await agent.ended;

  // As a power cut before the first start with it leaves the list.
  writeApplied(dataDir, [release]);
  const [delivered, reported] = [scans(), refusals()];
  const next = startCli(["run", "--config", configFile]);
  await until("the next agent reports the refusal", moreThan(reported, refusals));
  await until("its own model scans", moreThan(delivered, scans));
  expect(next.output.stderr).toContain("cannot start with what is rolled out to it; starting without");
  expect(readApplied(dataDir)).toEqual([]);
  next.stop("SIGTERM");
  expect(await next.ended).toMatchObject({ code: 0 });
});
