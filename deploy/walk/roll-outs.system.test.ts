import path from "node:path";
import { expect, test } from "vitest";
import { loopedVideo, startCli } from "../../edge-agent/src/commands/testing/small-site.ts";
import { layOutModel } from "../../edge-agent/src/inference/testing/lay-out-model.ts";
import { createFleet } from "./harness/roll-out-fleet.ts";

test("a canary runs a signed model, another device refuses it and names the reason, and a third one compares a model with its own", async () => {
  const site = await createFleet();
  const sign = async (name: string, model: Parameters<typeof layOutModel>[1]) => {
    const output = path.join(site.folder, `${name}-1.1.0.release`);
    const file = layOutModel(path.join(site.folder, name), model);
    const line = ["model", "sign", file, "--name", name, "--release", "1.1.0", "--key", site.key.file];
    const signed = await startCli([...line, "--output", output]).ended;
    expect(signed).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(site.key.publicKey) });
    return site.upload(output);
  };
  const station = { id: "gate-1", camera: "top", model: "category", container: { fixed: "CSQU3054383" } };
  const [canary, other, third] = [
    await site.box("canary"),
    // Its station selects a class that the new model does not have.
    await site.box("other", { stations: [{ ...station, objects: { classes: ["carton", "drum"] } }] }),
    await site.box("third", {
      models: { damage: { file: "one-carton.onnx" } },
      // Its pictures never end.
      cameras: [{ id: "top", url: loopedVideo, framesPerSecond: 5 }],
      stations: [{ ...station, model: "damage" }],
    }),
  ];
  const releaseId = await sign("category", { version: "8" });
  const { id } = await site.admin("POST", "/roll-outs", { releaseId, canaryIds: [canary.id] });
  // The model in use finds the carton alone.
  const found = [[128, 96, 80, 60, 0.8, 0] as const, [40, 40, 40, 40, 0, 0.7] as const];
  const shadowId = await sign("damage", { version: "8", found, score: 0.8 });
  const compared = { releaseId: shadowId, stage: "shadow", canaryIds: [third.id] };
  const { id: comparisonId } = await site.admin("POST", "/roll-outs", compared);
  const agents = [canary.start(), other.start(), third.start()];

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

  const { third: shadow } = await site.reaches(
    comparisonId,
    (now) => (now["third"]?.comparison?.picturesCompared ?? 0) > 0,
  );
  expect(shadow).toMatchObject({ isWanted: true, state: "comparing", runningVersion: null });
  const count = shadow?.comparison?.picturesCompared;
  expect(shadow?.comparison).toMatchObject({ activeVersion: "7", picturesEqual: 0, both: count, onlyShadow: count });
  expect(await third.models()).toEqual(["7"]);

  await site.admin("PUT", `/roll-outs/${id}`, { state: "rolled-back" });
  await site.reaches(id, ({ canary: box }) => box?.runningVersion === null && box.state === null);
  expect(await canary.models()).toEqual(["7"]);
  const versions = async () => {
    const { rows } = await site.cloud.parts.db.execute<{ version: string }>(
      `select distinct model_version as version from scans where device_id = 'canary' order by 1`,
    );
    return rows.map(({ version }) => version);
  };
  // The load of the video is in view again after each switch.
  await expect.poll(versions).toEqual(["7", "8"]);
  for (const agent of agents) agent.stop("SIGTERM");
  for (const agent of agents) expect(await agent.ended).toMatchObject({ code: 0 });
});
