import type { Replay } from "@container-inspection/shared-schemas/replays";
import type { ProposeRuleSetRequest } from "@container-inspection/shared-schemas/rule-sets";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { hasSite } from "../judging/rule-set-store.ts";
import { findVersionsInForce } from "../judging/rules-in-force-store.ts";
import type { Needs } from "../parts.ts";
import { openRuleSetForChange } from "./open-rule-set.ts";
import { replayDraft } from "./replay-draft.ts";
import { checkProposal } from "./rule-set-rules.ts";

const DAY_MS = 86_400_000;

/** Replays rules that are not proposed, in place of the rule set in force with this version. */
export async function tryDraft(
  parts: Needs<"db" | "matchRules" | "newId" | "nowMs">,
  c: AppContext,
  { days, draft, version }: { days: number; draft: ProposeRuleSetRequest; version: string },
) {
  const { db, newId, nowMs } = parts;
  const inDraft = (path: string) => (path === "" ? "draft" : `draft.${path}`);
  const problems = checkProposal(draft).map(({ path, message }) => ({ path: inDraft(path), message }));
  if (problems.length > 0) return fail(c, "VALIDATION_ERROR", "The draft is not valid.", problems.slice(0, 50));
  const { siteId = null, map = null } = draft;
  const { found, refusal } = await openRuleSetForChange(c, db, version);
  if (refusal) return refusal;
  if (siteId !== null && !(await hasSite(db, siteId)))
    return fail(c, "VALIDATION_ERROR", "The site does not exist.", [
      { path: "draft.siteId", message: "must be the id of a site of the topology" },
    ]);
  const inForce = await findVersionsInForce(db, siteId);
  if (found.row.version !== inForce.ruleSetVersion) {
    const message = `Rule set ${inForce.ruleSetVersion} is in force there, not rule set ${found.row.version}. Begin with that one.`;
    return fail(c, "RULE_SET_OUTDATED", message);
  }
  const [startedAt, since] = [new Date(nowMs()), new Date(nowMs() - days * DAY_MS)];
  const rules = draft.rules ?? found.row.rules;
  const { judged, of, result, changes } = await replayDraft(parts, { draft: { siteId, rules, map }, inForce, since });
  const subject = { type: "rule-set", id: version };
  const after = { draft: true, days, visits: judged, siteId, hasMap: map !== null, ...inForce };
  const audit = auditOf(c, { newId, nowMs });
  await db.transaction((tx) => audit(tx, { action: "rule-set.replay", subject, before: null, after }));
  const { userId, email } = c.get("caller");
  const replay: Replay = {
    id: newId(),
    ruleSetVersion: found.row.version,
    state: "finished",
    days,
    since: since.toISOString(),
    base: inForce,
    progress: { visits: judged, of },
    startedBy: { id: userId, email },
    startedAt: startedAt.toISOString(),
    finishedAt: new Date(nowMs()).toISOString(),
    failure: null,
    result,
    changes,
  };
  return ok(c, replay);
}
