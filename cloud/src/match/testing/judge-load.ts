import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { bundledMap } from "../bundled/category-map.ts";
import { bundledRuleSet } from "../bundled/rule-set.ts";
import { compileMap } from "../reading/compile-map.ts";
import { compileRules } from "../rules/compile-rules.ts";
import { createMatcher } from "../rules/match-manifest.ts";
import type { Load } from "./load.ts";

export type Judged = {
  lane: "green" | "yellow" | "red" | "incomplete";
  documentLane: "green" | "yellow" | "red";
  score: number;
  ruleSet: string;
  findings: MatchFinding[];
};

const rules = compileRules({ version: 1, rules: bundledRuleSet }, compileMap(1, bundledMap), 0.5);

/** Judges a load by the rules of this checkout: the only place that knows how they are called. */
export function judgeLoad({ containerNumber, sizeType, manifests, pictures }: Load): Judged {
  const seen = pictures.map((picture) => ({
    ...picture,
    modelVersion: null,
    takenAt: new Date(picture.takenAt),
    receivedAt: new Date(picture.takenAt),
    sha256: "0".repeat(64),
    detections: picture.detections.map((detection, index) => ({ ...detection, index })),
  }));
  const match = createMatcher(manifests, rules)({ containerNumber, sizeType, pictures: seen });
  const { lane, documentLane, score, ruleSet, findings, isComplete } = match;
  return { lane: lane === "yellow" && !isComplete ? "incomplete" : lane, documentLane, score, ruleSet, findings };
}
