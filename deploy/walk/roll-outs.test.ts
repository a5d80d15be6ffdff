import path from "node:path";
import { expect, it } from "vitest";
import { startCli } from "../../edge-agent/src/commands/testing/small-site.ts";
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
