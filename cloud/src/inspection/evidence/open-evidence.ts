import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";
import { type ContainerAccess, openContainer, type Opened } from "../record/open-container.ts";
import { findEvidence, type FoundEvidence, type UploadedEvidence } from "./evidence-store.ts";

/**
 * Only the uploader of a photo and the owner of its container may delete it: no role overrides this, and an uploader
 * need not see the container.
 */
export function mayDeleteEvidence(
  { userId }: { userId: string },
  evidence: { uploaderId: string },
  container: { ownerId: string },
): boolean {
  return evidence.uploaderId === userId || container.ownerId === userId;
}

/**
 * Opens a photo for a route: its container exists (404), the caller may see it, or has the access that is asked for
 * instead (403), and it has this photo (404).
 */
export async function openEvidence(
  c: AppContext,
  db: DatabaseOrTransaction,
  { id, evidenceId }: { id: string; evidenceId: string },
  access?: ContainerAccess<FoundEvidence>,
): Promise<
  Opened<
    { container: FoundEvidence["container"]; photo: UploadedEvidence },
    "CONTAINER_NOT_FOUND" | "FORBIDDEN" | "EVIDENCE_NOT_FOUND"
  >
> {
  const find = async () => findEvidence(db, id, evidenceId);
  const { found, refusal } = await openContainer(c, db, { id, find, access });
  if (refusal) return { refusal };
  const { container, photo } = found;
  if (photo) return { found: { container, photo } };
  return { refusal: fail(c, "EVIDENCE_NOT_FOUND", "This container has no evidence with this id.") };
}
