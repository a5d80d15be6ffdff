import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { numberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { openRuleSetForChange } from "./open-rule-set.ts";
import { presentRuleSet } from "./present-rule-set.ts";
import { lockRuleSets, readRuleSet, withdrawCandidate } from "../judging/rule-set-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/rule-sets/{version}/withdraw",
  operationId: "withdrawRuleSetV1",
  tags: ["Rule sets"],
  summary: "Withdraw a candidate",
  description: "It stays in the list, and can no longer be activated. Honours If-Match.",
  request: { params: z.object({ version: z.string() }) },
  responses: {
    200: json(successEnvelope(numberedRuleSet), "The withdrawn candidate"),
    ...errors("RULE_SET_NOT_FOUND", "RULE_SET_NOT_CANDIDATE", "PRECONDITION_FAILED"),
  },
});

export const withdrawRuleSet = defineRoute(
  "admin",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        await lockRuleSets(tx);
        const { found, refusal } = await openRuleSetForChange(c, tx, c.req.valid("param").version);
        if (refusal) return refusal;
        const { version, state } = found.row;
        if (state !== "candidate")
          return fail(
            c,
            "RULE_SET_NOT_CANDIDATE",
            `Rule set ${version} is ${state}. Only a candidate can be withdrawn.`,
          );
        await withdrawCandidate(tx, version);
        const subject = { type: "rule-set", id: String(version) };
        await audit(tx, { action: "rule-set.withdraw", subject, before: { state }, after: { state: "withdrawn" } });
        return okWithEtag(c, presentRuleSet(await readRuleSet(tx, version)));
      });
    },
);
