import type { InviteStatus } from "@container-inspection/shared-schemas/invites";
import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL } from "drizzle-orm";
import { invites, users } from "../../platform/db/tables.ts";
import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

export type InviteRow = typeof invites.$inferSelect;
/** An invite with the user who created it. */
export type SentInvite = { invite: InviteRow; inviter: { id: string; email: string; name: string | null } };

const sent = { invite: invites, inviter: { id: users.id, email: users.email, name: users.name } };

export async function insertInvite(
  db: DatabaseOrTransaction,
  invite: Omit<InviteRow, "acceptedAt" | "revokedAt">,
): Promise<void> {
  await db.insert(invites).values(invite);
}

export async function findInvite(db: DatabaseOrTransaction, id: string): Promise<SentInvite | undefined> {
  const [found] = await selectSent(db).where(eq(invites.id, id));
  return found;
}

/** Finds the invite of either of its two links, in any status. */
export async function findInviteByToken(db: DatabaseOrTransaction, tokenHash: string): Promise<SentInvite | undefined> {
  const isIts = or(eq(invites.returnedTokenHash, tokenHash), eq(invites.mailedTokenHash, tokenHash));
  const [found] = await selectSent(db).where(isIts);
  return found;
}

/** Finds the newest open invite of an address (lower-case). */
export async function findOpenInvite(
  db: DatabaseOrTransaction,
  email: string,
  now: Date,
): Promise<InviteRow | undefined> {
  const [found] = await db
    .select()
    .from(invites)
    .where(and(eq(invites.email, email), hasStatus("open", now)))
    .orderBy(desc(invites.id))
    .limit(1);
  return found;
}

/** Returns true if an address was ever invited, whatever the outcome of the invite. */
export async function wasInvited(db: DatabaseOrTransaction, email: string): Promise<boolean> {
  return (await db.select({ id: invites.id }).from(invites).where(eq(invites.email, email)).limit(1)).length > 0;
}

/** Finds an invite that no other transaction can change until this one ends. */
export async function lockInvite(tx: DatabaseOrTransaction, id: string): Promise<InviteRow | undefined> {
  const [invite] = await tx.select().from(invites).where(eq(invites.id, id)).for("update");
  return invite;
}

export async function markInviteAccepted(tx: DatabaseOrTransaction, id: string, now: Date): Promise<void> {
  await tx.update(invites).set({ acceptedAt: now }).where(eq(invites.id, id));
}

/** Revokes an invite; false if it is not open. */
export async function revokeInvite(
  tx: DatabaseOrTransaction,
  id: string,
  { now, audit }: { now: Date; audit: Audit },
): Promise<boolean> {
  return (await revokeOpen(tx, eq(invites.id, id), { now, audit })) > 0;
}

/** Revokes all open invites of an address. */
export async function revokeInvitesTo(
  tx: DatabaseOrTransaction,
  email: string,
  { now, audit }: { now: Date; audit: Audit },
): Promise<void> {
  await revokeOpen(tx, eq(invites.email, email), { now, audit });
}

/** Revokes the open ones of these invites and returns how many. */
async function revokeOpen(
  tx: DatabaseOrTransaction,
  isMeant: SQL,
  { now, audit }: { now: Date; audit: Audit },
): Promise<number> {
  const revoked = await tx
    .update(invites)
    .set({ revokedAt: now })
    .where(and(isMeant, hasStatus("open", now)))
    .returning({ id: invites.id });
  const states = { before: { status: "open" }, after: { status: "revoked" } };
  for (const { id } of revoked)
    await audit(tx, { action: "invite.revoke", subject: { type: "invite", id }, ...states });
  return revoked.length;
}

export type InviteFilter = {
  status?: InviteStatus | undefined;
  email?: string | undefined;
  now: Date;
  beforeId?: string | undefined;
  limit: number;
};

/** Finds invites, newest first. */
export async function findInvites(db: DatabaseOrTransaction, filter: InviteFilter): Promise<SentInvite[]> {
  const { status, email, now, beforeId, limit } = filter;
  return selectSent(db)
    .where(
      and(
        status && hasStatus(status, now),
        email === undefined ? undefined : eq(invites.email, email),
        beforeId === undefined ? undefined : lt(invites.id, beforeId),
      ),
    )
    .orderBy(desc(invites.id))
    .limit(limit);
}

function selectSent(db: DatabaseOrTransaction) {
  return db.select(sent).from(invites).innerJoin(users, eq(users.id, invites.invitedById));
}

/** The condition for invites of a status at a time: `inviteStatusAt` in SQL. */
function hasStatus(status: InviteStatus, now: Date) {
  if (status === "accepted") return isNotNull(invites.acceptedAt);
  if (status === "revoked") return and(isNull(invites.acceptedAt), isNotNull(invites.revokedAt));
  const isUnused = and(isNull(invites.acceptedAt), isNull(invites.revokedAt));
  return and(isUnused, status === "open" ? gt(invites.expiresAt, now) : lte(invites.expiresAt, now));
}
