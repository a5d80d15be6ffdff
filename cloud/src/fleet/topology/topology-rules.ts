import type { ErrorDetail, PutTopologyRequest, TopologyPlan } from "@container-inspection/shared-schemas";

/**
 * What is wrong with the ids of a plan that is to take the place of another one: each must be there, and stand once.
 */
export function checkPlanIds(current: TopologyPlan, wanted: PutTopologyRequest): ErrorDetail[] {
  const siteIds = new Set(current.sites.map(({ id }) => id));
  const laneIds = new Set(current.sites.flatMap((site) => site.lanes.map(({ id }) => id)));
  const details: ErrorDetail[] = [];
  const check = (left: Set<string>, id: string | undefined, path: string) => {
    // Removed when it is found, so that a second one is not found.
    if (id !== undefined && !left.delete(id))
      details.push({ path: `${path}.id`, message: "names nothing that is there, or stands twice" });
  };
  for (const [at, site] of wanted.sites.entries()) {
    check(siteIds, site.id, `sites.${at}`);
    for (const [laneAt, lane] of site.lanes.entries()) check(laneIds, lane.id, `sites.${at}.lanes.${laneAt}`);
  }
  return details;
}

/** A plan whose new sites and lanes have ids. */
export function withIds(wanted: PutTopologyRequest, newId: () => string): TopologyPlan {
  const named = <Place extends { id?: string | undefined }>({ id = newId(), ...rest }: Place) => ({ id, ...rest });
  return {
    sites: wanted.sites.map(({ lanes, ...site }) => ({
      ...named(site),
      lanes: lanes.map((lane) => named(lane)),
    })),
  };
}
