import type { PutTopologyRequest, TopologyPlan } from "@container-inspection/shared-schemas/topology";

type Site = PutTopologyRequest["sites"][number];
type Lane = Site["lanes"][number];

/** One change of the plan by a user. */
export type PlanChange =
  | { kind: "add-site"; name: string }
  | { kind: "add-lane"; siteId: string; name: string }
  | { kind: "rename"; id: string; name: string }
  | { kind: "remove"; id: string }
  | { kind: "move-up"; id: string };

/** The whole plan after a change, as the service takes it. Ids are those of sites and lanes alike. */
export function changePlan({ sites }: TopologyPlan, change: PlanChange): PutTopologyRequest {
  if (change.kind === "add-site") return { sites: [...sites, { name: change.name, lanes: [] }] };
  if (change.kind === "add-lane") {
    const grown = (site: Site): Site => ({ ...site, lanes: [...site.lanes, { name: change.name }] });
    return { sites: sites.map((site) => (site.id === change.siteId ? grown(site) : site)) };
  }
  return {
    sites: changeList<Site>(sites, change).map((site) => ({ ...site, lanes: changeList<Lane>(site.lanes, change) })),
  };
}

function changeList<Place extends { id?: string | undefined; name: string }>(
  places: readonly Place[],
  change: Extract<PlanChange, { id: string }>,
): Place[] {
  const index = places.findIndex(({ id }) => id === change.id);
  const place = places[index];
  if (!place) return [...places];
  if (change.kind === "rename") return places.with(index, { ...place, name: change.name });
  const others = places.toSpliced(index, 1);
  return change.kind === "remove" ? others : others.toSpliced(Math.max(0, index - 1), 0, place);
}
