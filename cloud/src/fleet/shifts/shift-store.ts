import { and, asc, desc, eq, gt, inArray, isNull, lt, lte } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { cameras, lanes, shifts, sites, users } from "../../platform/db/tables.ts";

export type ShiftRow = typeof shifts.$inferSelect;

type ShiftFilter = {
  laneId?: string | undefined;
  operatorId?: string | undefined;
  active?: boolean | undefined;
  beforeId?: string | undefined;
  now: Date;
  limit: number;
};

/** A shift with its place and the people of it. */
export type PlacedShift = Awaited<ReturnType<typeof findShifts>>[number];

/** Shifts, newest first. */
export async function findShifts(db: DatabaseOrTransaction, filter: ShiftFilter) {
  const { laneId, operatorId, active, beforeId, now, limit } = filter;
  return selectPlaced(db)
    .where(
      and(
        laneId === undefined ? undefined : eq(shifts.laneId, laneId),
        operatorId === undefined ? undefined : eq(shifts.operatorId, operatorId),
        active === undefined ? undefined : active ? gt(shifts.endsAt, now) : lte(shifts.endsAt, now),
        beforeId === undefined ? undefined : lt(shifts.id, beforeId),
      ),
    )
    .orderBy(desc(shifts.id))
    .limit(limit);
}

/** Reads a shift that this transaction has locked or created; throws when it is missing. */
export async function readBackShift(tx: DatabaseOrTransaction, id: string): Promise<PlacedShift> {
  const [found] = await selectPlaced(tx).where(eq(shifts.id, id));
  if (!found) throw new Error(`the shift ${id} vanished in the transaction that holds it`);
  return found;
}

export async function lockShift(tx: DatabaseOrTransaction, id: string): Promise<ShiftRow | undefined> {
  const [found] = await tx.select().from(shifts).where(eq(shifts.id, id)).for("update");
  return found;
}

/** Lets only one transaction at a time change the shifts of a lane; false where there is no such lane. */
export async function lockLane(tx: DatabaseOrTransaction, id: string): Promise<boolean> {
  const found = await tx.select({ id: lanes.id }).from(lanes).where(eq(lanes.id, id)).for("update");
  return found.length > 0;
}

export async function insertShift(
  tx: DatabaseOrTransaction,
  shift: Omit<ShiftRow, "endedById" | "reportedAt">,
): Promise<void> {
  await tx.insert(shifts).values(shift);
}

/** The shift of a locked lane that lasts now. */
export async function findActiveShift(
  tx: DatabaseOrTransaction,
  laneId: string,
  now: Date,
): Promise<ShiftRow | undefined> {
  const [found] = await tx
    .select()
    .from(shifts)
    .where(and(eq(shifts.laneId, laneId), gt(shifts.endsAt, now)));
  return found;
}

export async function setEnd(
  tx: DatabaseOrTransaction,
  id: string,
  { endsAt, endedById }: { endsAt: Date; endedById: string },
): Promise<void> {
  await tx.update(shifts).set({ endsAt, endedById }).where(eq(shifts.id, id));
}

/** Locks shifts that have ended and have no report, the oldest first; other processes get different ones. */
export async function lockUnreported(tx: DatabaseOrTransaction, now: Date, limit: number): Promise<PlacedShift[]> {
  const found = await tx
    .select({ id: shifts.id })
    .from(shifts)
    .where(and(lte(shifts.endsAt, now), isNull(shifts.reportedAt)))
    .orderBy(asc(shifts.endsAt), asc(shifts.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? [] : selectPlaced(tx).where(inArray(shifts.id, ids)).orderBy(asc(shifts.endsAt));
}

export async function setReported(tx: DatabaseOrTransaction, id: string, reportedAt: Date): Promise<void> {
  await tx.update(shifts).set({ reportedAt }).where(eq(shifts.id, id));
}

/** The operators on shift in the lanes of these cameras; an account that is disabled is on no shift. */
export async function findOperatorsAt(db: DatabaseOrTransaction, cameraIds: readonly string[], now: Date) {
  if (cameraIds.length === 0) return [];
  return db
    .select({ cameraId: cameras.cameraId, operatorEmail: users.email, until: shifts.endsAt })
    .from(shifts)
    .innerJoin(cameras, eq(cameras.laneId, shifts.laneId))
    .innerJoin(users, and(eq(users.id, shifts.operatorId), isNull(users.disabledAt)))
    .where(and(gt(shifts.endsAt, now), inArray(cameras.cameraId, [...cameraIds])))
    .orderBy(asc(cameras.cameraId));
}

const operator = alias(users, "operator");
const taker = alias(users, "taker");
const ender = alias(users, "ender");

function selectPlaced(db: DatabaseOrTransaction) {
  return db
    .select({
      shift: shifts,
      lane: { id: lanes.id, name: lanes.name },
      site: { id: sites.id, name: sites.name },
      operator: { id: operator.id, email: operator.email },
      takenBy: { id: taker.id, email: taker.email },
      endedBy: { id: ender.id, email: ender.email },
    })
    .from(shifts)
    .innerJoin(lanes, eq(lanes.id, shifts.laneId))
    .innerJoin(sites, eq(sites.id, lanes.siteId))
    .innerJoin(operator, eq(operator.id, shifts.operatorId))
    .innerJoin(taker, eq(taker.id, shifts.takenById))
    .leftJoin(ender, eq(ender.id, shifts.endedById))
    .$dynamic();
}
