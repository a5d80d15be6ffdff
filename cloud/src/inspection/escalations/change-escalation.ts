import type { ErrorCode } from "@container-inspection/shared-schemas/errors";
import { type Audit, auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { type FoundEscalation, readBackEscalation } from "./escalation-store.ts";
import { openEscalationForChange } from "./open-escalation.ts";
import { presentEscalation } from "./present-escalation.ts";

/** One change of an escalation, inside the transaction that holds it and its container locked. */
type EscalationChange<Code extends ErrorCode> = {
  id: string;
  /** Name of the change in the audit log. */
  action: string;
  /**
   * Returns the reason why the caller cannot make this change now; undefined if the caller can make it.
   */
  refuse: (tx: DatabaseOrTransaction, found: FoundEscalation) => Promise<{ code: Code; message: string } | undefined>;
  apply: (tx: DatabaseOrTransaction, found: FoundEscalation, audit: Audit) => Promise<void>;
};

/**
 * Changes an escalation and writes it into the audit log, in one transaction; replies with the escalation, or why it
 * cannot be changed.
 */
export async function changeEscalation<Code extends ErrorCode>(
  c: AppContext,
  parts: Needs<"db" | "nowMs" | "newId">,
  { id, action, refuse, apply }: EscalationChange<Code>,
) {
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const { found, refusal } = await openEscalationForChange(c, tx, id);
    if (refusal) return refusal;
    const problem = await refuse(tx, found);
    if (problem) return fail(c, problem.code, problem.message);
    await apply(tx, found, audit);
    const [before, after] = [presentEscalation(found), presentEscalation(await readBackEscalation(tx, id))];
    await audit(tx, { action, subject: { type: "escalation", id }, before, after });
    return okWithEtag(c, after);
  });
}
