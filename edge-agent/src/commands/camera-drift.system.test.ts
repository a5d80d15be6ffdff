import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { describeCamera } from "./camera-drift.ts";
import { layOutSite, runCli, startCli, startFakeCloud, until } from "./testing/small-site.ts";

const drift = (configFile: string, ...args: string[]) => runCli("camera", "drift", ...args, "--config", configFile);

test("counts the looks of a running agent, shows how far a camera has learned, names the cameras that there are, and needs a running agent", async () => {
  const cloud = await startFakeCloud();
  const { configFile, dataDir } = await layOutSite(cloud.url);
  expect(await drift(configFile)).toMatchObject({ code: 1, stderr: expect.stringContaining("no agent is running") });
  const agent = startCli(["run", "--config", configFile]);
  const shown = await until("the agent answers", async () => {
    const answer = await drift(configFile, "top");
    return answer.code === 0 ? answer : undefined;
  });
  expect(shown.stdout).toBe("top: learning, 0 of 14 days\n");
  const unknown = await drift(configFile, "side");
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("compared cameras: top") });
  const scans = () => cloud.received.filter(({ path: route }) => route.endsWith("/scans/category"));
  await until("the load is scanned", () => (scans().length > 0 ? true : undefined));
  agent.stop("SIGTERM");
  await agent.ended;
  const db = new Database(path.join(dataDir, "drift.sqlite"), { readonly: true });
  onTestFinished(() => void db.close());
  const [hour] = db
    .prepare<[], { camera: string; counts: string }>("SELECT camera_id AS camera, counts FROM hours")
    .all();
  expect(hour?.camera).toBe("top");
  const { looks, classes } = JSON.parse(hour?.counts ?? "{}");
  expect(looks).toBeGreaterThan(0);
  expect(classes).toEqual({ carton: looks });
  expect(db.prepare<[], number>("SELECT count(*) FROM pictures").pluck().get()).toBeGreaterThan(0);
});

test("prints the usual and the current values, the limits, and the drifting measures", () => {
  const learned = { cameraId: "top", learnedDays: 14, referenceDays: 14 };
  expect(describeCamera({ ...learned, measures: [] })).toEqual(["top: no day has been compared yet"]);
  const measure = { day: "2026-11-20", isDrifted: false, since: null, change: 0 };
  const measures = [
    {
      ...measure,
      measure: "confidence",
      reference: 0.82,
      now: 0.71,
      limit: 0.05,
      isDrifted: true,
      since: "2026-11-19",
    },
    { ...measure, measure: "empty", reference: 0.2, now: 0.25, limit: 0.25 },
    { ...measure, measure: "missing", reference: 0, now: 0, limit: 0.5 },
    { ...measure, measure: "sharpness", reference: 12, now: 11, limit: -Math.log(0.7) },
  ];
  expect(describeCamera({ ...learned, measures })).toEqual([
    "top",
    "                   usual  now   limit  day",
    "  confidence       0.82   0.71  0.05   2026-11-20  DRIFTED since 2026-11-19",
    "  nothing found    20 %   25 %  25 %   2026-11-20  as usual",
    "  missing classes  0      0     1      2026-11-20  as usual",
    "  sharpness        12.0   11.0  30 %   2026-11-20  as usual",
  ]);
});
