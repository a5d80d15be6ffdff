import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import type { CompiledMap } from "../reading/compile-map.ts";
import { compileAlerts } from "./alert-findings.ts";
import type { CompiledRules } from "./match-manifest.ts";

/**
 * A version of a rule set and a category map made ready for matching. `illegalConfidence`: from where on illegal goods
 * are critical, unless the rule set states it.
 */
export function compileRules(
  { version, rules }: { version: number; rules: RuleSet },
  map: CompiledMap,
  illegalConfidence: number,
): CompiledRules {
  return {
    ...rules,
    version,
    map,
    alerts: compileAlerts(rules.alerts, illegalConfidence, rules.containers.sealClasses),
  };
}
