import type { ErrorCode, errorStatus } from "@container-inspection/shared-schemas/errors";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext, Caller } from "../../platform/http/context.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { type ErrorReply, fail } from "../../platform/http/replies.ts";
import { visitOf } from "./visited-container.ts";
import { maySeeContainer } from "./container-rules.ts";
import { type ContainerRow, findContainer, findMerged, lockContainer, type OwnedContainer } from "./container-store.ts";
import { presentContainer } from "./present-container.ts";

/** Object that a route works on, or the reply that refuses the request. */
export type Opened<Found, Code extends ErrorCode> =
  | { found: Found; refusal?: undefined }
  | { found?: undefined; refusal: ErrorReply<(typeof errorStatus)[Code]> };

/** A container, or something read together with the container that it belongs to. */
type OfContainer = { container: Pick<ContainerRow, "ownerId"> };

/** Access rule: the callers who may continue, and the message for all others. */
export type ContainerAccess<Found> = { isGranted: (caller: Caller, found: Found) => boolean; message: string };

type OpenRequest<Found> = {
  id: string;
  /** Reads the container, and locks it where that is needed; undefined for one that does not exist. */
  find: (db: DatabaseOrTransaction, id: string) => Promise<Found | undefined>;
  /** The place of the id in the body; absent for the id of the path. */
  field?: string | undefined;
  /** Access rule; by default, callers who may see the container have access. */
  access?: ContainerAccess<Found> | undefined;
};

type VisitRequest = { id: string; visit: number | undefined; find?: OpenRequest<OwnedContainer>["find"] };

type NotOpened = "CONTAINER_NOT_FOUND" | "FORBIDDEN";

/**
 * Opens a container, or something that belongs to one, for a route: it exists (404), and the caller may see it (403).
 * What belongs to the container is asked for afterwards, so that a caller who may not see the container cannot learn
 * which scans or photos it has.
 */
export async function openContainer<Found extends OfContainer>(
  c: AppContext,
  db: DatabaseOrTransaction,
  { id, find, field, access }: OpenRequest<Found>,
): Promise<Opened<Found, NotOpened>> {
  const found = await find(db, id);
  if (!found) return { refusal: await failMissing(c, db, id, field) };
  const caller = c.get("caller");
  const isGranted = access ? access.isGranted(caller, found) : maySeeContainer(caller, found.container);
  if (isGranted) return { found };
  return { refusal: fail(c, "FORBIDDEN", access?.message ?? "This container belongs to another user.") };
}

/**
 * Opens a container for a change: it exists (404), the caller may see it (403), and it matches `If-Match` (412). The
 * container is locked until the transaction ends; a route that needs more locks takes them in its own `find`.
 */
export async function openContainerForChange(
  c: AppContext,
  tx: DatabaseOrTransaction,
  id: string,
  find: OpenRequest<OwnedContainer>["find"] = lockContainer,
): Promise<Opened<OwnedContainer, NotOpened | "PRECONDITION_FAILED">> {
  const opened = await openContainer(c, tx, { id, find });
  if (opened.refusal || ifMatchHolds(c, presentContainer(opened.found))) return opened;
  return { refusal: fail(c, "PRECONDITION_FAILED", "The container has changed since it was read. Read it again.") };
}

/**
 * Opens a container as it was on the visit of this number, without one as it is now: it exists (404), the caller may
 * see it (403), and it has this visit (404).
 */
export async function openContainerOnVisit(
  c: AppContext,
  db: DatabaseOrTransaction,
  { id, visit, find = findContainer }: VisitRequest,
): Promise<Opened<OwnedContainer, NotOpened | "VISIT_NOT_FOUND">> {
  const opened = await openContainer(c, db, { id, find });
  if (opened.refusal) return opened;
  const found = await visitOf(db, opened.found, visit);
  return found ? { found } : { refusal: fail(c, "VISIT_NOT_FOUND", "This container has no visit with this number.") };
}

/**
 * Answers 404. Callers who may see the container that the missing one was merged into, or who owned it, learn where it
 * went.
 */
async function failMissing(c: AppContext, db: DatabaseOrTransaction, id: string, field: string | undefined) {
  const where = field === undefined ? "" : `${field}: `;
  const merged = await findMerged(db, id);
  const caller = c.get("caller");
  const mayKnow = merged && (maySeeContainer(caller, merged.target) || maySeeContainer(caller, merged));
  if (!mayKnow) return fail(c, "CONTAINER_NOT_FOUND", `${where}Container not found.`);
  const { target } = merged;
  const message = `${where}This container was merged into ${target.containerNumber}, which has the id ${target.id}.`;
  return fail(c, "CONTAINER_NOT_FOUND", message);
}
