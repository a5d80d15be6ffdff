import type { MatchFinding } from "@container-inspection/shared-schemas";
import { bundledMap } from "../../src/inspection/category-map/bundled-map.ts";
import { compileMap } from "../../src/inspection/matching/reading/compile-map.ts";
import { createMatcher } from "../../src/inspection/matching/rules/match-manifest.ts";
import type { Load } from "./load.ts";

export type Judged = {
  lane: "green" | "yellow" | "red" | "incomplete";
  score: number;
  ruleSet: string;
  findings: MatchFinding[];
};

const map = compileMap(1, bundledMap);

/**
 * Judges a load by the rules of this checkout: the only place that knows how they are called. Rule set 2 reads one
 * manifest and the latest category picture; it knows no views, defect scans, illegal goods and weights.
 */
export function judgeLoad({ containerNumber, sizeType, manifests, pictures }: Load): Judged {
  const [manifest] = manifests;
  const latest = pictures.findLast(({ type }) => type === "category");
  if (!manifest || !latest) return { lane: "incomplete", score: 0, ruleSet: "", findings: [] };
  return createMatcher(manifest, map)({ containerNumber, sizeType, detections: latest.detections });
}
