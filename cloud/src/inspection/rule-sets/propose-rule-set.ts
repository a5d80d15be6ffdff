import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { numberedRuleSet, proposeRuleSetRequest } from "@container-inspection/shared-schemas/rule-sets";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { createdWithEtag, fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentRuleSet } from "./present-rule-set.ts";
import { hasSite, insertCandidate, lockRuleSets, readRuleSet } from "../judging/rule-set-store.ts";
import { checkProposal } from "./rule-set-rules.ts";
import { findVersionsInForce } from "../judging/rules-in-force-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/rule-sets",
  operationId: "proposeRuleSetV1",
  tags: ["Rule sets"],
  summary: "Propose a rule set",
  description:
    "Takes whole rules, a whole category map, or both, as a candidate for one site or for every site without a rule set of " +
    "its own. No visit is judged by a candidate. Replay it over stored visits; another admin then activates it.",
  request: { body: jsonBody(proposeRuleSetRequest) },
  responses: { 201: json(successEnvelope(numberedRuleSet), "The candidate"), ...errors("VALIDATION_ERROR") },
});

export const proposeRuleSet = defineRoute(
  "admin",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const proposal = c.req.valid("json");
      const problems = checkProposal(proposal);
      if (problems.length > 0) return fail(c, "VALIDATION_ERROR", "The rule set is not valid.", problems.slice(0, 50));
      const { siteId = null, map = null, note = null } = proposal;
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        await lockRuleSets(tx);
        if (siteId !== null && !(await hasSite(tx, siteId)))
          return fail(c, "VALIDATION_ERROR", "The site does not exist.", [
            { path: "siteId", message: "must be the id of a site of the topology" },
          ]);
        const base = await readRuleSet(tx, (await findVersionsInForce(tx, siteId)).ruleSetVersion);
        const rules = proposal.rules ?? base.row.rules;
        const version = await insertCandidate(tx, {
          siteId,
          rules,
          map,
          note,
          baseVersion: base.row.version,
          proposedById: c.get("caller").userId,
          createdAt: new Date(nowMs()),
        });
        const subject = { type: "rule-set", id: String(version) };
        const before = { ...base.row.rules, version: base.row.version, siteId: base.row.siteId };
        const after = { ...rules, version, siteId, note, hasMap: map !== null };
        await audit(tx, { action: "rule-set.propose", subject, before, after });
        return createdWithEtag(c, presentRuleSet(await readRuleSet(tx, version)));
      });
    },
);
