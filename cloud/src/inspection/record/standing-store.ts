import type { Standing } from "@container-inspection/shared-schemas/containers";
import { and, desc, eq, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { phraseOfReason, type Summarised } from "./reason-rules.ts";
import { containers, escalations, users } from "../../platform/db/tables.ts";

/**
 * Subquery for what the status of a container of the surrounding query rests on: the newest hold in force, else the
 * open escalation, else the last decision on the current visit; null without any of them.
 */
export function standingOf(db: DatabaseOrTransaction): SQL<Standing | null> {
  const { containerId, visitId, state, updatedAt, id } = escalations;
  const isHold = sql`coalesce(${isStandingHold(db)}, false)`;
  const isOpen = ne(state, "RESOLVED");
  const found = selectStanding(db)
    .where(and(eq(containerId, containers.id), or(eq(visitId, containers.visitId), isOpen, isHold)))
    .orderBy(desc(isHold), desc(sql`(${isOpen})`), desc(updatedAt), desc(id))
    .limit(1);
  return sql<Standing | null>`${found}`.mapWith(readStanding);
}

/** The last decision on a visit that is not the current one; null without any. */
export async function findFormerStanding(db: DatabaseOrTransaction, visitId: string): Promise<Standing | null> {
  const { state, updatedAt, id } = escalations;
  const [found] = await selectStanding(db)
    .where(and(eq(escalations.visitId, visitId), eq(state, "RESOLVED")))
    .orderBy(desc(updatedAt), desc(id))
    .limit(1);
  return found ? readStanding(found.row) : null;
}

/** The parts of the findings that a summary reads: a finding may have hundreds of objects beside them. */
const SUMMARISED = sql`(select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'rule', finding -> 'rule', 'className', finding -> 'className', 'message', finding -> 'message',
    'phrases', jsonb_build_object('message', finding -> 'phrases' -> 'message'))) order by place), '[]')
  from jsonb_array_elements(${escalations.findings}) with ordinality listed (finding, place))`;

function selectStanding(db: DatabaseOrTransaction) {
  const { id, decision, decisionReason, scanId, createdAt, resolvedAt } = escalations;
  const resolver = alias(users, "resolver");
  const by = sql`case when ${resolver.id} is not null
    then jsonb_build_object('id', ${resolver.id}, 'email', ${resolver.email}) end`;
  const row = sql<StandingRow>`jsonb_build_object('escalationId', ${id}, 'kind', coalesce(${decision}, 'escalation'),
    'grounds', ${escalations.reason}, 'findings', ${SUMMARISED}, 'reason', ${decisionReason},
    'scanId', ${scanId}, 'by', ${by}, 'at', coalesce(${resolvedAt}, ${createdAt}))`;
  return db.select({ row }).from(escalations).leftJoin(resolver, eq(resolver.id, escalations.resolvedById));
}

/** A standing as the database has it, with the findings that it may summarise. */
type StandingRow = Standing & { findings: readonly Summarised[] };

/** The standing, with the time in the form of replies instead of that of the database. */
function readStanding({ findings, ...row }: StandingRow): Standing {
  const groundsPhrase = phraseOfReason({ reason: row.grounds, findings });
  return { ...row, ...(groundsPhrase && { groundsPhrase }), at: new Date(row.at).toISOString() };
}

/** True of decisions to hold a container that no later decision cleared. */
export function isStandingHold(db: DatabaseOrTransaction) {
  const clearing = alias(escalations, "clearing");
  const isLater = sql`(${clearing.updatedAt}, ${clearing.id}) > (${escalations.updatedAt}, ${escalations.id})`;
  const clearedLater = db
    .select({ id: clearing.id })
    .from(clearing)
    .where(and(eq(clearing.containerId, escalations.containerId), eq(clearing.decision, "clear"), isLater));
  return and(eq(escalations.decision, "hold"), notExists(clearedLater));
}
