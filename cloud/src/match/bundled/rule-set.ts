import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import { bundledAlertRules } from "./alert-rules.ts";
import { bundledControlledGoods } from "./controlled-goods.ts";
import { bundledContainerRules } from "./container-rules.ts";
import { bundledDangerousGoodsRules } from "./dangerous-goods-rules.ts";
import { bundledGoodsRules } from "./goods-rules.ts";
import { bundledWeightRules } from "./weight-rules.ts";

/** The rule set that comes with the product. */
export const bundledRuleSet: RuleSet = {
  goods: bundledGoodsRules,
  alerts: bundledAlertRules,
  weights: bundledWeightRules,
  containers: bundledContainerRules,
  dangerousGoods: bundledDangerousGoodsRules,
  controlledGoods: bundledControlledGoods,
  greenSampleShare: 0,
};
