import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, notExists, notInArray, or, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdsPart } from "../../platform/db/part-of-text.ts";
import { containers, manifests } from "../../platform/db/tables.ts";
import { holdsManifest } from "../record/attached-manifest-store.ts";

/** The most numbers taken from either source, the newest first. */
const MAX_NUMBERS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** Papers come weeks before the ship does. */
const MANIFEST_AGE_MS = 180 * DAY_MS;
const CONTAINER_AGE_MS = 30 * DAY_MS;

/** A manifest of a container that may still come. */
const isOpen = (nowMs: number) =>
  and(
    isNull(manifests.deletedAt),
    isNotNull(manifests.containerNumber),
    ne(manifests.status, "REJECTED"),
    gte(manifests.updatedAt, new Date(nowMs - MANIFEST_AGE_MS)),
  );

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
        isOpen(nowMs),
        or(isNull(containers.id), ne(containers.status, "CLEARED")),
        notInArray(manifests.id, furtherOfCleared),
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
        gte(containers.updatedAt, new Date(nowMs - CONTAINER_AGE_MS)),
        amongKeys && inArray(containers.numberKey, [...amongKeys]),
      ),
    )
    .orderBy(desc(containers.updatedAt))
    .limit(MAX_NUMBERS);
  const numbers = [...declared, ...seen].flatMap(({ number }) => (number === null ? [] : [number]));
  return [...new Set(numbers)].sort();
}

/**
 * Numbers of open manifests that no container has, the newest first; those whose keys have `part` in them, if given.
 */
export async function findAwaitedNumbers(
  db: DatabaseOrTransaction,
  nowMs: number,
  { part, limit }: { part: string | undefined; limit: number },
): Promise<string[]> {
  const attached = db.select().from(containers).where(holdsManifest(containers, manifests.id));
  const isPart = part === undefined ? undefined : holdsPart(manifests.numberKey, part.toUpperCase());
  const found = await db
    .select({ number: manifests.containerNumber })
    .from(manifests)
    .where(and(isOpen(nowMs), isPart, notExists(attached)))
    .orderBy(desc(manifests.updatedAt), desc(manifests.id))
    .limit(limit);
  return found.flatMap(({ number }) => number ?? []);
}
