import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, manifests } from "../../platform/db/tables.ts";

/** The most numbers taken from either source, the newest first. */
const MAX_NUMBERS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** Papers come weeks before the ship does. */
const MANIFEST_AGE_MS = 180 * DAY_MS;
const CONTAINER_AGE_MS = 30 * DAY_MS;

/**
 * Numbers of open manifests, neither rejected nor of a container that was cleared, that changed within 180 days, and of
 * containers that changed within 30 days; once each, in alphabetical order. With `amongKeys`, only numbers with one of
 * these keys.
 */
export async function findExpectedNumbers(
  db: DatabaseOrTransaction,
  nowMs: number,
  amongKeys?: readonly string[],
): Promise<string[]> {
  const since = { manifests: new Date(nowMs - MANIFEST_AGE_MS), containers: new Date(nowMs - CONTAINER_AGE_MS) };
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
        amongKeys && inArray(manifests.numberKey, [...amongKeys]),
      ),
    )
    .orderBy(desc(manifests.updatedAt))
    .limit(MAX_NUMBERS);
  const seen = await db
    .select({ number: containers.containerNumber })
    .from(containers)
    .where(
      and(
        isNull(containers.deletedAt),
        gte(containers.updatedAt, since.containers),
        amongKeys && inArray(containers.numberKey, [...amongKeys]),
      ),
    )
    .orderBy(desc(containers.updatedAt))
    .limit(MAX_NUMBERS);
  const numbers = [...declared, ...seen].flatMap(({ number }) => (number === null ? [] : [number]));
  return [...new Set(numbers)].sort();
}
