import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { numberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { openRuleSet } from "./open-rule-set.ts";
import { presentRuleSet } from "./present-rule-set.ts";

const config = createRoute({
  method: "get",
  path: "/v1/rule-sets/{version}",
  operationId: "getRuleSetV1",
  tags: ["Rule sets"],
  summary: "One version of the rule sets",
  description:
    "The version that a `manifestMatch.ruleSet` names. To restore it, propose its `rules` again: that creates a new version.",
  request: { params: z.object({ version: z.string() }) },
  responses: {
    200: json(successEnvelope(numberedRuleSet), "The rule set, with its version"),
    ...notModified,
    ...errors("RULE_SET_NOT_FOUND"),
  },
});

export const getRuleSet = defineRoute("supervisor", config, ({ db }: Needs<"db">) => async (c) => {
  const { found, refusal } = await openRuleSet(c, db, c.req.valid("param").version);
  return refusal ?? okWithEtag(c, presentRuleSet(found));
});
