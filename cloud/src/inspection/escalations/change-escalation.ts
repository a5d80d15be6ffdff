import type { Escalation } from "@container-inspection/shared-schemas";
import { type Audit, auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import type { Needs } from "../parts.ts";
import { findEscalation, type FoundEscalation, lockEscalation } from "./escalation-store.ts";
import { presentEscalation } from "./present-escalation.ts";

/** One thing done to an escalation, inside the transaction that holds it and its container. */
export type EscalationChange<Code extends string> = {
  id: string;
  /** As the audit log names it. */
  action: string;
  refuse: (tx: DatabaseOrTransaction, found: FoundEscalation) => Promise<{ code: Code; message: string } | undefined>;
  apply: (tx: DatabaseOrTransaction, found: FoundEscalation, audit: Audit) => Promise<void>;
};

export type ChangeOutcome<Code extends string> =
  | { kind: "changed"; data: Escalation }
  | { kind: "refused"; code: Code | "ESCALATION_NOT_FOUND" | "PRECONDITION_FAILED"; message: string };

/** Changes an escalation and writes it into the audit log, in one transaction; or says why it cannot be changed. */
export async function changeEscalation<Code extends string>(
  c: AppContext,
  parts: Needs<"db" | "nowMs" | "newId">,
  { id, action, refuse, apply }: EscalationChange<Code>,
): Promise<ChangeOutcome<Code>> {
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const found = await lockEscalation(tx, id);
    if (!found)
      return { kind: "refused", code: "ESCALATION_NOT_FOUND", message: "There is no escalation with this id." };
    const before = presentEscalation(found);
    if (!ifMatchHolds(c, before)) {
      const message = "The escalation has changed since it was read. Read it again.";
      return { kind: "refused", code: "PRECONDITION_FAILED", message };
    }
    const refusal = await refuse(tx, found);
    if (refusal) return { kind: "refused", ...refusal };
    await apply(tx, found, audit);
    const changed = await findEscalation(tx, id);
    if (!changed) throw new Error(`the locked escalation ${id} vanished`);
    const data = presentEscalation(changed);
    await audit(tx, { action, subject: { type: "escalation", id }, before, after: data });
    return { kind: "changed", data };
  });
}
