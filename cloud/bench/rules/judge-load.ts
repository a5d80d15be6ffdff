import type { MatchFinding } from "@container-inspection/shared-schemas";
import { bundledMap } from "../../src/inspection/category-map/bundled-map.ts";
import { bundledAlertRules } from "../../src/inspection/matching/bundled/alert-rules.ts";
import { bundledGoodsRules } from "../../src/inspection/matching/bundled/goods-rules.ts";
import { compileMap } from "../../src/inspection/matching/reading/compile-map.ts";
import { compileAlerts } from "../../src/inspection/matching/rules/alert-findings.ts";
import { createMatcher } from "../../src/inspection/matching/rules/match-manifest.ts";
import type { Load } from "./load.ts";

export type Judged = {
  lane: "green" | "yellow" | "red" | "incomplete";
  score: number;
  ruleSet: string;
  findings: MatchFinding[];
};

const rules = {
  version: 1,
  map: compileMap(1, bundledMap),
  goods: bundledGoodsRules,
  alerts: compileAlerts(bundledAlertRules, 0.5),
};

/** Judges a load by the rules of this checkout: the only place that knows how they are called. */
export function judgeLoad({ containerNumber, sizeType, manifests, pictures }: Load): Judged {
  const seen = pictures.map((picture) => ({
    ...picture,
    detections: picture.detections.map((detection, index) => ({ ...detection, index })),
  }));
  const match = createMatcher(manifests, rules)({ containerNumber, sizeType, pictures: seen });
  const { lane, score, ruleSet, findings, isComplete } = match;
  return { lane: lane === "yellow" && !isComplete ? "incomplete" : lane, score, ruleSet, findings };
}
