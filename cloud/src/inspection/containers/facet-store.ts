import { CONTAINER_FACETS, type ContainerFacet } from "@container-inspection/shared-schemas/containers";
import type { ListTotal } from "@container-inspection/shared-schemas/primitives";
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { countRows } from "../../platform/db/count-rows.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { type ContainerFilter, countableContainers, idsByActivity } from "./container-list-store.ts";

/** Number of containers with a facet value; `isExact` is false where not all containers were counted, else absent. */
type FacetCount = { facet: ContainerFacet; value: string; name: string | null; count: number; isExact?: false };
type CountedFacets = { counted: number; values: FacetCount[]; total: ListTotal };

const MOST_VALUES = 50;

/** Columns of a container and its visit, by which all are counted at once. */
const isColumn = (facet: ContainerFacet) => facet === "status" || facet === "verdict" || facet === "sizeType";

/** A row of a count: a value of a facet, or all that were counted. */
type CountedRow = { facet: ContainerFacet | "total"; value: string | null; name: string | null; count: number };
/** `mostCounted`: how many are counted one by one, where it is not the usual number. */
type Limits = { limit: number; mostCounted?: number };

const COUNTS: Record<ContainerFacet, SQL> = {
  status: sql`select status, null, 1 from found`,
  sizeType: sql`select size_type, null, 1 from found`,
  verdict: sql`select lane, null, 1 from found`,
  class: sql`select distinct on (id, c) c, null, 1 from seen cross join jsonb_array_elements_text(jsonb_path_query_array(summary, '$[*].className')) c`,
  cameraId: sql`select distinct on (id, camera_id) camera_id, name, 1 from seen left join cameras using (camera_id)`,
  laneId: sql`select distinct on (id, lanes.id) lanes.id, lanes.name, 1 from seen join cameras using (camera_id) join lanes on lanes.id = lane_id`,
};

/**
 * Counts the containers of a filter by each facet: at most `limit`, those with the last activity; all of them by their
 * own columns, while there are few enough to be counted one by one. A facet that the filter names is counted without
 * it, so that its other values are known.
 */
export async function countFacets(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  limits: Limits,
): Promise<CountedFacets> {
  const named = CONTAINER_FACETS.filter((facet) => filter[facet] !== undefined);
  const others = CONTAINER_FACETS.filter((facet) => filter[facet] === undefined);
  const all = await countIn(db, filter, others, limits);
  const values = [...all.values];
  for (const facet of named) {
    const counted = await countIn(db, { ...filter, [facet]: undefined }, [facet], limits);
    values.push(...counted.values);
  }
  return { ...all, values };
}

async function countIn(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  facets: readonly ContainerFacet[],
  { limit, mostCounted }: Limits,
): Promise<CountedFacets> {
  const newest = await countNewest(db, filter, facets, limit);
  const counted = totalIn(newest);
  if (counted < limit) return { counted, values: valuesIn(newest, true), total: { count: counted, isExact: true } };
  const found = await countableContainers(db, filter);
  const total = await countRows(db, found, { mostCounted });
  if (!total.isExact) return { counted, values: valuesIn(newest, false), total };
  const ofAll = await countColumns(db, found(total.count));
  const [exact, least] = [valuesIn(ofAll, true), valuesIn(newest, false)];
  const valuesOf = (name: ContainerFacet) =>
    (isColumn(name) ? exact : least).filter(({ facet }) => facet === name).slice(0, MOST_VALUES);
  return { counted, values: facets.flatMap(valuesOf), total };
}
const totalIn = (rows: readonly CountedRow[]) => rows.find(({ facet }) => facet === "total")?.count ?? 0;
const valuesIn = (rows: readonly CountedRow[], isExact: boolean): FacetCount[] =>
  rows.flatMap(({ facet, value, ...counted }) =>
    facet === "total" || value === null ? [] : [{ facet, value, ...counted, ...(isExact ? {} : { isExact }) }],
  );

async function countColumns(db: DatabaseOrTransaction, found: SQLWrapper): Promise<CountedRow[]> {
  const facet = sql`case grouping(status, lane, size_type) when 3 then 'status' when 5 then 'verdict' else 'sizeType' end`;
  const { rows } = await db.execute<CountedRow>(
    sql`select ${facet} as facet, coalesce(status, lane, size_type) as value, null as name, count(*)::int as count from (${found}) found
      group by grouping sets ((status), (lane), (size_type)) order by count(*) desc, value`,
  );
  return rows;
}

async function countNewest(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  facets: readonly ContainerFacet[],
  limit: number,
): Promise<CountedRow[]> {
  const ids = await idsByActivity(db, filter, limit);
  const counts = facets.map(
    (facet) =>
      sql`(select ${facet} as facet, value, max(name) as name, count(*)::int as count from (${COUNTS[facet]}) as one (value, name, n)
        where value is not null group by value order by count(*) desc, value limit ${MOST_VALUES})`,
  );
  const total = sql`(select 'total' as facet, '' as value, null as name, count(*)::int as count from found)`;
  const { rows } = await db.execute<CountedRow>(sql`
    with found as materialized (
      select c.id, c.visit_id, c.status, c.size_type, v.lane from containers c join visits v on v.id = c.visit_id
      where c.id in ${ids}
    ), seen as materialized (
      select found.id, camera_id, summary from found join scans on scans.container_id = found.id and scans.visit_id = found.visit_id
      union all select found.id, camera_id, '[]'::jsonb from found join evidence e on e.container_id = found.id and e.visit_id = found.visit_id
        where deleted_at is null
    )
    ${sql.join([total, ...counts], sql` union all `)}`);
  return rows;
}
