import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { sendShiftReports } from "./send-shift-reports.ts";
import { createAlertWorld } from "./testing.ts";

const HOUR_MS = 3_600_000;

test("a shift report counts its lane's records, and is sent once to the operator and to all who chose the site", async () => {
  const { clouds, cloud, as, sites, place, choose, mailsTo } = await createAlertWorld();
  const [north, south] = sites;
  const [lane] = north.lanes;
  const [ann, bob] = [await cloud.signIn("operator"), await cloud.signIn("operator")];
  const [sue, eve] = [await cloud.signIn("supervisor"), await cloud.signIn("supervisor")];
  await choose(bob, { shiftReports: "none" });
  await choose(sue, { shiftReports: "sites", siteIds: [north.id] });
  await choose(eve, { shiftReports: "sites", siteIds: [south.id] });
  await place("top", lane.id);
  await place("elsewhere", south.lanes[0].id);
  const pass = async (hours: number) => {
    for (const { advanceMs } of clouds) advanceMs(hours * HOUR_MS);
    return Promise.all(clouds.map(({ parts }) => sendShiftReports(parts)));
  };
  const take = (user: typeof ann) =>
    as(user, "POST", "/shifts", { laneId: lane.id, until: new Date(cloud.parts.nowMs() + 8 * HOUR_MS).toISOString() });
  const { scan } = edgeSender(cloud);
  const scanned = async (number: string, camera: string) => {
    const timestamp = new Date(cloud.parts.nowMs()).toISOString();
    return (await scan(number, { ...(await scanBody()), camera_id: camera, timestamp })).body.data.containerId;
  };
  const escalate = async (id: string) =>
    (await as(sue, "POST", `/containers/${id}/escalate`, { reason: "look" })).body.data.id;

  await scanned("BEFORE-1", "top");
  await pass(1);
  await take(ann);
  await pass(1);
  const [first, second] = [await scanned("BOX-1", "top"), await scanned("BOX-2", "top")];
  await scanned("BOX-1", "top");
  await scanned("BOX-9", "elsewhere");
  const held = await escalate(first);
  await escalate(second);
  await as(sue, "POST", `/escalations/${held}/resolve`, { decision: "hold", reason: "the seal is broken" });
  expect(await mailsTo(ann.email)).toEqual([]);
  await pass(7);
  await pass(1);
  const [report, ...more] = await mailsTo(ann.email);
  expect(more).toEqual([]);
  expect(report?.subject).toBe(`North, ${lane.name}: 2 containers, 2 escalated`);
  expect(report?.text).toContain(
    "Containers: 2\nScans: 3\nEscalated: 2\nCleared: 0\nHeld: 1\nSent to inspection: 0\nNot decided yet: 1\n",
  );
  expect(report?.text).toContain(`https://gate.example/app/containers?lane=${lane.id}`);
  expect([(await mailsTo(sue.email)).length, (await mailsTo(eve.email)).length]).toEqual([1, 0]);

  await take(bob);
  await pass(9);
  expect([(await mailsTo(bob.email)).length, (await mailsTo(sue.email)).length]).toEqual([0, 2]);
});
