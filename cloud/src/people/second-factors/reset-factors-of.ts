import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { deleteSessionsOf } from "../accounts/session-store.ts";
import type { User } from "../accounts/user-store.ts";
import { deleteFactorsOf, findFactors } from "./factor-store.ts";

/** Removes the second factors and recovery codes of a locked account, and ends its sessions. */
export async function resetFactorsOf(
  tx: DatabaseOrTransaction,
  { account, audit }: { account: User; audit: Audit },
): Promise<void> {
  const removed = await findFactors(tx, account.id);
  await deleteFactorsOf(tx, account.id);
  await deleteSessionsOf(tx, account.id);
  const before = { factors: removed.map(({ id, kind, name }) => ({ id, kind, name })) };
  const subject = { type: "user", id: account.id };
  await audit(tx, { action: "user.reset-second-factor", subject, before, after: { factors: [] } });
}
