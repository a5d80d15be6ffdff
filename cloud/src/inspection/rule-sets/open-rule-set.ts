import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";
import { findRuleSet, type FoundRuleSet } from "./rule-set-store.ts";

/** Opens a version of a rule set for a route: it exists (404). */
export async function openRuleSet(c: AppContext, db: DatabaseOrTransaction, version: string) {
  const found: FoundRuleSet | undefined = /^[1-9]\d{0,8}$/.test(version)
    ? await findRuleSet(db, Number(version))
    : undefined;
  return found ? { found } : { refusal: fail(c, "RULE_SET_NOT_FOUND", "There is no rule set of this version.") };
}
