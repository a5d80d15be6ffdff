import { CONTAINER_FACETS, type ContainerFacet } from "@container-inspection/shared-schemas/containers";
import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { type ContainerFilter, idsByActivity } from "./container-list-store.ts";

/** Number of containers with a facet value. */
type FacetCount = { facet: ContainerFacet; value: string; name: string | null; count: number };
type CountedFacets = { counted: number; values: FacetCount[] };

const MOST_VALUES = 50;

const COUNTS: Record<ContainerFacet, SQL> = {
  status: sql`select status, null, 1 from found`,
  sizeType: sql`select size_type, null, 1 from found`,
  verdict: sql`select lane, null, 1 from found`,
  class: sql`select distinct on (id, c) c, null, 1 from seen cross join jsonb_array_elements_text(jsonb_path_query_array(summary, '$[*].className')) c`,
  cameraId: sql`select distinct on (id, camera_id) camera_id, name, 1 from seen left join cameras using (camera_id)`,
  laneId: sql`select distinct on (id, lanes.id) lanes.id, lanes.name, 1 from seen join cameras using (camera_id) join lanes on lanes.id = lane_id`,
};

/**
 * Counts the containers of a filter by each facet: at most `limit`, those with the last activity. A facet that the
 * filter names is counted without it, so that its other values are known.
 */
export async function countFacets(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  limit: number,
): Promise<CountedFacets> {
  const named = CONTAINER_FACETS.filter((facet) => filter[facet] !== undefined);
  const others = CONTAINER_FACETS.filter((facet) => filter[facet] === undefined);
  const all = await countIn(db, filter, others, limit);
  const values = [...all.values];
  for (const facet of named) {
    const counted = await countIn(db, { ...filter, [facet]: undefined }, [facet], limit);
    values.push(...counted.values);
  }
  return { counted: all.counted, values };
}

async function countIn(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  facets: readonly ContainerFacet[],
  limit: number,
): Promise<CountedFacets> {
  const ids = await idsByActivity(db, filter, limit);
  const counts = facets.map(
    (facet) =>
      sql`(select ${facet} as facet, value, max(name) as name, count(*)::int as count from (${COUNTS[facet]}) as one (value, name, n)
        where value is not null group by value order by count(*) desc, value limit ${MOST_VALUES})`,
  );
  const total = sql`(select 'total' as facet, '' as value, null as name, count(*)::int as count from found)`;
  const { rows } = await db.execute<Omit<FacetCount, "facet"> & { facet: ContainerFacet | "total" }>(sql`
    with found as materialized (
      select c.id, c.visit_id, c.status, c.size_type, v.lane from containers c join visits v on v.id = c.visit_id
      where c.id in ${ids}
    ), seen as materialized (
      select found.id, camera_id, summary from found join scans on scans.container_id = found.id and scans.visit_id = found.visit_id
      union all select found.id, camera_id, '[]'::jsonb from found join evidence e on e.container_id = found.id and e.visit_id = found.visit_id
        where deleted_at is null
    )
    ${sql.join([total, ...counts], sql` union all `)}`);
  const values = rows.flatMap(({ facet, ...counted }) => (facet === "total" ? [] : [{ facet, ...counted }]));
  return { counted: rows.find(({ facet }) => facet === "total")?.count ?? 0, values };
}
