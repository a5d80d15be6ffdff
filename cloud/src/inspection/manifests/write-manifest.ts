import { isDeepStrictEqual } from "node:util";
import type { ManifestRequest } from "@container-inspection/shared-schemas/manifests";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/context.ts";
import type { Needs } from "../parts.ts";
import { judgeEndedLater } from "../record/lane-jobs.ts";
import { attachToNamedContainer, type AttachmentParts, lockBegunContainer } from "./attachment-store.ts";
import { escalateMismatch, type MismatchParts } from "./escalate-mismatch.ts";
import {
  columnsOf,
  findManifest,
  type FoundManifest,
  insertManifest,
  type ManifestRow,
  mergeManifest,
} from "../record/manifest-store.ts";
import { presentManifest } from "./present-manifest.ts";
import { replaceManifest } from "./replace-manifest.ts";

/** The parts of a route that writes manifests or attaches them. */
export type ManifestParts = Needs<"settings" | "db" | "jobs" | "matchRules" | "nowMs" | "newId">;

/** The user who writes a manifest. */
type Writer = Pick<Caller, "userId" | "email" | "role">;

/** Dependencies of a write besides the database, and the caller who writes. */
export type WritingParts = MismatchParts & AttachmentParts & { writer: Writer };

/**
 * Creates a manifest, which attaches to the container that its number names, and escalates that container when it does
 * not fit its scan. The transaction holds the number locked.
 */
export async function addManifest(
  tx: DatabaseOrTransaction,
  parts: WritingParts,
  fields: ManifestRequest,
): Promise<FoundManifest> {
  const { writer, audit, newId, nowMs } = parts;
  const id = newId();
  const numberKey = fields.containerNumber?.key ?? null;
  const createdBy = { id: writer.userId, email: writer.email };
  const [manifest, attached] = await Promise.all([
    insertManifest(tx, { id, createdById: createdBy.id, fields, nowMs }),
    attachToNamedContainer(tx, { ...billOf(fields), id, numberKey, createdAt: new Date(nowMs) }, writer, parts),
  ]);
  const made = attached ? await readBack(tx, id) : { manifest, createdBy, container: null };
  const subject = { type: "manifest", id };
  await audit(tx, { action: "manifest.create", subject, before: null, after: presentManifest(made) });
  if (made.container) await escalateMismatch(tx, parts, made.container.id, { attached: without(id) });
  return made;
}

const billOf = ({ billOfLading = null, vessel = null }: ManifestRequest) => ({ billOfLading, vessel });

/** The manifests of a container before this one was attached to it. */
const without = (id: string) => (now: readonly ManifestRow[]) => now.filter((manifest) => manifest.id !== id);

/**
 * Merges fields into a manifest; the transaction holds it locked, and the number that the fields give it. A new number
 * moves the manifest to the container that it names, and a container whose scan no longer fits is escalated. Returns
 * the manifest as it was when nothing changes. `visitBefore` is the current visit of the named container from before
 * the manifest was locked: a visit that began since then gets the manifest that waits for it.
 */
export async function changeManifest(
  tx: DatabaseOrTransaction,
  parts: WritingParts,
  change: Change,
): Promise<FoundManifest> {
  const { found, fields } = change;
  const { id } = found.manifest;
  const isSame = isDeepStrictEqual({ ...found.manifest, ...columnsOf(fields) }, found.manifest);
  const [, attached] = await Promise.all([
    isSame ? undefined : mergeManifest(tx, id, fields, parts.nowMs),
    attachByNumber(tx, parts, change),
  ]);
  const hasBegun = await attachToBegunVisit(tx, parts, change);
  if (isSame && !attached && !hasBegun) return found;
  const changed = await readBack(tx, id);
  const hasMoved = changed.container?.id !== found.container?.id;
  if (isSame && !hasMoved) return found;
  const [before, after] = [presentManifest(found), presentManifest(changed)];
  await parts.audit(tx, { action: "manifest.update", subject: { type: "manifest", id }, before, after });
  await judgeEndedLater(tx, parts.jobs, id);
  if (attached?.left) await replaceManifest(tx, parts, attached.left, found.manifest);
  if (changed.container)
    await escalateMismatch(tx, parts, changed.container.id, {
      attached: hasMoved ? without(id) : (now) => now.map((one) => (one.id === id ? found.manifest : one)),
    });
  return changed;
}

type Change = { found: FoundManifest; fields: ManifestRequest; visitBefore?: string | undefined };

/**
 * Attaches a manifest to the container that its fields name, where the number is new or the manifest is attached to no
 * container.
 */
async function attachByNumber(tx: DatabaseOrTransaction, parts: WritingParts, { found, fields }: Change) {
  const { id, numberKey } = found.manifest;
  const named = fields.containerNumber?.key ?? null;
  const isNewNumber = named !== null && named !== numberKey;
  if (!isNewNumber && found.container !== null) return undefined;
  const { billOfLading, vessel, createdAt } = { ...found.manifest, ...columnsOf(fields) };
  return attachToNamedContainer(tx, { billOfLading, vessel, createdAt, id, numberKey: named }, parts.writer, parts);
}

/**
 * Attaches the manifests that wait for a number to the container whose visit began while this manifest of the same
 * number was locked. Returns whether there is such a container.
 */
async function attachToBegunVisit(
  tx: DatabaseOrTransaction,
  parts: WritingParts,
  { found, fields, visitBefore }: Change,
) {
  const { numberKey } = found.manifest;
  const isWaiting = fields.containerNumber === undefined && !found.container;
  const begun = isWaiting && numberKey !== null && (await lockBegunContainer(tx, numberKey, visitBefore));
  if (!begun) return false;
  await replaceManifest(tx, parts, begun);
  return true;
}

async function readBack(tx: DatabaseOrTransaction, id: string): Promise<FoundManifest> {
  const written = await findManifest(tx, id);
  if (!written) throw new Error(`the manifest ${id} vanished in the transaction that wrote it`);
  return written;
}
