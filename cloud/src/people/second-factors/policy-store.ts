import type { Role } from "@container-inspection/shared-schemas/roles";
import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { signInRules } from "../../platform/db/tables.ts";

const ROLES: readonly Role[] = ["operator", "supervisor", "admin"];

/** The roles whose users must have a second factor, the least first. */
export async function findRequiredRoles(db: DatabaseOrTransaction): Promise<Role[]> {
  const rows = await db.select().from(signInRules).where(eq(signInRules.secondFactorRequired, true));
  return ROLES.filter((role) => rows.some((row) => row.role === role));
}

/** Lets only one transaction at a time change the policy, and reads it. */
export async function lockRequiredRoles(tx: DatabaseOrTransaction): Promise<Role[]> {
  await holdLock(tx, "sign-in-policy");
  return findRequiredRoles(tx);
}

export async function setRequiredRoles(
  tx: DatabaseOrTransaction,
  { roles, now }: { roles: readonly Role[]; now: Date },
): Promise<void> {
  for (const role of ROLES) {
    const rule = { secondFactorRequired: roles.includes(role), updatedAt: now };
    await tx
      .insert(signInRules)
      .values({ role, ...rule })
      .onConflictDoUpdate({ target: signInRules.role, set: rule });
  }
}
