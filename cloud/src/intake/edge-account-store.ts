import { inArray } from "drizzle-orm";
import { updateContainer } from "../inspection/record/container-store.ts";
import { snapshotContainer } from "../inspection/record/present-container.ts";
import type { EnteredVisit } from "../inspection/visits/enter-visit.ts";
import type { VisitParts } from "../inspection/record/visited-container.ts";
import { recordEvent } from "../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { users } from "../platform/db/tables.ts";

/**
 * Account that an edge write belongs to: it owns a container that the write creates, and uploaded its photo.
 */
export type EdgeAccounts = {
  /** The operator's address in lower case. */
  userEmail: string | undefined;
  /** The account that is used where `userEmail` is absent or has no account. */
  defaultUserEmail: string;
};

/** The account that an edge write belongs to. */
export async function findEdgeUserId(
  tx: DatabaseOrTransaction,
  { userEmail, defaultUserEmail }: EdgeAccounts,
): Promise<string> {
  const ids = await findIds(tx, userEmail === undefined ? [defaultUserEmail] : [userEmail, defaultUserEmail]);
  const id = ids.get(userEmail ?? defaultUserEmail) ?? ids.get(defaultUserEmail);
  if (id === undefined) throw new Error(`the default account of edge writes, ${defaultUserEmail}, is missing`);
  return id;
}

/**
 * Makes the operator of an edge write the owner of its container, which is locked: where the write begins the next
 * visit (`previousVisitId` was on before), or while the default account owns it. An address without an account, and a
 * record of an older visit, change nothing.
 */
export async function giveToOperator(
  tx: DatabaseOrTransaction,
  { userEmail, defaultUserEmail, audit, nowMs }: EdgeAccounts & Pick<VisitParts, "audit" | "nowMs">,
  { entered, previousVisitId }: { entered: EnteredVisit; previousVisitId: string },
): Promise<EnteredVisit> {
  const { container } = entered.held;
  const isCurrent = entered.visit.id === container.visitId;
  if (!isCurrent || userEmail === undefined || userEmail === defaultUserEmail) return entered;
  const ids = await findIds(tx, [userEmail, defaultUserEmail]);
  const ownerId = ids.get(userEmail);
  const isOpen = container.visitId !== previousVisitId || container.ownerId === ids.get(defaultUserEmail);
  if (ownerId === undefined || ownerId === container.ownerId || !isOpen) return entered;
  const changed = await updateContainer(tx, container.id, { ownerId }, nowMs);
  const [before, after] = [snapshotContainer(container), snapshotContainer(changed)];
  const subject = { type: "container", id: container.id };
  await audit(tx, { action: "container.set-owner", subject, before, after });
  await recordEvent(tx, { kind: "container.updated", containerId: container.id, changed: ["owner"] }, nowMs);
  return { ...entered, container: changed, held: { ...entered.held, container: changed } };
}

/** The ids of these accounts by their addresses. */
async function findIds(tx: DatabaseOrTransaction, emails: string[]): Promise<Map<string, string>> {
  const found = await tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.email, emails));
  return new Map(found.map(({ id, email }) => [email, id]));
}
