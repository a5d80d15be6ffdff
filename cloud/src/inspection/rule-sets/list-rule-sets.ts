import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { page } from "@container-inspection/shared-schemas/primitives";
import { listRuleSetsQuery, ruleSetVersion } from "@container-inspection/shared-schemas/rule-sets";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentRuleSetVersion } from "./present-rule-set.ts";
import { findRuleSets } from "../judging/rule-set-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/rule-sets",
  operationId: "listRuleSetsV1",
  tags: ["Rule sets"],
  summary: "Every rule set that was ever proposed or in force, newest first",
  description: "Without the rules: who proposed and who activated which version, when and why.",
  request: { query: listRuleSetsQuery.extend({ cursor: cursorOf(z.int32()).optional() }) },
  responses: { 200: json(successEnvelope(page(ruleSetVersion)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listRuleSets = defineRoute(
  "supervisor",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, siteId, state } = c.req.valid("query");
      const rows = await findRuleSets(db, { siteId, state, beforeVersion: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(rows, limit, ({ row }) => row.version, presentRuleSetVersion),
      );
    },
  { readsReplica: true },
);
