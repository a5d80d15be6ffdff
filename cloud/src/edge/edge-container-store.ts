import type { CategoryScan, ContainerNumber } from "@container-inspection/shared-schemas";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Audit } from "../audit/create-audit.ts";
import { currentMapVersion } from "../category-map/category-map-store.ts";
import { type ContainerRow, insertContainer } from "../containers/container-store.ts";
import { snapshotContainer } from "../containers/present-container.ts";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import { containers, manifests, users } from "../db/tables.ts";
import { recordEvent } from "../events/event-store.ts";
import { attachWaitingManifest, lockNumber } from "../manifests/attachment-store.ts";
import type { ManifestRow } from "../manifests/manifest-store.ts";

/** Whose account an edge write belongs to: who owns a container that it makes, who uploaded its photo. */
export type EdgeAccounts = {
  /** Lower-case; of the operator, whose account it is where there is one. */
  userEmail: string | undefined;
  /** Of the account it is otherwise. */
  defaultUserEmail: string;
};

export type OpenContainerRequest = EdgeAccounts & {
  number: ContainerNumber;
  audit: Audit;
  newId: () => string;
  nowMs: number;
};

export type OpenedContainer = { container: ContainerRow; manifest: ManifestRow | null; created: boolean };

export type NotedScan = { mapVersion: number; manifestId: string | null; manifestVersion: number | null };

const MAX_ATTEMPTS = 3;

/**
 * Finds a container by its number or makes it, with the manifest that waits for it, and keeps others from changing it until the
 * transaction ends. Any number of transactions may ask for the same new number at once: one makes it.
 */
export async function openContainer(
  tx: DatabaseOrTransaction,
  request: OpenContainerRequest,
): Promise<OpenedContainer> {
  const { number, audit, newId, nowMs } = request;
  // More than one round is needed only where the container is deleted between the insert that met it and the look for it.
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = await lockByNumber(tx, number.key);
    if (found) return { ...found, created: false };
    await lockNumber(tx, number.key);
    const ownerId = await findEdgeUserId(tx, request);
    const made = await insertContainer(tx, { id: newId(), number, ownerId, source: "edge", nowMs });
    if (!made) continue;
    await recordEvent(tx, { kind: "container.created", containerId: made.id, source: "edge" }, nowMs);
    const manifest = (await attachWaitingManifest(tx, made, nowMs)) ?? null;
    const container = { ...made, manifestId: manifest?.id ?? null };
    const [subject, after] = [{ type: "container", id: container.id }, snapshotContainer(container)];
    await audit(tx, { action: "container.create", subject, before: null, after });
    return { container, manifest, created: true };
  }
  throw new Error(`the container ${number.text} appeared and vanished ${MAX_ATTEMPTS} times in one transaction`);
}

/**
 * Notes a scan on its container; `newest` replaces the category scan that the container shows. Answers what the match needs to
 * know as it stands now: the version of the category map in force, and which version of which manifest is attached.
 */
export async function noteScan(
  tx: DatabaseOrTransaction,
  container: Pick<ContainerRow, "id" | "status">,
  newest: { categoryScan: CategoryScan; orderedAt: Date } | undefined,
  nowMs: number,
): Promise<NotedScan> {
  const [noted] = await tx
    .update(containers)
    .set({
      status: container.status === "REGISTERED" ? "SCANNED" : container.status,
      ...(newest ? { categoryScan: newest.categoryScan, categoryScanOrderedAt: newest.orderedAt } : {}),
      version: sql`${containers.version} + 1`,
      updatedAt: new Date(nowMs),
    })
    .where(eq(containers.id, container.id))
    .returning({
      mapVersion: currentMapVersion,
      manifestId: containers.manifestId,
      manifestVersion: sql<number | null>`(select version from manifests where id = ${containers.manifestId})`,
    });
  if (!noted) throw new Error(`the locked container ${container.id} vanished`);
  return noted;
}

/** The account that an edge write belongs to. */
export async function findEdgeUserId(
  tx: DatabaseOrTransaction,
  { userEmail, defaultUserEmail }: EdgeAccounts,
): Promise<string> {
  const wanted = userEmail === undefined ? [defaultUserEmail] : [userEmail, defaultUserEmail];
  const found = await tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.email, wanted));
  const user = found.find(({ email }) => email === userEmail) ?? found.find(({ email }) => email === defaultUserEmail);
  if (!user) throw new Error(`the default account of edge writes, ${defaultUserEmail}, is missing`);
  return user.id;
}

async function lockByNumber(tx: DatabaseOrTransaction, key: string) {
  const [found] = await tx
    .select({ container: containers, manifest: manifests })
    .from(containers)
    .leftJoin(manifests, eq(manifests.id, containers.manifestId))
    .where(and(eq(containers.numberKey, key), isNull(containers.deletedAt)))
    .for("update", { of: containers });
  return found;
}
