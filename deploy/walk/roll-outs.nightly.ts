import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openConsole } from "../../cloud/console/tests/browser/open-console.ts";
import { loopedVideo, startCli } from "../../edge-agent/src/commands/testing/small-site.ts";
import { layOutModel } from "../../edge-agent/src/inference/testing/lay-out-model.ts";
import { createFleet } from "./harness/roll-out-fleet.ts";

const BOXES = 10;
const names = Array.from({ length: BOXES }, (_, index) => `gate-${String(index + 1).padStart(2, "0")}`);
/** Its station selects a class that the new model does not have. */
const REFUSING = "gate-07";
const REASON = 'station gate-1 selects the class "drum", which it does not have';

test("a model is rolled out to ten agents, one of which refuses it; the console shows which and why", async () => {
  const site = await createFleet();
  const model = layOutModel(path.join(site.folder, "new"), { version: "8" });
  const output = path.join(site.folder, "category-1.1.0.release");
  const line = ["model", "sign", model, "--name", "category", "--release", "1.1.0", "--key", site.key.file];
  expect(await startCli([...line, "--output", output]).ended).toMatchObject({ code: 0 });
  const station = { id: "gate-1", camera: "top", model: "category", container: { fixed: "CSQU3054383" } };
  const stations = [{ ...station, objects: { classes: ["carton", "drum"] } }];
  const boxes = await Promise.all(names.map((name) => site.box(name, name === REFUSING ? { stations } : {})));
  const canary = boxes[0];
  if (!canary) throw new Error("no device is registered");
  const releaseId = await site.upload(output);
  const { id } = await site.admin("POST", "/roll-outs", { releaseId, canaryIds: [canary.id] });
  const agents = boxes.map((box) => box.start());
  await site.reaches(id, ({ [names[0] ?? ""]: box }) => box?.state === "running");
  await site.admin("PUT", `/roll-outs/${id}`, { stage: "all" });
  const settled = (state: string | null | undefined) => state === "running" || state === "refused";
  const devices = await site.reaches(id, (now) => names.every((name) => settled(now[name]?.state)));
  const shown = names.map((name) => [name, devices[name]?.state, devices[name]?.runningVersion, devices[name]?.reason]);
  expect(shown).toEqual(
    names.map((name) => (name === REFUSING ? [name, "refused", null, REASON] : [name, "running", "1.1.0", null])),
  );
  for (const [index, box] of boxes.entries())
    expect(await box.models()).toEqual([names[index] === REFUSING ? "7" : "8"]);

  const { page, openAs, complaints } = await openConsole(site.cloud);
  await openAs(await site.cloud.signIn("admin"), "/admin/roll-outs");
  await page.getByText("9 of 10 run it, 1 refused it").waitFor();
  const row = page.getByRole("row", { name: REFUSING });
  expect(await row.locator("td").allTextContents()).toEqual([
    `${REFUSING} `,
    "refused",
    "its own configuration",
    REASON,
    expect.stringMatching(/ago|now/),
  ]);
  const folder = path.resolve(import.meta.dirname, "../../.cache/roll-outs");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, "ten-devices.png"), fullPage: true });
  expect(complaints).toEqual([]);
  console.log(shown.map((cells) => cells.map((cell) => cell ?? "-").join("  ")).join("\n"));

  await site.admin("PUT", `/roll-outs/${id}`, { state: "rolled-back" });
  await site.reaches(id, (now) => names.every((name) => now[name]?.runningVersion === null));
  for (const box of boxes) expect(await box.models()).toEqual(["7"]);
  for (const agent of agents) agent.stop("SIGTERM");
  for (const agent of agents) expect(await agent.ended).toMatchObject({ code: 0 });
});

test("a shadow is downloaded, checked and compared without a restart, ends when it is stopped, and is promoted", async () => {
  const site = await createFleet();
  // The model in use finds the carton alone.
  const found = [[128, 96, 80, 60, 0.8, 0] as const, [40, 40, 40, 40, 0, 0.7] as const];
  const model = layOutModel(path.join(site.folder, "new"), { version: "8", found, score: 0.8 });
  const output = path.join(site.folder, "category-1.2.0.release");
  const line = ["model", "sign", model, "--name", "category", "--release", "1.2.0", "--key", site.key.file];
  expect(await startCli([...line, "--output", output]).ended).toMatchObject({ code: 0 });
  // Its pictures never end.
  const box = await site.box("box", { cameras: [{ id: "top", url: loopedVideo, framesPerSecond: 5 }] });
  const other = await site.box("other", {
    stations: [
      {
        id: "gate-1",
        camera: "top",
        model: "category",
        container: { fixed: "CSQU3054383" },
        objects: { classes: ["drum"] },
      },
    ],
  });
  const releaseId = await site.upload(output);
  const { id } = await site.admin("POST", "/roll-outs", { releaseId, stage: "shadow" });
  const agents = [box.start(), other.start()];
  const compared = await site.reaches(id, (now) => (now["box"]?.comparison?.picturesCompared ?? 0) > 0);
  const { comparison } = compared["box"] ?? {};
  const count = comparison?.picturesCompared;
  expect(compared["box"]).toMatchObject({ isWanted: true, state: "comparing", runningVersion: null });
  expect(comparison).toMatchObject({
    activeVersion: "7",
    picturesEqual: 0,
    both: count,
    onlyActive: 0,
    onlyShadow: count,
  });
  expect(await box.models()).toEqual(["7"]);
  await site.reaches(id, (now) => now["other"]?.state === "refused");

  await site.admin("PUT", `/roll-outs/${id}`, { state: "stopped" });
  const ended = await site.reaches(id, (now) => now["box"]?.state === null);
  expect(ended["box"]).toMatchObject({ isWanted: false, comparison: { activeVersion: "7" } });
  expect(agents[0]?.output.stderr).not.toContain("starting with it");
  await site.admin("PUT", `/roll-outs/${id}`, { state: "active", stage: "all" });
  await site.reaches(id, (now) => now["box"]?.state === "running");
  expect(await box.models()).toEqual(["8"]);
  const { rows } = await site.cloud.parts.db.execute<{ version: string }>(
    `select distinct model_version as version from scans where detections::text like '%barrel%'`,
  );
  expect(rows.filter(({ version }) => version !== "8")).toEqual([]);
  for (const agent of agents) agent.stop("SIGTERM");
  for (const agent of agents) expect(await agent.ended).toMatchObject({ code: 0 });
});
