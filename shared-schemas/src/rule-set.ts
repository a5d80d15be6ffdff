import { z } from "zod";
import { alertRules } from "./rules/alert-rules.ts";
import { containerRules } from "./rules/container-rules.ts";
import { controlledGoods } from "./rules/controlled-goods.ts";
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
    controlledGoods: z.array(controlledGoods).max(100).optional().describe("goods that need a permit"),
    escalationsPerDay: z
      .number()
      .min(0)
      .max(100_000)
      .optional()
      .describe("how many the site can work on: a candidate with more on average is not activated; absent: no limit"),
    greenSampleShare: z
      .number()
      .min(0)
      .max(1)
      .describe("share of the green, complete visits that are escalated at random, to find what the rules overlook"),
  })
  .meta({ id: "RuleSet" });
export type RuleSet = z.infer<typeof ruleSet>;
