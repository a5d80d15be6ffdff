import { and, desc, eq, gte, isNotNull, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { containers, manifests } from "../platform/db/tables.ts";

/** The most numbers taken from either source, the newest first. */
const MAX_NUMBERS = 10_000;

/**
 * Numbers of open manifests, neither rejected nor of a container that was cleared, and of containers, each changed
 * since the time given for it; once each, in alphabetical order.
 */
export async function findExpectedNumbers(
  db: DatabaseOrTransaction,
  since: { manifests: Date; containers: Date },
): Promise<string[]> {
  const furtherOfCleared = db
    .select({ id: sql<string>`unnest(${containers.furtherManifestIds})` })
    .from(containers)
    .where(and(sql`${containers.furtherManifestIds} <> '{}'`, eq(containers.status, "CLEARED")));
  const declared = await db
    .select({ number: manifests.containerNumber })
    .from(manifests)
    .leftJoin(containers, eq(containers.manifestId, manifests.id))
    .where(
      and(
        isNull(manifests.deletedAt),
        isNotNull(manifests.containerNumber),
        ne(manifests.status, "REJECTED"),
        or(isNull(containers.id), ne(containers.status, "CLEARED")),
        notInArray(manifests.id, furtherOfCleared),
        gte(manifests.updatedAt, since.manifests),
      ),
    )
    .orderBy(desc(manifests.updatedAt))
    .limit(MAX_NUMBERS);
  const seen = await db
    .select({ number: containers.containerNumber })
    .from(containers)
    .where(and(isNull(containers.deletedAt), gte(containers.updatedAt, since.containers)))
    .orderBy(desc(containers.updatedAt))
    .limit(MAX_NUMBERS);
  const numbers = [...declared, ...seen].flatMap(({ number }) => (number === null ? [] : [number]));
  return [...new Set(numbers)].sort();
}
