import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { numberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { type Audit, auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { findCurrentMap, insertMap, lockCategoryMap } from "../category-map/category-map-store.ts";
import { judgeAllLater } from "../record/lane-jobs.ts";
import type { Needs } from "../parts.ts";
import { refuseActivation } from "./activation-rules.ts";
import { findReplay } from "./replay-store.ts";
import { openRuleSetForChange } from "./open-rule-set.ts";
import { presentRuleSet } from "./present-rule-set.ts";
import { activateCandidate, lockRuleSets, readRuleSet, type RuleSetRow } from "../judging/rule-set-store.ts";
import { findVersionsInForce } from "../judging/rules-in-force-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/rule-sets/{version}/activate",
  operationId: "activateRuleSetV1",
  tags: ["Rule sets"],
  summary: "Put a candidate in force",
  description:
    "Every match that is made or read afterwards uses it, and the lanes of current visits follow in the background; " +
    "matches on file and decisions keep what they were made by. Its " +
    "category map, where it has one, becomes the next version of the map. It is refused for the admin who proposed " +
    "it, without a finished replay over what is in force, when the replay loses a critical finding that users confirmed, " +
    "and when it raises more escalations than `rules.escalationsPerDay`. Honours If-Match.",
  request: { params: z.object({ version: z.string() }) },
  responses: {
    200: json(successEnvelope(numberedRuleSet), "The rule set in force"),
    ...errors(
      "RULE_SET_NOT_FOUND",
      "RULE_SET_NOT_CANDIDATE",
      "RULE_SET_OUTDATED",
      "ACTIVATION_REFUSED",
      "PRECONDITION_FAILED",
    ),
  },
});

export const activateRuleSet = defineRoute(
  "admin",
  config,
  ({ db, jobs, newId, nowMs }: Needs<"db" | "jobs" | "newId" | "nowMs">) =>
    async (c) => {
      const { userId } = c.get("caller");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        // The order in which both are locked everywhere.
        await lockRuleSets(tx);
        await lockCategoryMap(tx);
        const { found, refusal } = await openRuleSetForChange(c, tx, c.req.valid("param").version);
        if (refusal) return refusal;
        const { row } = found;
        const inForce = await findVersionsInForce(tx, row.siteId);
        const replay = (await findReplay(tx, row.version))?.row;
        const refused = refuseActivation(row, { inForce, userId, replay });
        if (refused) return fail(c, refused.code, refused.message);
        await judgeAllLater(tx, jobs);
        await activate(tx, row, { audit, userId, nowMs: nowMs(), replaced: inForce.ruleSetVersion });
        return okWithEtag(c, presentRuleSet(await readRuleSet(tx, row.version)));
      });
    },
);

async function activate(
  tx: DatabaseOrTransaction,
  row: RuleSetRow,
  { audit, replaced, ...by }: { audit: Audit; userId: string; nowMs: number; replaced: number },
): Promise<void> {
  const { version, map, rules, note, siteId } = row;
  const mapVersion = map && (await putMapInForce(tx, { map, note, version }, { audit, ...by }));
  await activateCandidate(tx, row, { ...by, mapVersion });
  const before = { ...(await readRuleSet(tx, replaced)).row.rules, version: replaced };
  const after = { ...rules, version, siteId, mapVersion };
  await audit(tx, { action: "rule-set.activate", subject: { type: "rule-set", id: String(version) }, before, after });
}

async function putMapInForce(
  tx: DatabaseOrTransaction,
  { map, note, version: ruleSet }: { map: NonNullable<RuleSetRow["map"]>; note: string | null; version: number },
  { audit, userId, nowMs }: { audit: Audit; userId: string; nowMs: number },
): Promise<number> {
  const { row } = await findCurrentMap(tx);
  const version = row.version + 1;
  await insertMap(tx, { version, map, note: note ?? `From rule set ${ruleSet}`, createdById: userId, nowMs });
  const [before, after] = [
    { version: row.version, ...row.map },
    { version, ruleSet, ...map },
  ];
  const subject = { type: "category-map", id: String(version) };
  await audit(tx, { action: "category-map.update", subject, before, after });
  return version;
}
