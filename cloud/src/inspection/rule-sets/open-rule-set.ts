import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail } from "../../platform/http/replies.ts";
import type { Opened } from "../record/open-container.ts";
import { presentRuleSet } from "./present-rule-set.ts";
import { findRuleSet, type FoundRuleSet } from "../judging/rule-set-store.ts";

/** Opens a version of a rule set for a route: it exists (404). */
export async function openRuleSet(
  c: AppContext,
  db: DatabaseOrTransaction,
  version: string,
): Promise<Opened<FoundRuleSet, "RULE_SET_NOT_FOUND">> {
  const found = /^[1-9]\d{0,8}$/.test(version) ? await findRuleSet(db, Number(version)) : undefined;
  return found ? { found } : { refusal: fail(c, "RULE_SET_NOT_FOUND", "No rule set has this version.") };
}

/** Opens a version of a rule set for a change: it exists (404), and it is as `If-Match` names it (412). */
export async function openRuleSetForChange(
  c: AppContext,
  tx: DatabaseOrTransaction,
  version: string,
): Promise<Opened<FoundRuleSet, "RULE_SET_NOT_FOUND" | "PRECONDITION_FAILED">> {
  const opened = await openRuleSet(c, tx, version);
  if (opened.refusal || ifMatchHolds(c, presentRuleSet(opened.found))) return opened;
  return { refusal: fail(c, "PRECONDITION_FAILED", "The rule set has changed since it was read. Read it again.") };
}
