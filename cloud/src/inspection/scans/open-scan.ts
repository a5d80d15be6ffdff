import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";
import { openContainer, type Opened } from "../record/open-container.ts";
import { findScan, type VisitedScan } from "./scan-store.ts";

/** Opens a scan for a route: its container exists (404), the caller may see it (403), and it has this scan (404). */
export async function openScan(
  c: AppContext,
  db: DatabaseOrTransaction,
  { id, scanId }: { id: string; scanId: string },
): Promise<Opened<VisitedScan, "CONTAINER_NOT_FOUND" | "FORBIDDEN" | "SCAN_NOT_FOUND">> {
  const { found, refusal } = await openContainer(c, db, { id, find: async () => findScan(db, id, scanId) });
  if (refusal) return { refusal };
  if (found.visited) return { found: found.visited };
  return { refusal: fail(c, "SCAN_NOT_FOUND", "This container has no scan with this id.") };
}
