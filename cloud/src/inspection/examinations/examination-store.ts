import type { RulePrecision } from "@container-inspection/shared-schemas/examinations";
import { and, desc, eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { escalations, examinations, users } from "../../platform/db/tables.ts";

type ExaminationRow = typeof examinations.$inferSelect;
export type FoundExamination = { examination: ExaminationRow; by: { id: string; email: string } };

export async function insertExamination(
  tx: DatabaseOrTransaction,
  made: typeof examinations.$inferInsert,
): Promise<ExaminationRow> {
  const [row] = await tx.insert(examinations).values(made).returning();
  if (!row) throw new Error(`the examination ${made.id} was not made`);
  return row;
}

/** The examinations of a container on a visit, newest first. */
export async function findExaminations(
  db: DatabaseOrTransaction,
  { containerId, visitId, limit }: { containerId: string; visitId: string; limit: number },
): Promise<FoundExamination[]> {
  return db
    .select({ examination: examinations, by: { id: users.id, email: users.email } })
    .from(examinations)
    .innerJoin(users, eq(users.id, examinations.byId))
    .where(and(eq(examinations.containerId, containerId), eq(examinations.visitId, visitId)))
    .orderBy(desc(examinations.at), desc(examinations.id))
    .limit(limit);
}

/** The escalation whose decision ordered the examination of a visit last; null without one. */
export async function findOrderId(
  db: DatabaseOrTransaction,
  { containerId, visitId }: { containerId: string; visitId: string },
): Promise<string | null> {
  const { id, updatedAt, decision } = escalations;
  const [order] = await db
    .select({ id })
    .from(escalations)
    .where(and(eq(escalations.containerId, containerId), eq(escalations.visitId, visitId), eq(decision, "inspect")))
    .orderBy(desc(updatedAt), desc(id))
    .limit(1);
  return order?.id ?? null;
}

/** Counts, for each rule, the examinations since a time of visits on which it had found something. */
export async function countPrecision(db: DatabaseOrTransaction, since: Date): Promise<RulePrecision[]> {
  const { rows } = await db.execute<RulePrecision>(sql`
    select raised ->> 'rule' as rule, count(*)::int as examined,
      count(*) filter (where (raised ->> 'isConfirmed')::boolean)::int as confirmed
    from ${examinations} cross join lateral jsonb_array_elements(${examinations.rules}) raised
    where ${examinations.at} >= ${since.toISOString()}::timestamptz
    group by 1 order by examined desc, rule`);
  return rows;
}
