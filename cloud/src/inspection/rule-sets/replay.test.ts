import { expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { startWorkers } from "../../workers.ts";
import { findReplay } from "./replay-store.ts";
import { replayVisits } from "./replay-visits.ts";
import { createRuleSetWorld, withAlertsFrom } from "./testing.ts";

const cloud = await createTestApp();
const { parts } = cloud;
const { ann, sue, bob, operator, as, north, south, propose, activate, scanWeapon } = await createRuleSetWorld(cloud);

const goods = [{ description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 4 }];
const visit = async (containerNumber: string, cameraId: string, confidence: number) => {
  await as(ann, "POST", "/manifests", { containerNumber, declaredGoods: goods, status: "VALIDATED" });
  return scanWeapon(containerNumber, cameraId, confidence);
};
const start = (version: number, body: object = {}, user = ann) =>
  as(user, "POST", `/rule-sets/${version}/replay`, body);
const read = (version: number) => as(sue, "GET", `/rule-sets/${version}/replay`);
const readFinished = async (version: number) => {
  await expect.poll(async () => (await read(version)).body.data.state).toBe("finished");
  return (await read(version)).body.data;
};
const candidateOf = async (body: object): Promise<number> => (await propose(body)).body.data.version;

const TOTAL = 45;
const held = await visit("REPLAY-0", "north-1", 0.6);
const [open] = (await as(sue, "GET", `/escalations?containerId=${held.containerId}`)).body.data.items;
await as(sue, "POST", `/escalations/${open.id}/resolve`, { decision: "hold", reason: "a weapon" });
for (let index = 1; index < TOTAL; index += 1)
  await visit(`REPLAY-${index}`, index % 2 === 0 ? "north-1" : "south-1", index < 10 ? 0.6 : 0.1);
// The manifest as of the scan counts, not the current one.
const { items } = (await as(ann, "GET", "/manifests?containerNumber=REPLAY-20")).body.data;
await as(ann, "PUT", `/manifests/${items[0].id}`, { status: "REJECTED" });

test("a replay resumes where a killed process left it, and two at once count nothing twice", async () => {
  const version = await candidateOf({ rules: withAlertsFrom(0.8) });
  const started = (await start(version)).body.data;
  expect(started).toMatchObject({ state: "running", days: 90, progress: { visits: 0, of: TOTAL }, result: null });
  expect((await start(version)).body.data.id).toBe(started.id);
  // Each look at this clock is a minute later: a turn is one batch, and no job continues it.
  let minutes = 0;
  const nowMs = () => Date.now() + (minutes += 1) * 60_000;
  const jobs = { ...parts.jobs, enqueue: async () => "" };
  const attempt = { jobId: "", attempt: 1, isLast: false, signal: new AbortController().signal };
  const takeTurn = () => replayVisits.createHandler({ ...parts, jobs, nowMs })({ replayId: started.id }, attempt);
  await takeTurn();
  expect((await read(version)).body.data).toMatchObject({ state: "running", progress: { visits: 20 }, result: null });
  await Promise.all([takeTurn(), takeTurn()]);
  expect((await read(version)).body.data.progress.visits).toBe(40);
  await takeTurn();
  await takeTurn();
  const { state, progress, result } = (await read(version)).body.data;
  expect({ state, progress }).toEqual({ state: "finished", progress: { visits: TOTAL, of: TOTAL } });
  expect(result.visits).toBe(TOTAL);
  expect(
    result.lanes.toSorted((one: { visits: number }, other: { visits: number }) => one.visits - other.visits),
  ).toEqual([
    { from: "red", to: "yellow", visits: 10 },
    { from: "green", to: "green", visits: 35 },
  ]);
  expect(result.escalations.average).toEqual({ inForce: 10, candidate: 0 });
  expect(result.rules).toMatchObject([
    {
      rule: "alert",
      severity: "critical",
      inForce: { findings: 10, confirmed: 1, rejected: 0 },
      candidate: { findings: 0 },
    },
    // Below the confidence of the alert, a weapon is an object that the map does not know.
    { rule: "observed-goods-unknown", severity: "warning", inForce: { findings: 0 }, candidate: { findings: 10 } },
  ]);

  const first = (await as(sue, "GET", `/rule-sets/${version}/replay/changes?limit=4`)).body.data;
  const rest = (await as(sue, "GET", `/rule-sets/${version}/replay/changes?cursor=${first.nextCursor}`)).body.data;
  expect(first.items).toHaveLength(4);
  expect(rest.items).toHaveLength(6);
  expect(first.items[0]).toMatchObject({
    containerId: held.containerId,
    containerNumber: "REPLAY-0",
    scanId: held.scanId,
    visitNumber: 1,
    from: "red",
    to: "yellow",
    added: [{ rule: "observed-goods-unknown" }],
    removed: [{ rule: "alert", className: "weapon" }],
  });

  const refused = await activate(version);
  expect([refused.status, refused.body.error.code]).toEqual([409, "ACTIVATION_REFUSED"]);
  expect(refused.body.error.message).toMatch(
    /^Rule set \d+ loses 1 critical finding that users confirmed, such as on container REPLAY-0/,
  );
});

test("rules that are not proposed are replayed at once, and leave an entry of the audit log alone", async () => {
  const inForce = (await as(ann, "GET", "/rule-sets/current")).body.data.version;
  const proposed = async () => (await as(ann, "GET", "/rule-sets?limit=200")).body.data.items.length;
  const before = await proposed();
  const reply = await start(inForce, { days: 7, draft: { rules: withAlertsFrom(0.8) } });
  expect(reply.status).toBe(200);
  const { state, progress, base, result, changes } = reply.body.data;
  expect([state, progress, base.ruleSetVersion]).toEqual(["finished", { visits: TOTAL, of: TOTAL }, inForce]);
  expect(result.lanes).toEqual(
    expect.arrayContaining([
      { from: "red", to: "yellow", visits: 10 },
      { from: "green", to: "green", visits: 35 },
    ]),
  );
  expect(changes).toHaveLength(10);
  expect(changes.at(-1)).toMatchObject({
    containerId: held.containerId,
    containerNumber: "REPLAY-0",
    visitNumber: 1,
    from: "red",
    to: "yellow",
    removed: [{ rule: "alert", className: "weapon" }],
  });
  expect([await proposed(), (await read(inForce)).body.error.code]).toEqual([before, "REPLAY_NOT_FOUND"]);
  const [entry] = (await as(ann, "GET", "/admin/audit-log?action=rule-set.replay&limit=1")).body.data.items;
  expect(entry).toMatchObject({ subject: { id: String(inForce) }, after: { draft: true, days: 7, visits: TOTAL } });

  const atSouth = { siteId: south, rules: withAlertsFrom(0.8) };
  expect((await start(inForce, { draft: atSouth })).body.data.progress).toEqual({ visits: 22, of: 22 });
});

test("a draft is checked as a proposal is, by admins, against what is in force", async () => {
  const inForce = (await as(ann, "GET", "/rule-sets/current")).body.data.version;
  const { weights } = withAlertsFrom(0.8);
  const contrary = withAlertsFrom(0.8, { weights: { ...weights, warningDeviation: 0.9, criticalDeviation: 0.1 } });
  const refused = await start(inForce, { draft: { rules: contrary } });
  expect([refused.status, refused.body.error.details[0].path]).toEqual([400, "draft.rules.weights.criticalDeviation"]);
  const refusalOf = async (draft: object) => (await start(inForce, { draft })).body.error.details[0].path;
  expect(await refusalOf({})).toBe("draft");
  expect(await refusalOf({ siteId: "none", rules: withAlertsFrom(0.8) })).toBe("draft.siteId");
  expect((await start(inForce, { draft: { rules: withAlertsFrom(0.8) } }, sue)).status).toBe(403);
  const version = await candidateOf({ rules: withAlertsFrom(0.8) });
  const outdated = await start(version, { draft: { rules: withAlertsFrom(0.8) } });
  expect([outdated.status, outdated.body.error.code]).toEqual([409, "RULE_SET_OUTDATED"]);
});

test("jobs replay a candidate; a second admin activates what loses nothing and fits the capacity of its site", async () => {
  await startWorkers(parts);
  const version = await candidateOf({ siteId: south, rules: withAlertsFrom(0.5, { escalationsPerDay: 4 }) });
  expect((await activate(version)).body.error.message).toMatch(
    /has no finished replay over rule set 1 and category map 1/,
  );
  expect((await read(version)).body.error.code).toBe("REPLAY_NOT_FOUND");
  await start(version, { days: 30 });
  const { result, days } = await readFinished(version);
  expect(days).toBe(30);
  expect(result).toMatchObject({ visits: 22, escalations: { average: { inForce: 5, candidate: 5 } } });
  expect((await activate(version)).body.error.message).toMatch(
    /would raise 5 escalations a day on average, and the site can work on 4/,
  );

  const fitting = await candidateOf({ siteId: south, rules: withAlertsFrom(0.5, { escalationsPerDay: 5 }) });
  await start(fitting);
  await readFinished(fitting);
  expect((await activate(fitting, ann)).body.error.message).toMatch(/^You proposed rule set/);
  expect((await activate(fitting)).body.data).toMatchObject({ state: "active", siteId: south });
});

test("a candidate for every site changes none that has its own rule set, unless it carries a map", async () => {
  const version = await candidateOf({ rules: withAlertsFrom(0.05) });
  await start(version);
  const { result } = await readFinished(version);
  expect(result).toMatchObject({ visits: 23 });
  const { map } = (await as(ann, "GET", "/admin/category-map")).body.data;
  const withMap = await candidateOf({
    map: { ...map, classes: map.classes.filter(({ name }: { name: string }) => name !== "carton") },
  });
  await start(withMap);
  const all = (await readFinished(withMap)).result;
  expect(all.visits).toBe(TOTAL);
  expect((await findReplay(parts.db, withMap))?.row.mapVersion).toBe(1);
});

test("replays are started by admins, over 1 to 90 days, and read by supervisors", async () => {
  const version = await candidateOf({ siteId: north, rules: withAlertsFrom(0.5) });
  for (const days of [0, 91, 1.5]) expect((await start(version, { days })).status).toBe(400);
  expect((await start(version, {}, sue)).status).toBe(403);
  expect((await as(operator, "GET", `/rule-sets/${version}/replay`)).status).toBe(403);
  await as(bob, "POST", `/rule-sets/${version}/withdraw`);
  expect((await start(version)).body.error.code).toBe("RULE_SET_NOT_CANDIDATE");
});
