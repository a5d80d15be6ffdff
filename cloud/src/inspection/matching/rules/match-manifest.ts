import type { Detection, ManifestMatch, ManifestStatus, MatchFinding } from "@container-inspection/shared-schemas";
import { bundledContainerRules } from "../bundled/container-rules.ts";
import { bundledDangerousGoodsRules } from "../bundled/dangerous-goods-rules.ts";
import { bundledWeightRules } from "../bundled/weight-rules.ts";
import type { CompiledMap } from "../reading/compile-map.ts";
import { checkContainerFits, checkSizeTypeRead } from "./container-rules.ts";
import { checkDangerousGoods } from "./dangerous-goods-rules.ts";
import { checkContainerNumber, checkSizeType, checkStatus } from "./document-rules.ts";
import {
  checkEmptyOrLaden,
  compareQuantities,
  findGoodsNotDeclared,
  findGoodsNotObserved,
  findUnknownGoods,
} from "./goods-rules.ts";
import { observeClasses } from "./observe-classes.ts";
import { checkWeights } from "./weight-rules.ts";
import { findVagueDescriptions } from "./paper-rules.ts";
import type { DeclaredGoods } from "../reading/declared-line.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";

/** Goes up with every change of the rules. */
const RULES_VERSION = "2";

/** What each finding leaves of the score. */
const weight = { info: 1, warning: 0.85, critical: 0.5 };

/** The declared side: top-level fields are checked on arrival, what is inside `declaredGoods` is not. */
export type DeclaredSide = {
  containerNumber: string | null;
  containerType: string | null;
  declaredGoods: unknown;
  /** An object with gross, tare, net and vgm, whose values are not checked. */
  weight?: unknown;
  billOfLading?: string | null;
  status: ManifestStatus;
};

/** The seen side: one category scan, and what is known of the container. */
export type ObservedSide = { containerNumber: string; sizeType: string | null; detections: readonly Detection[] };

/**
 * Creates a function that compares category scans with the manifest of their container, whose goods are read once for
 * all of them. The lane is that of the worst finding: critical red, warning yellow, else green. The score starts at 1;
 * each critical finding halves it, each warning takes 15 % of what is left. Goods that the category map does not know
 * never count against the shipper. Never throws, whatever the goods hold.
 */
export function createMatcher(declared: DeclaredSide, map: CompiledMap): (observed: ObservedSide) => ManifestMatch {
  let goods: DeclaredGoods | undefined;
  return (observed) => {
    goods ??= readDeclaredGoods(declared.declaredGoods, map, 0);
    const findings = compare({ declared, goods }, observed, map);
    const cargo = findings.filter(({ lane }) => lane !== "documents");
    const score = cargo.reduce((left, { severity }) => left * weight[severity], 1);
    return {
      score: Math.round(score * 1_000) / 1_000,
      lane: laneOf(cargo),
      ruleSet: `rules ${RULES_VERSION}, category map ${map.version}`,
      findings,
    };
  };
}

function compare(
  { declared, goods }: { declared: DeclaredSide; goods: DeclaredGoods },
  observed: ObservedSide,
  map: CompiledMap,
): MatchFinding[] {
  const seen = observeClasses(observed.detections, map);
  const items = goods.kind === "laden" ? goods.lines : [];
  const sizeType = observed.sizeType ?? declared.containerType;
  const isComparable = items.length > 0 && seen.length > 0;
  return [
    ...checkContainerNumber(declared.containerNumber, observed.containerNumber),
    ...checkEmptyOrLaden(goods, seen, map),
    ...(isComparable ? findGoodsNotDeclared(items, seen, map) : []),
    ...(isComparable ? findGoodsNotObserved(items, seen, map) : []),
    ...(isComparable ? compareQuantities(items, seen, map) : []),
    ...checkSizeType(declared.containerType, observed.sizeType),
    ...checkStatus(declared.status),
    ...checkWeights([declared], goods, sizeType, bundledWeightRules),
    ...checkContainerFits(goods, sizeType, bundledContainerRules),
    ...checkSizeTypeRead(declared.containerType, observed.sizeType),
    ...checkDangerousGoods(goods, observed.detections, bundledDangerousGoodsRules),
    ...findUnknownGoods(goods, seen),
    ...findVagueDescriptions(items),
  ];
}

function laneOf(findings: MatchFinding[]): ManifestMatch["lane"] {
  if (findings.some(({ severity }) => severity === "critical")) return "red";
  return findings.some(({ severity }) => severity === "warning") ? "yellow" : "green";
}
