import type { TopologyPlan } from "@container-inspection/shared-schemas/topology";
import { asc, eq, inArray, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { lanes, sites } from "../../platform/db/tables.ts";

/** Lets only one transaction at a time change sites, lanes and the lanes of cameras. */
export async function lockTopology(tx: DatabaseOrTransaction): Promise<void> {
  await holdLock(tx, "topology");
}

/** Sites with their lanes, in their order. */
export async function findPlan(db: DatabaseOrTransaction): Promise<TopologyPlan> {
  const rows = await db
    .select({ site: { id: sites.id, name: sites.name }, lane: { id: lanes.id, name: lanes.name } })
    .from(sites)
    .leftJoin(lanes, eq(lanes.siteId, sites.id))
    .orderBy(asc(sites.position), asc(lanes.position));
  const plan = new Map<string, TopologyPlan["sites"][number]>();
  for (const { site, lane } of rows) {
    const shown = plan.get(site.id) ?? { ...site, lanes: [] };
    if (lane) shown.lanes.push(lane);
    plan.set(site.id, shown);
  }
  return { sites: [...plan.values()] };
}

export async function hasLane(db: DatabaseOrTransaction, id: string): Promise<boolean> {
  const found = await db.select({ id: lanes.id }).from(lanes).where(eq(lanes.id, id));
  return found.length > 0;
}

/** Replaces the plan; cameras of deleted lanes have no lane. Call `lockTopology` first. */
export async function replacePlan(tx: DatabaseOrTransaction, current: TopologyPlan, plan: TopologyPlan): Promise<void> {
  const siteRows = plan.sites.map(({ id, name }, position) => ({ id, name, position }));
  const laneRows = plan.sites.flatMap((site) =>
    site.lanes.map(({ id, name }, position) => ({ id, siteId: site.id, name, position })),
  );
  const name = sql`excluded.name`;
  const position = sql`excluded.position`;
  if (siteRows.length > 0)
    await tx.insert(sites).values(siteRows).onConflictDoUpdate({ target: sites.id, set: { name, position } });
  if (laneRows.length > 0) {
    const set = { name, position, siteId: sql`excluded.site_id` };
    await tx.insert(lanes).values(laneRows).onConflictDoUpdate({ target: lanes.id, set });
  }
  await tx.delete(lanes).where(inArray(lanes.id, missing(lanesOf(current), lanesOf(plan))));
  await tx.delete(sites).where(inArray(sites.id, missing(current.sites, plan.sites)));
}

const lanesOf = (plan: TopologyPlan) => plan.sites.flatMap((site) => site.lanes);

function missing(before: readonly { id: string }[], after: readonly { id: string }[]): string[] {
  const kept = new Set(after.map(({ id }) => id));
  return before.map(({ id }) => id).filter((id) => !kept.has(id));
}
