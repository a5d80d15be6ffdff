import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import { compileMap } from "./reading/compile-map.ts";
import { compileRules } from "./rules/compile-rules.ts";
import { type Judgement, judgePictures } from "./rules/judge-pictures.ts";
import type { DeclaredSide } from "./rules/match-manifest.ts";
import type { Picture } from "./rules/pictures.ts";

/** Everything that a judgement follows from, as JSON: a case file holds it for each judgement. */
export type JudgementInput = {
  container: { containerNumber: string; sizeType: string | null };
  manifests: DeclaredSide[];
  /** With times as texts. */
  pictures: (Omit<Picture, "takenAt" | "receivedAt"> & { takenAt: string | null; receivedAt: string })[];
  ruleSet: { version: number; rules: RuleSet };
  categoryMap: { version: number; map: CategoryMap };
  /** Confidence from which illegal goods are critical, unless the rule set states it. */
  illegalConfidence: number;
};

/** Computes a judgement from its input, as the service did. This is the entry of the engine in case files. */
export function judge({
  container,
  manifests,
  pictures,
  ruleSet,
  categoryMap,
  illegalConfidence,
}: JudgementInput): Judgement {
  const map = compileMap(categoryMap.version, categoryMap.map);
  const timed = pictures.map((picture) => ({
    ...picture,
    takenAt: picture.takenAt === null ? null : new Date(picture.takenAt),
    receivedAt: new Date(picture.receivedAt),
  }));
  return judgePictures(manifests, { ...container, pictures: timed }, compileRules(ruleSet, map, illegalConfidence));
}
