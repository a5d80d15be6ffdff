import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createApp } from "../../app.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { bundledMap } from "../../match/bundled/category-map.ts";
import { checkCategoryMap } from "../../match/reading/category-map-rules.ts";
import { createMatchRules } from "../judging/rule-cache.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, admin, supervisor] = [
  await cloud.signIn("operator"),
  await cloud.signIn("admin"),
  await cloud.signIn("supervisor"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const current = async () => (await as(admin, "GET", "/admin/category-map")).body.data;
const put = (map: unknown, rest: object = {}, headers = {}) =>
  as(admin, "PUT", "/admin/category-map", { map, ...rest }, headers);
const without = (name: string): CategoryMap => ({
  ...bundledMap,
  classes: bundledMap.classes.filter((entry) => entry.name !== name),
});

describe("the category map", () => {
  test("starts as the one of the product, and keeps every version that was in force", async () => {
    const first = await current();
    expect(first).toEqual({ version: 1, note: null, createdBy: null, createdAt: expect.any(String), map: bundledMap });
    const reply = await put(without("vehicle"), { note: "no vehicles here" });
    const createdBy = { id: admin.id, email: admin.email };
    expect([reply.status, reply.body.data]).toEqual([
      200,
      {
        ...first,
        version: 2,
        note: "no vehicles here",
        createdBy,
        createdAt: expect.any(String),
        map: without("vehicle"),
      },
    ]);
    expect(await current()).toEqual(reply.body.data);
    expect((await put(without("vehicle"))).body.data.version).toBe(2);
    const old = (await as(admin, "GET", "/admin/category-map/versions/1")).body.data;
    expect(old).toEqual(first);
    expect((await put(old.map)).body.data.version).toBe(3);
    const page = (await as(admin, "GET", "/admin/category-map/versions?limit=2")).body.data;
    const rest = (await as(admin, "GET", `/admin/category-map/versions?cursor=${page.nextCursor}`)).body.data;
    expect([...page.items, ...rest.items]).toMatchObject([
      { version: 3, note: null, createdBy },
      { version: 2, note: "no vehicles here", createdBy },
      { version: 1, createdBy: null },
    ]);
    expect(page.items[0]).not.toHaveProperty("map");
  });

  test("is in the audit log with what changed", async () => {
    const { version, map } = await current();
    await put({ ...map, quantityTolerance: 0.5 });
    const { items } = (await as(admin, "GET", `/admin/audit-log?subject=category-map:${version + 1}`)).body.data;
    expect(items).toMatchObject([
      {
        action: "category-map.update",
        actor: { id: admin.id },
        before: { version, quantityTolerance: map.quantityTolerance },
        after: { version: version + 1, quantityTolerance: 0.5 },
      },
    ]);
    expect(items[0].after).not.toHaveProperty("classes");
  });

  test("honours If-Match, so that of several at once one is put in force", async () => {
    const reply = await as(admin, "GET", "/admin/category-map");
    const etag = reply.headers.get("ETag")!;
    expect((await as(admin, "GET", "/admin/category-map", undefined, { "If-None-Match": etag })).status).toBe(304);
    const { version, map } = reply.body.data;
    const replies = await Promise.all(
      [1, 2, 3, 4].map((quantityTolerance) => put({ ...map, quantityTolerance }, {}, { "If-Match": etag })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    expect((await current()).version).toBe(version + 1);
  });

  test("accepts concurrent maps, each as a separate version", async () => {
    const { version, map } = await current();
    const replies = await Promise.all([5, 6, 7].map((quantityTolerance) => put({ ...map, quantityTolerance })));
    const versions = new Set(replies.map(({ body }) => body.data.version));
    expect(versions).toEqual(new Set([version + 1, version + 2, version + 3]));
  });

  const [carton, ...others] = bundledMap.classes;
  test.each<[string, unknown, string]>([
    ["no map", undefined, "map"],
    ["a text", "map", "map"],
    ["a key it does not know", { ...bundledMap, version: "2" }, "map"],
    ["no classes", { ...bundledMap, classes: [] }, "map.classes"],
    ["a chapter of one digit", { ...bundledMap, classes: [{ ...carton, hsChapters: ["9"] }] }, "map.classes.0.hsChapters.0"],
    ["a package code of three letters", { ...bundledMap, classes: [{ ...carton, packageCodes: ["CTN"] }] }, "map.classes.0.packageCodes.0"],
    ["an empty word", { ...bundledMap, emptyClasses: [""] }, "map.emptyClasses.0"],
    ["a word without a letter", { ...bundledMap, classes: [{ ...carton, keywords: ["box", "€ -"] }] }, "map.classes.0.keywords.1"],
    ["a word of 10,000 characters", { ...bundledMap, emptyDeclarations: ["x".repeat(10_000)] }, "map.emptyDeclarations.0"],
    ["NUL", { ...bundledMap, emptyClasses: ["a\0"] }, ""],
    ["a lone surrogate", { ...bundledMap, emptyClasses: ["\ud800"] }, ""],
    ["a share over 1", { ...bundledMap, minConfidence: 1.01 }, "map.minConfidence"],
    ["a negative tolerance", { ...bundledMap, quantityTolerance: -1 }, "map.quantityTolerance"],
    ["a name that two classes have", { ...bundledMap, classes: [carton, { ...others[0], aliases: ["Boxes"] }] }, "map.classes.1"],
    ["a list of 501 words", { ...bundledMap, emptyClasses: Array<string>(501).fill("x") }, "map.emptyClasses"],
    ["5,500 words", { ...bundledMap, classes: Array.from({ length: 11 }, (_, index) => ({ ...carton, name: `c${index}`, plural: `p${index}`, aliases: [], keywords: Array<string>(500).fill("x") })) }, "map"],
  ])("refuses %s", async (_what, map, path) => {
    const { version } = await current();
    const reply = await put(map);
    expect([reply.status, reply.body.error.code, reply.body.error.details[0].path]).toEqual([400, "VALIDATION_ERROR", path]);
    expect((await current()).version).toBe(version);
  }); // prettier-ignore

  test("of the product passes its own checks", () => {
    expect(checkCategoryMap(bundledMap)).toEqual([]);
  });

  test.each(["0", "01", "x", "-1", "1.0", "99999999999", "' OR 1=1"])("has no version %s", async (version) => {
    const reply = await as(admin, "GET", `/admin/category-map/versions/${encodeURIComponent(version)}`);
    expect([reply.status, reply.body.error.code]).toEqual([404, "CATEGORY_MAP_NOT_FOUND"]);
  });

  test("is for admins", async () => {
    for (const user of [ann, supervisor])
      for (const [method, url] of [["GET", ""], ["PUT", ""], ["GET", "/versions"], ["GET", "/versions/1"]] as const) {
        const reply = await as(user, method, `/admin/category-map${url}`, method === "PUT" ? { map: bundledMap } : undefined);
        expect([reply.status, reply.body.error.code]).toEqual([403, "FORBIDDEN"]);
      } // prettier-ignore
  });
});

describe("a new map", () => {
  test("shows at once in scans, reports and edge replies of every process, which name its version", async () => {
    const { version } = (await put(bundledMap)).body.data;
    const goods = [{ description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 4 }];
    const body = { containerNumber: "MAPPED", declaredGoods: goods, status: "VALIDATED" };
    await as(supervisor, "POST", "/manifests", body);
    const first = (await scan("MAPPED", await scanBody())).body.data;
    expect(first.manifestMatch).toMatchObject({
      lane: "green",
      ruleSet: `rules 6, rule set 1, category map ${version}`,
    });

    const other = createApp({ ...cloud.parts, matchRules: createMatchRules(0.5) });
    const readThere = async (url: string) =>
      JSON.parse(await (await other.request(`/v1/containers/${first.containerId}/${url}`, { headers: supervisor.authorization })).text()).data; // prettier-ignore
    expect((await readThere(`scans/${first.scanId}`)).manifestMatch.lane).toBe("green");

    await put(without("carton"));
    const ruleSet = `rules 6, rule set 1, category map ${version + 1}`;
    const changed = {
      ruleSet,
      findings: expect.arrayContaining([expect.objectContaining({ rule: "observed-goods-unknown" })]),
    };
    expect((await readThere(`scans/${first.scanId}`)).manifestMatch).toMatchObject(changed);
    expect((await readThere("scans")).items[0].manifestMatch).toMatchObject(changed);
    expect((await readThere("report")).manifestMatch).toMatchObject(changed);
    const second = (await scan("MAPPED", await scanBody())).body.data;
    expect(second.manifestMatch).toMatchObject(changed);
  });
});
