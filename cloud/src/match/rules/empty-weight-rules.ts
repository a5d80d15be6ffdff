import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { WeightRules } from "@container-inspection/shared-schemas/rules/weight-rules";
import type { DeclaredGoods } from "../reading/declared-line.ts";
import { english, state } from "../english.ts";
import { addUp, counted, highest, kg, type WeightFacts } from "./weight-facts.ts";

const cargo = { lane: "cargo", observed: null } as const;

/** A container declared empty weighs more than itself, or one declared laden hardly more. */
export function checkEmptyWeight(goods: DeclaredGoods, facts: WeightFacts, settings: WeightRules): MatchFinding[] {
  if (goods.kind === "empty") return checkDeclaredEmpty(facts, settings);
  const cargoKg = addUp(counted(facts.papers).map(({ reading }) => reading.cargoKg));
  if (goods.kind !== "laden" || cargoKg === undefined || cargoKg >= settings.minLadenKg) return [];
  const leftKg = Math.max(cargoKg, 0);
  const message = english`The manifest declares goods, but the weights that it states leave ${kg(leftKg)} for them, less than ${kg(settings.minLadenKg)}.`;
  return [state({ ...cargo, rule: "laden-but-light", severity: "warning", declared: kg(leftKg), message })];
}

function checkDeclaredEmpty({ papers, type }: WeightFacts, { maxEmptyKg }: WeightRules): MatchFinding[] {
  const vgmKg = highest(papers.flatMap((paper) => [paper.vgmKg, paper.grossKg]));
  const tareKg = highest(papers.map((paper) => paper.tareKg)) ?? type?.tareKg.max;
  if (vgmKg === undefined || tareKg === undefined || vgmKg - tareKg <= maxEmptyKg) return [];
  const message = english`The manifest declares an empty container, but it states ${kg(vgmKg)} in all with a tare of ${kg(tareKg)}: ${kg(vgmKg - tareKg)} of cargo, where ${kg(maxEmptyKg)} is tolerated.`;
  return [state({ ...cargo, rule: "empty-but-heavy", severity: "critical", declared: kg(vgmKg), message })];
}
