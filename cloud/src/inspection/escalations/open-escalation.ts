import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail } from "../../platform/http/replies.ts";
import { maySeeContainer } from "../record/container-rules.ts";
import type { Opened } from "../record/open-container.ts";
import { findEscalation, type FoundEscalation, lockEscalation } from "./escalation-store.ts";
import { presentEscalation } from "./present-escalation.ts";

type NotOpened = "ESCALATION_NOT_FOUND" | "FORBIDDEN";

/** Opens an escalation for a route: it exists (404), and the caller may see its container (403). */
export async function openEscalation(
  c: AppContext,
  db: DatabaseOrTransaction,
  id: string,
  find = findEscalation,
): Promise<Opened<FoundEscalation, NotOpened>> {
  const found = await find(db, id);
  if (!found) return { refusal: fail(c, "ESCALATION_NOT_FOUND", "Escalation not found.") };
  if (maySeeContainer(c.get("caller"), found.container)) return { found };
  return { refusal: fail(c, "FORBIDDEN", "This container belongs to another user.") };
}

/**
 * Opens an escalation for a change: it exists (404), the caller may see its container (403), and it is as `If-Match`
 * names it (412). Both are locked until the transaction ends.
 */
export async function openEscalationForChange(
  c: AppContext,
  tx: DatabaseOrTransaction,
  id: string,
): Promise<Opened<FoundEscalation, NotOpened | "PRECONDITION_FAILED">> {
  const opened = await openEscalation(c, tx, id, lockEscalation);
  if (opened.refusal || ifMatchHolds(c, presentEscalation(opened.found))) return opened;
  return { refusal: fail(c, "PRECONDITION_FAILED", "The escalation has changed since it was read. Read it again.") };
}
