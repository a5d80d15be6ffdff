import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";
import { maySeeContainer } from "./container-rules.ts";
import { findMerged } from "./merge-store.ts";

/**
 * Answers 404 for a container that is not there; whoever may know is told into which one it was merged. `field` names where in the body
 * the id stands, unless it is that of the path.
 */
export async function failMissingContainer(c: AppContext, db: DatabaseOrTransaction, id: string, field?: string) {
  const where = field === undefined ? "" : `${field}: `;
  const merged = await findMerged(db, id);
  const caller = c.get("caller");
  const mayKnow = merged && (maySeeContainer(caller, merged.heir) || maySeeContainer(caller, merged));
  if (!mayKnow) return fail(c, "CONTAINER_NOT_FOUND", `${where}There is no container with this id.`);
  const { heir } = merged;
  const message = `${where}This container was merged into ${heir.containerNumber}, which has the id ${heir.id}.`;
  return fail(c, "CONTAINER_NOT_FOUND", message);
}
