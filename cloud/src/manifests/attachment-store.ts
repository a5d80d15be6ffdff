import type { Role } from "@container-inspection/shared-schemas";
import { and, desc, eq, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { maySeeContainer } from "../containers/container-rules.ts";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import { containers, manifests, users } from "../db/tables.ts";
import { type NewLiveEvent, recordEvent } from "../events/event-store.ts";

type ManifestRow = typeof manifests.$inferSelect;

/**
 * Lets one transaction at a time decide what belongs to a container number. Taken before a container appears under the number and
 * before a manifest names it: otherwise two that commit at once would not see each other, and stay apart.
 */
export async function lockNumber(tx: DatabaseOrTransaction, numberKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`container number ${numberKey}`}, 0))`);
}

/**
 * Attaches the newest manifest that waits for a container which just appeared under its number: one that is attached nowhere, and
 * whose maker may see the container. Ask `lockNumber` first.
 */
export async function attachWaitingManifest(
  tx: DatabaseOrTransaction,
  container: { id: string; numberKey: string; ownerId: string },
  nowMs: number,
): Promise<ManifestRow | undefined> {
  const attached = tx.select().from(containers).where(eq(containers.manifestId, manifests.id));
  const [waiting] = await tx
    .select({ manifest: manifests })
    .from(manifests)
    .innerJoin(users, eq(users.id, manifests.createdById))
    .where(
      and(
        eq(manifests.numberKey, container.numberKey),
        isNull(manifests.deletedAt),
        or(ne(users.role, "operator"), eq(users.id, container.ownerId)),
        notExists(attached),
      ),
    )
    .orderBy(desc(manifests.id))
    .limit(1)
    // One that is just getting another number is waited for, and then waits no more.
    .for("update", { of: manifests });
  if (!waiting) return undefined;
  await setManifest(tx, container.id, waiting.manifest.id, nowMs);
  return waiting.manifest;
}

/**
 * Attaches a manifest to the container that its number names, if that one has none and the writer may see it; it leaves the
 * container it was attached to before. Ask `lockNumber` first.
 */
export async function attachToNamedContainer(
  tx: DatabaseOrTransaction,
  manifest: { id: string; numberKey: string | null },
  writer: { userId: string; role: Role },
  nowMs: number,
): Promise<void> {
  if (manifest.numberKey === null) return;
  const isFree = and(
    eq(containers.numberKey, manifest.numberKey),
    isNull(containers.manifestId),
    isNull(containers.deletedAt),
  );
  const [named] = await tx.select().from(containers).where(isFree).for("update");
  if (!named || !maySeeContainer(writer, named)) return;
  await attachManifest(tx, named.id, manifest.id, nowMs);
}

/**
 * Attaches a manifest to a container in the place of the one that it had; the manifest leaves the container it was attached to
 * before. Lock the manifest first, then the container.
 */
export async function attachManifest(
  tx: DatabaseOrTransaction,
  containerId: string,
  manifestId: string,
  nowMs: number,
): Promise<void> {
  await detachManifest(tx, manifestId, nowMs);
  await setManifest(tx, containerId, manifestId, nowMs);
}

/** Takes a manifest off the container that it is attached to, if any. */
export async function detachManifest(tx: DatabaseOrTransaction, manifestId: string, nowMs: number): Promise<void> {
  const left = await tx
    .update(containers)
    .set({ manifestId: null, version: sql`${containers.version} + 1`, updatedAt: new Date(nowMs) })
    .where(eq(containers.manifestId, manifestId))
    .returning({ id: containers.id });
  for (const { id } of left) await recordEvent(tx, changeOf(id), nowMs);
}

async function setManifest(tx: DatabaseOrTransaction, containerId: string, manifestId: string, nowMs: number) {
  await tx
    .update(containers)
    .set({ manifestId, version: sql`${containers.version} + 1`, updatedAt: new Date(nowMs) })
    .where(eq(containers.id, containerId));
  await recordEvent(tx, changeOf(containerId), nowMs);
}

const changeOf = (containerId: string) =>
  ({ kind: "container.updated", containerId, changed: ["manifestId"] }) satisfies NewLiveEvent;
