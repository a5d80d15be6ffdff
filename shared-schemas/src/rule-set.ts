import { z } from "zod";
import { alertRules } from "./rules/alert-rules.ts";
import { containerRules } from "./rules/container-rules.ts";
import { dangerousGoodsRules } from "./rules/dangerous-goods-rules.ts";
import { goodsRules } from "./rules/goods-rules.ts";
import { weightRules } from "./rules/weight-rules.ts";

/** Every setting by which containers are judged, beside the category map. */
export const ruleSet = z
  .strictObject({
    goods: goodsRules,
    alerts: alertRules,
    weights: weightRules,
    containers: containerRules,
    dangerousGoods: dangerousGoodsRules,
  })
  .meta({ id: "RuleSet" });
export type RuleSet = z.infer<typeof ruleSet>;
