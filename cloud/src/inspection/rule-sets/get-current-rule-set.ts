import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { text } from "@container-inspection/shared-schemas/primitives";
import { numberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentRuleSet } from "./present-rule-set.ts";
import { readRuleSet } from "../judging/rule-set-store.ts";
import { findVersionsInForce } from "../judging/rules-in-force-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/rule-sets/current",
  operationId: "getCurrentRuleSetV1",
  tags: ["Rule sets"],
  summary: "The rule set in force at a site, or for every site",
  description:
    "With `siteId`, the rule set by which pictures of the site's cameras are judged: its own, or the one for every site. " +
    "Without, the one for every site.",
  request: { query: z.object({ siteId: text(100).optional() }) },
  responses: {
    200: json(successEnvelope(numberedRuleSet), "The rule set, with its version"),
    ...notModified,
    ...errors("VALIDATION_ERROR"),
  },
});

export const getCurrentRuleSet = defineRoute("supervisor", config, ({ db }: Needs<"db">) => async (c) => {
  const { ruleSetVersion } = await findVersionsInForce(db, c.req.valid("query").siteId ?? null);
  return okWithEtag(c, presentRuleSet(await readRuleSet(db, ruleSetVersion)));
});
