import path from "node:path";
import { expect, it } from "vitest";
import { loopedVideo, startCli } from "../../edge-agent/src/commands/testing/small-site.ts";
import { layOutModel } from "../../edge-agent/src/inference/testing/lay-out-model.ts";
import { createFleet } from "./harness/roll-out-fleet.ts";

it("a canary runs a signed model; the other device refuses it and names the reason; both return to their own", async () => {
  const site = await createFleet();
  const model = layOutModel(path.join(site.folder, "new"), { version: "8" });
  const output = path.join(site.folder, "category-1.1.0.release");
  const line = ["model", "sign", model, "--name", "category", "--release", "1.1.0", "--key", site.key.file];
  const signed = await startCli([...line, "--output", output]).ended;
  expect(signed).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(site.key.publicKey) });
  const [canary, other] = [
    await site.box("canary"),
    // Its station selects a class that the new model does not have.
    await site.box("other", {
      stations: [
        {
          id: "gate-1",
          camera: "top",
          model: "category",
          container: { fixed: "CSQU3054383" },
          objects: { classes: ["carton", "drum"] },
        },
      ],
    }),
  ];
  const releaseId = await site.upload(output);
  const { id } = await site.admin("POST", "/roll-outs", { releaseId, canaryIds: [canary.id] });
  const agents = [canary.start(), other.start()];

  const first = await site.reaches(id, ({ canary: box }) => box?.state === "running");
  expect(first["other"]).toMatchObject({ isWanted: false, state: null, runningVersion: null });
  expect(await canary.models()).toEqual(["8"]);

  await site.admin("PUT", `/roll-outs/${id}`, { stage: "all" });
  const second = await site.reaches(id, ({ other: box }) => box?.state === "refused");
  expect(second["other"]).toMatchObject({
    isWanted: true,
    runningVersion: null,
    reason: 'station gate-1 selects the class "drum", which it does not have',
  });
  expect(second["canary"]).toMatchObject({ state: "running", runningVersion: "1.1.0", reason: null });
  expect(await other.models()).toEqual(["7"]);

  await site.admin("PUT", `/roll-outs/${id}`, { state: "rolled-back" });
  await site.reaches(id, ({ canary: box }) => box?.runningVersion === null && box.state === null);
  expect(await canary.models()).toEqual(["7"]);
  const versions = async () => {
    const { rows } = await site.cloud.parts.db.execute<{ version: string }>(
      `select distinct model_version as version from scans where device_id = 'canary' order by 1`,
    );
    return rows.map(({ version }) => version);
  };
  // The load of the video stands there again after each switch.
  await expect.poll(versions).toEqual(["7", "8"]);
  for (const agent of agents) agent.stop("SIGTERM");
  for (const agent of agents) expect(await agent.ended).toMatchObject({ code: 0 });
});

it("a shadow is downloaded, checked and compared without a restart, ends when it is stopped, and is promoted", async () => {
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
