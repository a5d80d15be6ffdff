import { and, eq, gt, lte } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { type ChallengePurpose, signInChallenges } from "../../platform/db/tables.ts";
import { createLinkToken, hashLinkToken } from "../auth/link-token.ts";

export type Challenge = typeof signInChallenges.$inferSelect;

/** Long enough to fetch a phone from another room. */
const LIFETIME_MS = 300_000;

/** Stores a sign-in or enrolment that waits for its second step, and deletes those of the user that have expired. */
export async function insertChallenge(
  db: DatabaseOrTransaction,
  { now, ...challenge }: { purpose: ChallengePurpose; userId: string | null; sealedSecret?: string; now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  const { token, tokenHash } = createLinkToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  if (challenge.userId !== null)
    await db
      .delete(signInChallenges)
      .where(and(eq(signInChallenges.userId, challenge.userId), lte(signInChallenges.expiresAt, now)));
  await db.insert(signInChallenges).values({ ...challenge, tokenHash, createdAt: now, expiresAt });
  return { token, expiresAt };
}

/** Finds the challenge of a token that has not expired. */
export async function findChallenge(db: DatabaseOrTransaction, asked: Asked): Promise<Challenge | undefined> {
  const [found] = await db.select().from(signInChallenges).where(isValid(asked));
  return found;
}

/** Deletes a challenge on use: a second request with its token gets undefined. */
export async function takeChallenge(tx: DatabaseOrTransaction, asked: Asked): Promise<Challenge | undefined> {
  const [taken] = await tx.delete(signInChallenges).where(isValid(asked)).returning();
  return taken;
}

type Asked = { token: string; purpose: ChallengePurpose; now: Date; userId?: string };

const isValid = ({ token, purpose, now, userId }: Asked) =>
  and(
    eq(signInChallenges.tokenHash, hashLinkToken(token)),
    eq(signInChallenges.purpose, purpose),
    gt(signInChallenges.expiresAt, now),
    userId === undefined ? undefined : eq(signInChallenges.userId, userId),
  );
