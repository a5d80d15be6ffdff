import type { CameraView } from "@container-inspection/shared-schemas/cameras";
import { type ContainerNumber, sizeType as sizeTypeCode } from "@container-inspection/shared-schemas/container-number";
import type { CategoryScan } from "@container-inspection/shared-schemas/scans";
import { and, asc, eq, gte, isNotNull, isNull, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { viewOfCamera } from "../fleet/cameras/camera-store.ts";
import { attachedColumns } from "../inspection/record/attached-manifest-store.ts";
import { beginContainer } from "../inspection/containers/begin-container.ts";
import { idOfNumber } from "../inspection/record/kept-container-store.ts";
import { snapshotContainer } from "../inspection/record/present-container.ts";
import { type RuleVersions, siteOfCamera, versionsInForce } from "../inspection/judging/rules-in-force-store.ts";
import { composeOnce, placeholders, setters } from "../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { sendTogether } from "../platform/db/send-together.ts";
import { containers, manifests, visits } from "../platform/db/tables.ts";
import { lockNumber } from "../inspection/manifests/attachment-store.ts";
import { auditAttached } from "../inspection/manifests/audit-attached.ts";
import { findManifest, type ManifestRow } from "../inspection/record/manifest-store.ts";
import { type EdgeAccounts, findEdgeUserId, giveToOperator } from "./edge-account-store.ts";
import { enterVisit, type EnteredVisit } from "../inspection/visits/enter-visit.ts";
import type { HeldContainer, VisitParts } from "../inspection/record/visited-container.ts";
import type { AtEnd } from "../platform/idempotency/receipts.ts";

export type EnterRequest = EdgeAccounts &
  VisitParts & {
    number: ContainerNumber;
    /** The time by which the record is ordered. */
    at: Date;
    /** The container that the passage of the record is of, whatever its number; undefined where the number decides. */
    passageHolder?: SQL | undefined;
    /**
     * The only container to which a merge of the number may lead; undefined where any may, null where none may. A
     * placeholder stands for its passage: a merge leads to no container that the passage is not of.
     */
    mergeTarget?: SQL | null | undefined;
    /** Size-type as the device read it from the container, unchecked. */
    readSizeType: string | undefined;
    atEnd: AtEnd;
  };

export type EnteredContainer = EnteredVisit & {
  /** The first one of the visit that was entered. */
  manifest: ManifestRow | null;
  created: boolean;
};

export type MatchContext = RuleVersions & {
  manifestId: string | null;
  furtherManifestIds: string[];
  manifestVersion: number | null;
  view: CameraView | null;
};

const MAX_ATTEMPTS = 3;

/**
 * Finds or creates the container of a number, on the visit that a record of this time belongs to and with that visit's
 * manifest, and locks it until the transaction ends. Any number of transactions may ask for the same new number at
 * once: one creates the container. A record that was taken before a container of this number was merged into another
 * one belongs to the target, and so does one of a number that a container had which must not leave.
 */
export async function enterContainer(tx: DatabaseOrTransaction, request: EnterRequest): Promise<EnteredContainer> {
  const { number, at, audit, newId, nowMs } = request;
  const { data: sizeType } = sizeTypeCode.safeParse(request.readSizeType);
  // The number first, as in every transaction: a query for a container that changes concurrently may lock it and find
  // nothing.
  const [, first] = await sendTogether([lockNumber(tx, number.key), lockByNumber(tx, request)]);
  // A container that another transaction creates is found in the second round; a third is needed where it was deleted.
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const asked = attempt === 1 ? first : await lockByNumber(tx, request);
    // The container of a passage that was merged or deleted during the wait is asked for again, as it is now.
    const found = asked ?? (request.passageHolder && (await lockByNumber(tx, request)));
    if (found) return keepSizeType(tx, { sizeType, ...request }, await enterFound(tx, request, found));
    const made = await beginContainer(tx, {
      id: newId(),
      visitId: newId(),
      number,
      sizeType,
      ownerId: findEdgeUserId(tx, request),
      source: "edge",
      recordedAt: at,
      nowMs,
    });
    if (!made) continue;
    const { visit, attached } = made;
    const container = { ...made.container, ...attachedColumns(attached.map(({ id }) => id)) };
    const manifest = attached[0] ?? null;
    const [subject, after] = [{ type: "container", id: container.id }, snapshotContainer(container)];
    await audit(tx, { action: "container.create", subject, before: null, after });
    await auditAttached(tx, audit, container.id, container.furtherManifestIds);
    return { container, visit, held: { container, visit }, manifest, created: true };
  }
  throw new Error(`the container ${number.text} appeared and vanished ${MAX_ATTEMPTS} times in one transaction`);
}

async function enterFound(
  tx: DatabaseOrTransaction,
  request: EnterRequest,
  { manifest: attached, ...held }: HeldContainer & { manifest: ManifestRow | null },
): Promise<EnteredContainer> {
  const record = { at: request.at, openedBy: "edge" as const, openedById: null };
  const visited = await enterVisit(tx, request, held, record, request.atEnd);
  const entered = await giveToOperator(tx, request, { entered: visited, previousVisitId: held.container.visitId });
  const { manifestId } = entered.container;
  const isSame = manifestId === (attached?.id ?? null);
  const manifest = isSame || manifestId === null ? null : ((await findManifest(tx, manifestId))?.manifest ?? null);
  return { ...entered, manifest: isSame ? attached : manifest, created: false };
}

/**
 * Keeps the size-type that was read in the last record of the current visit; a record that was taken before it, or on
 * an older visit, changes nothing.
 */
async function keepSizeType(
  tx: DatabaseOrTransaction,
  { sizeType, at, atEnd }: Pick<EnterRequest, "at" | "atEnd"> & { sizeType: string | undefined },
  entered: EnteredContainer,
): Promise<EnteredContainer> {
  const { container, held } = entered;
  const { sizeTypeReadAt } = container;
  if (sizeType === undefined || container.visitId !== held.container.visitId) return entered;
  if (sizeTypeReadAt !== null && sizeTypeReadAt > at) return entered;
  const keep = () => tx.update(containers).set({ sizeType, sizeTypeReadAt: at }).where(eq(containers.id, container.id));
  if (sizeType === container.sizeType) atEnd(keep);
  else await keep();
  return { ...entered, container: { ...container, sizeType, sizeTypeReadAt: at } };
}

/**
 * Records on its visit that a scan was taken; `newest` replaces the shown category scan. Returns the data that the
 * match needs at this moment: the versions of category map and rule set in force, the visit's manifests with their
 * versions, and the camera's field of view.
 */
export async function recordOnVisit(
  tx: DatabaseOrTransaction,
  { container, held }: Pick<EnteredContainer, "container" | "held">,
  {
    newest,
    cameraId,
    nowMs,
  }: {
    newest?: { categoryScan: CategoryScan; orderedAt: Date } | undefined;
    cameraId: string | null;
    nowMs: number;
  },
): Promise<MatchContext> {
  const status = container.status === "REGISTERED" ? ("SCANNED" as const) : container.status;
  const shown = newest && { categoryScan: newest.categoryScan, categoryScanOrderedAt: newest.orderedAt };
  const isCurrent = container.visitId === held.container.visitId;
  const state = { id: container.id, cameraId, status, ...shown, updatedAt: new Date(nowMs) };
  const [updated] = isCurrent
    ? await (shown ? updateShown(tx, state) : updateStatus(tx, state))
    : await tx
        .update(visits)
        .set({ status, ...shown })
        .where(eq(visits.id, container.visitId))
        .returning(contextOf(visits, cameraId));
  if (!updated) throw new Error(`the locked container ${container.id} or its visit vanished`);
  return updated;
}

const contextOf = (
  { manifestId, furtherManifestIds }: typeof containers | typeof visits,
  cameraId: string | SQLWrapper | null,
) => ({
  ...versionsInForce(siteOfCamera(cameraId)),
  manifestId: sql<string | null>`${manifestId}`,
  furtherManifestIds: sql<string[]>`${furtherManifestIds}`.mapWith(containers.furtherManifestIds),
  view: viewOfCamera(cameraId),
  manifestVersion: sql<number | null>`(select version from manifests where manifests.id = ${manifestId})`,
});

const composeUpdate = (...names: ("status" | "updatedAt" | "categoryScan" | "categoryScanOrderedAt")[]) =>
  composeOnce((db) =>
    db
      .update(containers)
      .set({ ...setters(containers, names), version: sql`${containers.version} + 1` })
      .where(eq(containers.id, sql.placeholder("id")))
      .returning(contextOf(containers, sql.placeholder("cameraId"))),
  );
const updateStatus = composeUpdate("status", "updatedAt");
const updateShown = composeUpdate("status", "updatedAt", "categoryScan", "categoryScanOrderedAt");

/** The container that a record of this passage, time and number belongs to. */
async function lockByNumber(
  tx: DatabaseOrTransaction,
  {
    number: { key },
    at,
    passageHolder,
    mergeTarget,
  }: Pick<EnterRequest, "number" | "at" | "passageHolder" | "mergeTarget">,
) {
  const isPlain = passageHolder === undefined && mergeTarget === undefined;
  const [found] = isPlain
    ? await lockPlainly(tx, { key, at: at.toISOString() })
    : await selectLocked(tx, { key, at, passageHolder, mergeTarget });
  return found;
}

const lockPlainly = composeOnce((db) => selectLocked(db, placeholders("key", "at")));

type Named = Pick<EnterRequest, "passageHolder" | "mergeTarget"> & {
  key: string | Placeholder;
  at: Date | Placeholder;
};

function selectLocked(tx: DatabaseOrTransaction, { key, at, passageHolder = sql`null`, mergeTarget }: Named) {
  const merged = alias(containers, "merged");
  const target = alias(containers, "target");
  const targetId = tx
    .select({ id: merged.mergedIntoId })
    .from(merged)
    .innerJoin(target, and(eq(target.id, merged.mergedIntoId), isNull(target.deletedAt)))
    .where(
      and(
        eq(merged.numberKey, key),
        isNotNull(merged.mergedIntoId),
        gte(merged.mergedAt, at),
        mergeTarget === undefined ? undefined : sql`${target.id} = ${mergeTarget}`,
      ),
    )
    .orderBy(asc(merged.mergedAt))
    .limit(1);
  return tx
    .select({ container: containers, visit: visits, manifest: manifests })
    .from(containers)
    .innerJoin(visits, eq(visits.id, containers.visitId))
    .leftJoin(manifests, eq(manifests.id, containers.manifestId))
    .where(
      and(
        eq(containers.id, sql`coalesce(${passageHolder}, (${targetId}), ${idOfNumber(tx, key)})`),
        isNull(containers.deletedAt),
      ),
    )
    .for("update", { of: containers });
}
