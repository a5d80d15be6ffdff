import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { errors } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { maySeeContainer } from "../record/container-rules.ts";
import { findContainer, lockContainers, type OwnedContainer, readBackContainer } from "../record/container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import type { AttachmentParts } from "./attachment-store.ts";
import { auditDetached } from "./audit-attached.ts";
import { escalateMismatch, type MismatchParts } from "./escalate-mismatch.ts";
import { lockManifestAndNumbers } from "./lock-numbers.ts";
import type { FoundManifest, ManifestRow } from "../record/manifest-store.ts";
import { openManifest } from "./open-manifest.ts";
import { replaceManifest } from "./replace-manifest.ts";

/** Text that the descriptions of both routes for attaching a manifest share. */
export const MOVES =
  "A manifest that is attached to another container moves, if the caller may also see that container, which then gets the " +
  "manifests that wait for it. The numbers need not agree: the match reports a difference, and its critical findings " +
  "escalate the container. The manifest belongs to the current visit; older visits keep theirs. Honours If-Match, with " +
  "the container's ETag.";
/** The refusals of both routes. */
export const attachRefusals = errors(
  "VALIDATION_ERROR",
  "FORBIDDEN",
  "CONTAINER_NOT_FOUND",
  "MANIFEST_NOT_FOUND",
  "PRECONDITION_FAILED",
);

/** A container and a manifest to attach to it, locked and checked. */
export type OpenedAttachment = { found: OwnedContainer; manifest: FoundManifest };
/** Dependencies of attaching a manifest, besides the database. */
export type Attaching = MismatchParts & AttachmentParts;

/** Locks and checks a container and a manifest, in one order of locks and one of refusals. */
export async function openAttachment(
  c: AppContext,
  tx: DatabaseOrTransaction,
  { id, manifestId }: { id: string; manifestId: string },
) {
  // Number, manifest, container: the order in which all that attach take their locks, so that none waits for another
  // in a circle.
  const manifest = await lockManifestAndNumbers(tx, manifestId);
  const { found, refusal } = await openContainerForChange(c, tx, id, async () => {
    await lockContainers(tx, [id, ...(manifest?.container ? [manifest.container.id] : [])]);
    return findContainer(tx, id);
  });
  if (refusal) return { refusal };
  const opened = await openManifest(c, tx, manifestId, async () => manifest);
  if (opened.refusal) return { refusal: opened.refusal };
  const from = opened.found.container;
  if (from && !maySeeContainer(c.get("caller"), from))
    return { refusal: fail(c, "FORBIDDEN", "This manifest is attached to a container that belongs to another user.") };
  return { opened: { found, manifest: opened.found } };
}

/** Gives the container that a manifest has left, if any, what waits for it. */
export async function supplyLeftContainer(
  tx: DatabaseOrTransaction,
  writing: Attaching,
  left: OwnedContainer["container"] | undefined,
  manifest: ManifestRow,
) {
  if (!left) return;
  await auditDetached(tx, writing.audit, left.id, [manifest.id]);
  await replaceManifest(tx, writing, left, manifest);
}

/** Escalates what does not fit, and reads the container back; `before` are the manifests that it had. */
export async function finishAttachment(
  tx: DatabaseOrTransaction,
  writing: Attaching,
  { found, manifest: { manifest } }: OpenedAttachment,
  before: readonly ManifestRow[],
) {
  const { id } = found.container;
  // A manifest in place of others is compared again.
  const stayed = (now: readonly ManifestRow[]) => (now.some((one) => one.id !== manifest.id) ? before : []);
  await escalateMismatch(tx, writing, id, { attached: stayed });
  return readBackContainer(tx, id);
}
