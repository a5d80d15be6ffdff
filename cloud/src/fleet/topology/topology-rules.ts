import type { ErrorDetail } from "@container-inspection/shared-schemas/errors";
import type { PutTopologyRequest, TopologyPlan } from "@container-inspection/shared-schemas/topology";

/** Checks the ids of a plan that replaces the current one: each must exist there, and be used once. */
export function checkPlanIds(current: TopologyPlan, wanted: PutTopologyRequest): ErrorDetail[] {
  const siteIds = new Set(current.sites.map(({ id }) => id));
  const laneIds = new Set(current.sites.flatMap((site) => site.lanes.map(({ id }) => id)));
  const details: ErrorDetail[] = [];
  const check = (unused: Set<string>, id: string | undefined, path: string) => {
    // Deleted when it is found, so that a second use is not found.
    if (id !== undefined && !unused.delete(id))
      details.push({ path: `${path}.id`, message: "does not exist in the current topology, or is used twice" });
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
