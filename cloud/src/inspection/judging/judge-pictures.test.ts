import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { bundledMap } from "../../match/bundled/category-map.ts";
import { fileJudgement, type Judged, judgePictures } from "./judge-pictures.ts";
import { compileMap } from "../../match/reading/compile-map.ts";
import type { CompiledRules } from "../../match/rules/match-manifest.ts";
import { detect, pictureOf, roundRules } from "../../match/rules/testing.ts";

const rules: CompiledRules = { version: 4, map: compileMap(7, bundledMap), ...roundRules };
const container = { containerNumber: "CSQU3054383", sizeType: "22G1" };
const coffee = { description: "Coffee", packageCode: "SA", numberOfPackages: 100 };
const manifest: Judged["attached"][number] = {
  id: "m1",
  containerNumber: "CSQU3054383",
  numberKey: "CSQU3054383",
  billOfLading: null,
  vessel: { name: "Ever", imo: "1" },
  origin: null,
  destination: null,
  shipper: null,
  consignee: null,
  declaredGoods: [coffee],
  containerType: "22G1",
  weight: null,
  status: "VALIDATED",
  createdById: "u1",
  version: 3,
  createdAt: new Date(1),
  updatedAt: new Date(2),
  deletedAt: null,
};
const cargo = pictureOf(detect("drum", 5), { scanId: "cargo" });
const weapons = ["one", "two"].map((scanId) => pictureOf(detect("weapon"), { scanId }));

test("pictures are judged against the manifest where there is one", () => {
  const { match, findings } = judgePictures({ container, attached: [manifest], pictures: [cargo] }, rules);
  expect(match).toMatchObject({ lane: "red", ruleSet: "rules 6, rule set 4, category map 7" });
  expect(findings).toBe(match?.findings);
  expect(findings.map(({ rule }) => rule)).toEqual(["observed-goods-not-declared", "declared-goods-not-observed"]);
});

test("a picture of an empty container beside one of cargo is a warning, whichever came first", () => {
  const pictures = [pictureOf(detect("sack", 90)), pictureOf(detect("empty"), { scanId: "empty" })];
  for (const order of [pictures, pictures.toReversed()])
    expect(judgePictures({ container, attached: [manifest], pictures: order }, rules).match).toMatchObject({
      lane: "yellow",
      findings: [{ rule: "empty-laden-mismatch", severity: "warning", evidence: [{ scanId: "empty" }] }],
    });
});

test("27: without a manifest, what must be in no container is found all the same, once and worst first", () => {
  const dent = pictureOf(detect("dent"), { scanId: "dent", type: "defect" });
  const pictures = [dent, cargo, ...weapons];
  const { match, findings, lane } = judgePictures({ container, attached: [], pictures }, rules);
  expect([match, lane]).toEqual([null, "red"]);
  expect(findings).toMatchObject([
    { rule: "alert", severity: "critical", className: "weapon", evidence: [{ scanId: "one" }, { scanId: "two" }] },
    { rule: "defects", severity: "info", className: "dent", evidence: [{ scanId: "dent" }] },
  ]);
  expect(judgePictures({ container, attached: [], pictures: [cargo] }, rules)).toEqual({
    match: null,
    findings: [],
    lane: null,
  });
});

test("a stored judgement names its rules, its pictures and the manifest as it was then", () => {
  const judged = { container, attached: [manifest], pictures: [cargo, ...weapons] };
  const judgement = judgePictures(judged, rules);
  const { stored, versions } = fileJudgement(judgement, judged, rules, 5_000);
  const [version] = versions;
  expect(stored).toEqual({
    at: "1970-01-01T00:00:05.000Z",
    match: judgement.match,
    findings: judgement.findings,
    manifests: [{ manifestId: "m1", version: 3, sha256: version?.sha256 }],
    mapVersion: 7,
    ruleSetVersion: 4,
    scanIds: ["cargo", "one", "two"],
    container: { containerNumber: judged.container.containerNumber, sizeType: judged.container.sizeType },
  });
  const { vessel, declaredGoods, status } = manifest;
  expect(version).toMatchObject({ manifestId: "m1", version: 3, createdAt: new Date(5_000) });
  expect(version?.content).toMatchObject({ vessel, declaredGoods, status });
  for (const key of ["id", "createdById", "version", "createdAt", "updatedAt", "deletedAt"])
    expect(version?.content).not.toHaveProperty(key);
  const keys = Object.keys(version?.content ?? {});
  expect(keys).toEqual(keys.toSorted());
  expect(version?.sha256).toBe(createHash("sha256").update(JSON.stringify(version?.content)).digest("hex"));
});

test("the SHA-256 of a manifest depends on its content alone, not on the order of its keys", () => {
  const shaOf = (change: Partial<typeof manifest>) => {
    const judged = { container, attached: [{ ...manifest, ...change }], pictures: [] };
    return fileJudgement(judgePictures(judged, rules), judged, rules, 0).versions[0]?.sha256;
  };
  const same = shaOf({});
  expect(shaOf({ vessel: { imo: "1", name: "Ever" }, updatedAt: new Date(9), version: 4 })).toBe(same);
  expect(shaOf({ declaredGoods: [{ numberOfPackages: 100, packageCode: "SA", description: "Coffee" }] })).toBe(same);
  expect(shaOf({ vessel: { imo: "2", name: "Ever" } })).not.toBe(same);
  expect(shaOf({ declaredGoods: [coffee, { ...coffee, numberOfPackages: 1 }] })).not.toBe(
    shaOf({ declaredGoods: [{ ...coffee, numberOfPackages: 1 }, coffee] }),
  );
});

test("without a manifest nothing but findings and pictures is on file", () => {
  const judged = { container, attached: [], pictures: weapons };
  const { stored, versions } = fileJudgement(judgePictures(judged, rules), judged, rules, 0);
  expect(versions).toEqual([]);
  expect(stored).toMatchObject({ match: null, manifests: [], findings: [{ rule: "alert" }], scanIds: ["one", "two"] });
});
