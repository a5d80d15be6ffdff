import { isDeepStrictEqual } from "node:util";
import type { RuleSetState } from "@container-inspection/shared-schemas/rule-sets";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Clock } from "../../platform/clock.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { ruleSets, sites, users } from "../../platform/db/tables.ts";
import { bundledRuleSet } from "../../match/bundled/rule-set.ts";

type Person = { id: string; email: string };
export type RuleSetRow = typeof ruleSets.$inferSelect;
/** A version of a rule set with the users who proposed and activated it. */
export type FoundRuleSet = { row: RuleSetRow; proposedBy: Person | null; activatedBy: Person | null };

/** Lets one transaction at a time number, activate and withdraw rule sets. */
export async function lockRuleSets(tx: DatabaseOrTransaction): Promise<void> {
  await holdLock(tx, "rule sets");
}

/**
 * Puts the bundled rule set in force for every site, where no user has activated another one: as version 1 of a new
 * database, and as the next version where a newer release brings another bundled rule set. One that was in force before
 * is not inserted again, so that releases that start side by side do not replace each other's.
 */
export async function ensureRuleSet({ db, nowMs }: { db: DatabaseOrTransaction; nowMs: Clock }): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRuleSets(tx);
    const [active] = await tx
      .select()
      .from(ruleSets)
      .where(and(isNull(ruleSets.siteId), eq(ruleSets.state, "active")));
    if (active && active.proposedById !== null) return;
    const bundled = await tx.select({ rules: ruleSets.rules }).from(ruleSets).where(isNull(ruleSets.proposedById));
    if (bundled.some(({ rules }) => isDeepStrictEqual(rules, bundledRuleSet))) return;
    const at = new Date(nowMs());
    const version = await nextVersion(tx);
    if (active) await setState(tx, active.version, "replaced");
    await tx.insert(ruleSets).values({
      version,
      siteId: null,
      state: "active",
      rules: bundledRuleSet,
      baseVersion: active?.version ?? null,
      note: active ? "Bundled with a newer release" : null,
      createdAt: at,
      activatedAt: at,
    });
  });
}

export async function findRuleSet(db: DatabaseOrTransaction, version: number): Promise<FoundRuleSet | undefined> {
  const [found] = await selectFound(db).where(eq(ruleSets.version, version));
  return found;
}

/** A version of a rule set that is known to exist; throws where it does not. */
export async function readRuleSet(db: DatabaseOrTransaction, version: number): Promise<FoundRuleSet> {
  const found = await findRuleSet(db, version);
  if (!found) throw new Error(`rule set ${version} not found; ensureRuleSet inserts the bundled one at every start`);
  return found;
}

/** Versions, newest first. */
export async function findRuleSets(
  db: DatabaseOrTransaction,
  filter: {
    siteId?: string | undefined;
    state?: RuleSetState | undefined;
    beforeVersion?: number | undefined;
    limit: number;
  },
): Promise<FoundRuleSet[]> {
  const { siteId, state, beforeVersion, limit } = filter;
  return selectFound(db)
    .where(
      and(
        siteId === undefined ? undefined : eq(ruleSets.siteId, siteId),
        state && eq(ruleSets.state, state),
        beforeVersion === undefined ? undefined : lt(ruleSets.version, beforeVersion),
      ),
    )
    .orderBy(desc(ruleSets.version))
    .limit(limit);
}

/** Adds a candidate; call `lockRuleSets` first. Returns its version. */
export async function insertCandidate(
  tx: DatabaseOrTransaction,
  candidate: Pick<RuleSetRow, "siteId" | "rules" | "map" | "baseVersion" | "note" | "createdAt"> & {
    proposedById: string;
  },
): Promise<number> {
  const version = await nextVersion(tx);
  await tx.insert(ruleSets).values({ ...candidate, version, state: "candidate" });
  return version;
}

/** Takes a candidate back; call `lockRuleSets` first. */
export async function withdrawCandidate(tx: DatabaseOrTransaction, version: number): Promise<void> {
  await setState(tx, version, "withdrawn");
}

/** Puts a candidate in force in place of the one that its site has; call `lockRuleSets` first. */
export async function activateCandidate(
  tx: DatabaseOrTransaction,
  { version, siteId }: Pick<RuleSetRow, "version" | "siteId">,
  activation: { mapVersion: number | null; userId: string; nowMs: number },
): Promise<void> {
  await tx
    .update(ruleSets)
    .set({ state: "replaced" })
    .where(and(eq(ruleSets.state, "active"), siteId === null ? isNull(ruleSets.siteId) : eq(ruleSets.siteId, siteId)));
  const { mapVersion, userId, nowMs } = activation;
  await tx
    .update(ruleSets)
    .set({ state: "active", mapVersion, activatedById: userId, activatedAt: new Date(nowMs) })
    .where(eq(ruleSets.version, version));
}

export async function hasSite(db: DatabaseOrTransaction, id: string): Promise<boolean> {
  const found = await db.select({ id: sites.id }).from(sites).where(eq(sites.id, id));
  return found.length > 0;
}

async function nextVersion(tx: DatabaseOrTransaction): Promise<number> {
  const [newest] = await tx.select({ version: sql<number>`coalesce(max(${ruleSets.version}), 0)` }).from(ruleSets);
  return Number(newest?.version) + 1;
}

async function setState(tx: DatabaseOrTransaction, version: number, state: RuleSetState): Promise<void> {
  await tx.update(ruleSets).set({ state }).where(eq(ruleSets.version, version));
}

function selectFound(db: DatabaseOrTransaction) {
  const [proposer, activator] = [alias(users, "proposer"), alias(users, "activator")];
  return db
    .select({
      row: ruleSets,
      proposedBy: { id: proposer.id, email: proposer.email },
      activatedBy: { id: activator.id, email: activator.email },
    })
    .from(ruleSets)
    .leftJoin(proposer, eq(proposer.id, ruleSets.proposedById))
    .leftJoin(activator, eq(activator.id, ruleSets.activatedById));
}
