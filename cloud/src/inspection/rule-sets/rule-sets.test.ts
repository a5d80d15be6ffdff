import { describe, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { createTestApp } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { bundledMap } from "../../match/bundled/category-map.ts";
import { bundledRuleSet } from "../../match/bundled/rule-set.ts";
import { createMatchRules } from "../judging/rule-cache.ts";
import { ensureRuleSet } from "../judging/rule-set-store.ts";
import { createRuleSetWorld, withAlertsFrom } from "./testing.ts";

const cloud = await createTestApp();
const { ann, bob, sue, operator, as, north, propose, activate, replay, putInForce, scanWeapon } =
  await createRuleSetWorld(cloud);
const { scan } = edgeSender(cloud);
const current = async (site?: string) =>
  (await as(sue, "GET", `/rule-sets/current${site === undefined ? "" : `?siteId=${site}`}`)).body.data;
const goods = [{ description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 4 }];
const declare = (containerNumber: string) =>
  as(ann, "POST", "/manifests", { containerNumber, declaredGoods: goods, status: "VALIDATED" });

describe("rule sets", () => {
  test("start as the one of the product, and keep every version", async () => {
    const first = await current();
    expect(first).toEqual({
      version: 1,
      siteId: null,
      state: "active",
      note: null,
      baseVersion: null,
      hasMap: false,
      mapVersion: null,
      proposedBy: null,
      createdAt: expect.any(String),
      activatedBy: null,
      activatedAt: expect.any(String),
      rules: bundledRuleSet,
      map: null,
    });
    const proposed = await propose({ rules: withAlertsFrom(0.5), note: "fewer weapons" });
    expect([proposed.status, proposed.body.data]).toMatchObject([
      201,
      { version: 2, state: "candidate", baseVersion: 1, note: "fewer weapons", proposedBy: { id: ann.id } },
    ]);
    expect(await current()).toEqual(first);
    const active = (await putInForce(2)).body.data;
    expect(active).toMatchObject({ version: 2, state: "active", activatedBy: { id: bob.id, email: bob.email } });
    expect(await current()).toEqual(active);
    expect((await as(sue, "GET", "/rule-sets/1")).body.data).toEqual({ ...first, state: "replaced" });
    const page = (await as(sue, "GET", "/rule-sets?limit=1")).body.data;
    const rest = (await as(sue, "GET", `/rule-sets?cursor=${page.nextCursor}`)).body.data;
    expect([...page.items, ...rest.items]).toMatchObject([{ version: 2 }, { version: 1 }]);
    expect(page.items[0]).not.toHaveProperty("rules");
    expect((await as(sue, "GET", "/rule-sets?state=replaced")).body.data.items).toMatchObject([{ version: 1 }]);
  });

  test("of a release are put in force only where no user has activated another one", async () => {
    const before = await current();
    await ensureRuleSet(cloud.parts);
    expect(await current()).toEqual(before);
  });

  test("are in the audit log with what changed", async () => {
    const { version: base } = await current();
    const { version } = (await propose({ rules: withAlertsFrom(0.5, { greenSampleShare: 0.02 }) })).body.data;
    await putInForce(version);
    const { items } = (await as(ann, "GET", `/admin/audit-log?subject=rule-set:${version}`)).body.data;
    const [change] = [{ before: { version: base, greenSampleShare: 0 }, after: { version, greenSampleShare: 0.02 } }];
    expect(items).toMatchObject([
      { action: "rule-set.activate", actor: { id: bob.id }, ...change },
      { action: "rule-set.replay" },
      { action: "rule-set.propose", actor: { id: ann.id }, ...change },
    ]);
    expect(items[0].after).not.toHaveProperty("goods");
  });

  test("carry a category map, which their activation puts in force", async () => {
    const map = { ...bundledMap, quantityTolerance: 0.3 };
    const proposed = (await propose({ map })).body.data;
    expect(proposed).toMatchObject({ hasMap: true, mapVersion: null, rules: (await current()).rules });
    const { mapVersion } = (await putInForce(proposed.version)).body.data;
    const inForce = (await as(ann, "GET", "/admin/category-map")).body.data;
    expect(inForce).toMatchObject({ version: mapVersion, map, createdBy: { id: bob.id } });
  });

  test("that are withdrawn can no longer be activated", async () => {
    const { version } = (await propose({ rules: bundledRuleSet })).body.data;
    const reply = await as(bob, "POST", `/rule-sets/${version}/withdraw`);
    expect([reply.status, reply.body.data.state]).toEqual([200, "withdrawn"]);
    for (const action of ["withdraw", "activate"]) {
      const again = await as(bob, "POST", `/rule-sets/${version}/${action}`);
      expect([again.status, again.body.error.code]).toEqual([409, "RULE_SET_NOT_CANDIDATE"]);
    }
  });

  test("are activated by a second person", async () => {
    const { version } = (await propose({ rules: bundledRuleSet })).body.data;
    const reply = await activate(version, ann);
    expect([reply.status, reply.body.error.code]).toEqual([409, "ACTIVATION_REFUSED"]);
    expect(reply.body.error.message).toBe(
      `You proposed rule set ${version}. Ask another admin to check and activate it.`,
    );
  });

  test("of several candidates at once, one is put in force; the others are proposed again", async () => {
    const versions: number[] = [];
    for (const share of [0.1, 0.2, 0.3])
      versions.push((await propose({ rules: withAlertsFrom(0.5, { greenSampleShare: share }) })).body.data.version);
    for (const version of versions) await replay(version);
    const replies = await Promise.all(versions.map((version) => activate(version)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const codes = replies.filter(({ status }) => status === 409).map(({ body }) => body.error.code);
    expect(codes).toEqual(["RULE_SET_OUTDATED", "RULE_SET_OUTDATED"]);
    await putInForce((await propose({ rules: withAlertsFrom(0.5) })).body.data.version);
  });

  const { goods: rules, weights } = bundledRuleSet;
  test.each<[string, object, string]>([
    ["nothing", {}, ""],
    ["a share over 1", { rules: { ...bundledRuleSet, greenSampleShare: 1.5 } }, "rules.greenSampleShare"],
    ["a setting it does not know", { rules: { ...bundledRuleSet, weights: { ...weights, maxKg: 3 } } }, "rules.weights"],
    ["a missing setting", { rules: { ...bundledRuleSet, weights: { ...weights, minLadenKg: undefined } } }, "rules.weights.minLadenKg"],
    ["critical below warning", { rules: { ...bundledRuleSet, goods: { ...rules, criticalProbability: 0.1 } } }, "rules.goods.criticalProbability"],
    ["a class without a letter", { rules: { ...bundledRuleSet, alerts: { ...bundledRuleSet.alerts, ignoredClasses: ["ok", "-"] } } }, "rules.alerts.ignoredClasses.1"],
    ["a map without classes", { map: { ...bundledMap, classes: [] } }, "map.classes"],
    ["a map with a word without a letter", { map: { ...bundledMap, emptyClasses: ["?"] } }, "map.emptyClasses.0"],
    ["a map for one site", { siteId: "any", map: bundledMap }, "map"],
    ["a site that does not exist", { siteId: "nowhere", rules: bundledRuleSet }, "siteId"],
  ])("refuse %s, and name the setting", async (_what, body, path) => {
    const reply = await propose(body);
    expect([reply.status, reply.body.error.code, reply.body.error.details[0].path]).toEqual([400, "VALIDATION_ERROR", path]);
  }); // prettier-ignore

  test.each(["0", "01", "x", "-1", "99999999999"])("have no version %s", async (version) => {
    const reply = await as(sue, "GET", `/rule-sets/${encodeURIComponent(version)}`);
    expect([reply.status, reply.body.error.code]).toEqual([404, "RULE_SET_NOT_FOUND"]);
  });

  test("are read by supervisors, and changed by admins", async () => {
    for (const url of ["/rule-sets", "/rule-sets/1", "/rule-sets/current"]) {
      expect((await as(operator, "GET", url)).status).toBe(403);
      expect((await as(sue, "GET", url)).status).toBe(200);
    }
    expect((await propose({ rules: bundledRuleSet }, sue)).status).toBe(403);
    for (const action of ["withdraw", "activate"])
      expect((await as(sue, "POST", `/rule-sets/1/${action}`)).status).toBe(403);
  });
});

describe("a rule set of a site", () => {
  test("judges its pictures, and those of no other site, in every process at once", async () => {
    const everySite = (await current()).version;
    const { version: mapVersion } = (await as(ann, "GET", "/admin/category-map")).body.data;
    const named = (version: number) => `rules 6, rule set ${version}, category map ${mapVersion}`;
    await Promise.all(["SITE-N", "SITE-S"].map(declare));
    const before = await scanWeapon("SITE-N", "north-1", 0.6);
    expect(before.manifestMatch).toMatchObject({ lane: "red", ruleSet: named(everySite) });

    const { version } = (await propose({ siteId: north, rules: withAlertsFrom(0.8) })).body.data;
    await putInForce(version);
    expect(await current(north)).toMatchObject({ version, siteId: north });
    expect((await current()).version).toBe(everySite);

    const other = createApp({ ...cloud.parts, matchRules: createMatchRules(0.5) });
    const readThere = async (id: string, url: string) =>
      JSON.parse(await (await other.request(`/v1/containers/${id}/${url}`, { headers: sue.authorization })).text())
        .data;
    const inNorth = await scanWeapon("SITE-N", "north-1", 0.6);
    const inSouth = await scanWeapon("SITE-S", "south-1", 0.6);
    // Below the confidence of the alert, the weapon is an object that the map does not know.
    expect(inNorth.manifestMatch).toMatchObject({ lane: "yellow", ruleSet: named(version) });
    expect(inSouth.manifestMatch).toMatchObject({ lane: "red", ruleSet: named(everySite) });
    for (const [scan, lane, ruleSet] of [[inNorth, "yellow", named(version)], [inSouth, "red", named(everySite)]] as const) {
      const expected = { lane, ruleSet };
      expect((await readThere(scan.containerId, `scans/${scan.scanId}`)).manifestMatch).toMatchObject(expected);
      expect((await readThere(scan.containerId, "scans")).items[0].manifestMatch).toMatchObject(expected);
      expect((await readThere(scan.containerId, "report")).manifestMatch).toMatchObject(expected);
    } // prettier-ignore

    const next = (await propose({ siteId: north, rules: withAlertsFrom(0.4) })).body.data;
    expect(next.baseVersion).toBe(version);
    await putInForce(next.version);
    expect((await readThere(inNorth.containerId, "report")).manifestMatch).toMatchObject({
      lane: "red",
      ruleSet: named(next.version),
    });
    // A decision keeps the rules that it was taken under.
    const [open] = (await as(sue, "GET", `/escalations?containerId=${inNorth.containerId}`)).body.data.items;
    await as(sue, "POST", `/escalations/${open.id}/resolve`, { decision: "inspect", reason: "a weapon" });
    await putInForce((await propose({ siteId: north, rules: withAlertsFrom(0.9) })).body.data.version);
    const report = await readThere(inNorth.containerId, "report");
    expect(report.matchAsDecided).toMatchObject({ ruleSetVersion: next.version, match: { lane: "red" } });
    expect(report.manifestMatch).toMatchObject({ lane: "yellow", ruleSet: named(next.version + 1) });
  });

  test("judges a visit by the picture that was taken last, whichever arrives last", async () => {
    await putInForce((await propose({ rules: withAlertsFrom(0.5) })).body.data.version);
    await putInForce((await propose({ siteId: north, rules: withAlertsFrom(0.8) })).body.data.version);
    const { containerId } = await scanWeapon("SITE-LATE", "south-1", 0.6);
    const severities = async () =>
      (await as(sue, "GET", `/containers/${containerId}/report`)).body.data.findings.map(
        ({ severity }: { severity: string }) => severity,
      );
    expect(await severities()).toEqual(["critical"]);
    const timestamp = new Date(cloud.parts.nowMs() - 2 * 3_600_000).toISOString();
    await scan("SITE-LATE", await scanBody({ camera_id: "north-1", timestamp }));
    expect(await severities()).toEqual(["critical"]);
  });
});
