import type { Detection, ManifestMatch, ManifestStatus, MatchFinding } from "@container-inspection/shared-schemas";
import type { CategoryMap } from "../category-map.ts";
import { checkContainerNumber, checkSizeType, checkStatus } from "./document-rules.ts";
import {
  checkEmptyOrLaden,
  compareQuantities,
  findGoodsNotDeclared,
  findGoodsNotObserved,
  findUnknownGoods,
} from "./goods-rules.ts";
import { observeClasses } from "./observe-classes.ts";
import { readDeclaredGoods } from "./read-goods.ts";

/** Goes up with every change of the rules. */
const RULES_VERSION = "1";

/** What each finding leaves of the score. */
const weight = { info: 1, warning: 0.85, critical: 0.5 };

/** The declared side: top-level fields are checked on arrival, what is inside `declaredGoods` is not. */
export type DeclaredSide = {
  containerNumber: string | null;
  containerType: string | null;
  declaredGoods: unknown;
  status: ManifestStatus;
};

/** The seen side: one category scan, and what is known of the container. */
export type ObservedSide = { containerNumber: string; sizeType: string | null; detections: readonly Detection[] };

/**
 * Compares a category scan with the manifest of its container. The lane is that of the worst finding: critical red, warning
 * yellow, else green. The score starts at 1; each critical finding halves it, each warning takes 15 % of what is left.
 * Goods that the category map does not know never count against the shipper. Never throws, whatever the goods hold.
 */
export function matchManifest(declared: DeclaredSide, observed: ObservedSide, map: CategoryMap): ManifestMatch {
  const goods = readDeclaredGoods(declared.declaredGoods, map);
  const seen = observeClasses(observed.detections, map);
  const items = goods.kind === "laden" ? goods.items : [];
  const isComparable = items.length > 0 && seen.length > 0;
  const findings = [
    ...checkContainerNumber(declared.containerNumber, observed.containerNumber),
    ...checkEmptyOrLaden(goods, seen, map),
    ...(isComparable ? findGoodsNotDeclared(items, seen, map) : []),
    ...(isComparable ? findGoodsNotObserved(items, seen) : []),
    ...(isComparable ? compareQuantities(items, seen, map) : []),
    ...checkSizeType(declared.containerType, observed.sizeType),
    ...checkStatus(declared.status),
    ...findUnknownGoods(goods, seen),
  ];
  const score = findings.reduce((left, { severity }) => left * weight[severity], 1);
  return {
    score: Math.round(score * 1_000) / 1_000,
    lane: laneOf(findings),
    ruleSet: `rules ${RULES_VERSION}, category map ${map.version}`,
    findings,
  };
}

function laneOf(findings: MatchFinding[]): ManifestMatch["lane"] {
  if (findings.some(({ severity }) => severity === "critical")) return "red";
  return findings.some(({ severity }) => severity === "warning") ? "yellow" : "green";
}
