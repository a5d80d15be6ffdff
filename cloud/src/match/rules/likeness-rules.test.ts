import { expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { bundledRuleSet } from "../bundled/rule-set.ts";
import { compileMap } from "../reading/compile-map.ts";
import { judgeLoad } from "../testing/judge-load.ts";
import { declared, door, line, loadOf, type OfficerCase, seen, xray } from "../testing/officer-case.ts";
import { compileRules } from "./compile-rules.ts";
import { judgePictures } from "./judge-pictures.ts";

const coffee = declared([line("Coffee beans, green", "0901.11", "SA", 300)]);
type Taken = OfficerCase["pictures"][number];
const caseOf = (...pictures: Taken[]) =>
  loadOf({ id: "", title: "", manifests: [coffee], pictures, wanted: { lanes: [] } });
const unlike = (picture: Taken): Taken => ({ ...picture, isUnlike: true });
const sacks = door(seen("sack", 20));

test("a picture that its model does not know makes a green lane yellow, with the reason", () => {
  expect(judgeLoad(caseOf(sacks)).lane).toBe("green");
  const { lane, findings } = judgeLoad(caseOf(unlike(sacks)));
  expect(lane).toBe("yellow");
  const found = findings.find(({ rule }) => rule === "unlike-training");
  expect(found).toMatchObject({ severity: "warning", evidence: [{ scanId: "scan-1" }] });
  expect(found?.evidence?.[0]?.detections).toHaveLength(20);
  expect(found?.message).toMatch(/^This picture is unlike those that the model was trained on: look at it yourself/);
  expect(found?.grounds).toContain("unlike the pictures that the model was trained on");
});

test("several such pictures are one finding; those that the model knows are not among them", () => {
  const { findings } = judgeLoad(caseOf(unlike(sacks), sacks, unlike(door())));
  const found = findings.filter(({ rule }) => rule === "unlike-training");
  expect(found).toMatchObject([{ evidence: [{ scanId: "scan-1" }, { scanId: "scan-3", detections: [] }] }]);
  expect(found[0]?.message).toMatch(/^These 2 pictures/);
});

test("illegal goods in such a picture stay critical", () => {
  const weapon = xray(seen("handgun", 1, 0.9));
  expect(judgeLoad(caseOf(sacks, weapon)).lane).toBe("red");
  expect(judgeLoad(caseOf(sacks, unlike(weapon))).lane).toBe("red");
});

test("without a manifest the lane is yellow, too, and stays open for pictures that the model knows", () => {
  const rules = compileRules({ version: 1, rules: bundledRuleSet }, compileMap(1, bundledMap), 0.5);
  const laneOf = (isUnlike: boolean) => {
    const taken = { scanId: "s", type: "category", cameraId: "gate-1", view: "door" } as const;
    const by = { modelName: "cargo", modelVersion: "1", takenAt: null, receivedAt: new Date(0), sha256: null };
    const pictures = [{ ...taken, ...by, detections: [], isUnlike }];
    return judgePictures([], { containerNumber: "CSQU3054383", sizeType: null, pictures }, rules).lane;
  };
  expect(laneOf(true)).toBe("yellow");
  expect(laneOf(false)).toBe(null);
});
