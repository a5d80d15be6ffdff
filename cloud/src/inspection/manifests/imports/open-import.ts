import type { DatabaseOrTransaction } from "../../../platform/db/database.ts";
import type { AppContext } from "../../../platform/http/context.ts";
import { fail } from "../../../platform/http/replies.ts";
import type { Opened } from "../../record/open-container.ts";
import { findImport, type FoundImport } from "./import-store.ts";

/** Opens an import for a route: it exists (404), and it is the caller's own, or the caller is a supervisor (403). */
export async function openImport(
  c: AppContext,
  db: DatabaseOrTransaction,
  id: string,
  find: typeof findImport = findImport,
): Promise<Opened<FoundImport, "MANIFEST_IMPORT_NOT_FOUND" | "FORBIDDEN">> {
  const found = await find(db, id);
  if (!found) return { refusal: fail(c, "MANIFEST_IMPORT_NOT_FOUND", "Import not found.") };
  const { role, userId } = c.get("caller");
  if (role !== "operator" || found.createdBy.id === userId) return { found };
  return { refusal: fail(c, "FORBIDDEN", "This import belongs to another user.") };
}
