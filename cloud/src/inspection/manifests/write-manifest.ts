import { isDeepStrictEqual } from "node:util";
import type { ManifestRequest } from "@container-inspection/shared-schemas";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/context.ts";
import { attachToNamedContainer, type AttachmentParts, lockBegunContainer } from "./attachment-store.ts";
import { escalateMismatch, type MismatchParts } from "./escalate-mismatch.ts";
import { columnsOf, findManifest, type FoundManifest, insertManifest, mergeManifest } from "./manifest-store.ts";
import { presentManifest } from "./present-manifest.ts";
import { replaceManifest } from "./replace-manifest.ts";

/** Who writes, and what a write needs beside the database. */
export type WritingParts = MismatchParts & AttachmentParts & { writer: Caller };

/**
 * Makes a manifest, which attaches to the container that its number names, and escalates that one when it does not fit what was
 * scanned. Ask `lockNumber` first.
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
    attachToNamedContainer(tx, { id, numberKey }, writer, parts),
  ]);
  const made = attached ? await readBack(tx, id) : { manifest, createdBy, container: null };
  const subject = { type: "manifest", id };
  await audit(tx, { action: "manifest.create", subject, before: null, after: presentManifest(made) });
  if (made.container) await escalateMismatch(tx, parts, made.container.id, { manifest: null });
  return made;
}

/**
 * Merges fields into a manifest, which the transaction holds locked, like the number they give it. A new number moves it to the
 * container it names; what it is attached to then is escalated when it fits what was scanned no more. Answers the manifest as it
 * was when nothing changes. `visitBefore` is the visit of the container that it names, from before it was locked: one that began since
 * gets the manifest that waits for it.
 */
export async function changeManifest(
  tx: DatabaseOrTransaction,
  parts: WritingParts,
  { found, fields, visitBefore }: { found: FoundManifest; fields: ManifestRequest; visitBefore?: string | undefined },
): Promise<FoundManifest> {
  const { writer, audit, nowMs } = parts;
  const { id, numberKey } = found.manifest;
  const named = fields.containerNumber?.key ?? null;
  const isSame = isDeepStrictEqual({ ...found.manifest, ...columnsOf(fields) }, found.manifest);
  const isNewNumber = named !== null && named !== numberKey;
  const mayMove = isNewNumber || found.container === null;
  const [, attached] = await Promise.all([
    isSame ? undefined : mergeManifest(tx, id, fields, nowMs),
    mayMove ? attachToNamedContainer(tx, { id, numberKey: named }, writer, parts) : undefined,
  ]);
  const mayBeWaitedFor = fields.containerNumber === undefined && !found.container;
  const begun = mayBeWaitedFor && numberKey !== null && (await lockBegunContainer(tx, numberKey, visitBefore));
  if (begun) await replaceManifest(tx, parts, begun);
  if (isSame && !attached && !begun) return found;
  const changed = await readBack(tx, id);
  const hasMoved = changed.container?.id !== found.container?.id;
  if (isSame && !hasMoved) return found;
  const [before, after] = [presentManifest(found), presentManifest(changed)];
  await audit(tx, { action: "manifest.update", subject: { type: "manifest", id }, before, after });
  if (attached?.left) await replaceManifest(tx, parts, attached.left);
  if (changed.container)
    await escalateMismatch(tx, parts, changed.container.id, { manifest: hasMoved ? null : found.manifest });
  return changed;
}

async function readBack(tx: DatabaseOrTransaction, id: string): Promise<FoundManifest> {
  const written = await findManifest(tx, id);
  if (!written) throw new Error(`the manifest ${id} vanished in the transaction that wrote it`);
  return written;
}
