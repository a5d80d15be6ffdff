import { z } from "zod";
import { categoryMap } from "./category-map.ts";
import { datetime, orNull, pageQuery, readableText, text } from "./primitives.ts";
import { ruleSet } from "./rule-set.ts";

export const ruleSetState = z.enum(["candidate", "active", "replaced", "withdrawn"]).meta({
  id: "RuleSetState",
  description:
    "`candidate`: proposed. `active`: in force. `replaced`: was in force. `withdrawn`: was proposed and never in force.",
});
export type RuleSetState = z.infer<typeof ruleSetState>;

const person = z.object({ id: z.string(), email: z.string() });

const versionFields = {
  version: z.int().describe("numbered over all sites; part of `manifestMatch.ruleSet`"),
  siteId: z.string().nullable().describe("null: for every site without a rule set of its own"),
  state: ruleSetState,
  note: z.string().nullable(),
  baseVersion: z.int().nullable().describe("the version that was in force when it was proposed; null for the first"),
  hasMap: z.boolean().describe("whether it also puts a category map in force"),
  mapVersion: z.int().nullable().describe("the version of the category map that its activation created"),
  proposedBy: orNull(person).describe("null for the rule set of the release"),
  createdAt: datetime,
  activatedBy: orNull(person),
  activatedAt: datetime.nullable(),
};

/** A version of a rule set, as the list of versions shows it. */
export const ruleSetVersion = z.object(versionFields).meta({ id: "RuleSetVersion" });
export type RuleSetVersion = z.infer<typeof ruleSetVersion>;

/** A version of a rule set with its content. */
export const numberedRuleSet = z
  .object({ ...versionFields, rules: ruleSet, map: orNull(categoryMap) })
  .meta({ id: "NumberedRuleSet" });
export type NumberedRuleSet = z.infer<typeof numberedRuleSet>;

/** The body that proposes a candidate: whole rules, a whole category map, or both, and the reason. */
export const proposeRuleSetRequest = z.object({
  siteId: text(100).optional().describe("absent: for every site without a rule set of its own"),
  rules: ruleSet.optional().describe("absent: those in force, with another category map"),
  map: categoryMap.optional().describe("for all sites, so a candidate for one site has none"),
  note: readableText(500).optional(),
});
export type ProposeRuleSetRequest = z.infer<typeof proposeRuleSetRequest>;

export const listRuleSetsQuery = pageQuery.extend({
  siteId: text(100).optional(),
  state: ruleSetState.optional(),
});
