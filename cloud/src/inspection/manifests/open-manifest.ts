import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext, Caller } from "../../platform/http/context.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail } from "../../platform/http/replies.ts";
import type { Opened } from "../record/open-container.ts";
import { findManifest, type FoundManifest } from "../record/manifest-store.ts";
import { presentManifest } from "./present-manifest.ts";

type Find = (db: DatabaseOrTransaction, id: string) => Promise<FoundManifest | undefined>;
type NotOpened = "MANIFEST_NOT_FOUND" | "FORBIDDEN";

/** Operators see the manifests they made and those of containers they own, supervisors and admins all. */
export function maySeeManifest(
  caller: Pick<Caller, "userId" | "role">,
  { createdBy, container }: { createdBy: { id: string }; container: { ownerId: string } | null },
): boolean {
  return caller.role !== "operator" || createdBy.id === caller.userId || container?.ownerId === caller.userId;
}

/** Opens a manifest for a route: it exists (404), and the caller may see it (403). */
export async function openManifest(
  c: AppContext,
  db: DatabaseOrTransaction,
  id: string,
  find: Find = findManifest,
): Promise<Opened<FoundManifest, NotOpened>> {
  const found = await find(db, id);
  if (!found) return { refusal: fail(c, "MANIFEST_NOT_FOUND", "Manifest not found.") };
  if (maySeeManifest(c.get("caller"), found)) return { found };
  return { refusal: fail(c, "FORBIDDEN", "This manifest belongs to another user.") };
}

/**
 * Opens a manifest for a change: it exists (404), the caller may see it (403), and it is as `If-Match` names it (412).
 * `find` locks it.
 */
export async function openManifestForChange(
  c: AppContext,
  tx: DatabaseOrTransaction,
  id: string,
  find: Find,
): Promise<Opened<FoundManifest, NotOpened | "PRECONDITION_FAILED">> {
  const opened = await openManifest(c, tx, id, find);
  if (opened.refusal || ifMatchHolds(c, presentManifest(opened.found))) return opened;
  return { refusal: fail(c, "PRECONDITION_FAILED", "The manifest has changed since it was read. Read it again.") };
}
