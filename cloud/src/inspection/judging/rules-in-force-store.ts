import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { composeStatementOnce, placeholders } from "../../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { currentMapVersion } from "../category-map/category-map-store.ts";
import { takenAt } from "../pictures/taken-at-store.ts";

/** Versions of the rules by which a match is judged. */
export type RuleVersions = { mapVersion: number; ruleSetVersion: number };

type Value = SQLWrapper | string | null;

/** The site of a camera, as an expression of any query; null for a camera without a lane. */
export const siteOfCamera = (cameraId: Value): SQL =>
  sql`(select in_lane.site_id from cameras placed join lanes in_lane on in_lane.id = placed.lane_id
    where placed.camera_id = ${cameraId})`;

const placedPictures = (containerId: Value, visitId: Value): SQL =>
  sql`from scans taken join cameras placed on placed.camera_id = taken.camera_id
    join lanes in_lane on in_lane.id = placed.lane_id
    where taken.container_id = ${containerId} and taken.visit_id = ${visitId} and taken.status = 'done'`;

/** The site whose camera took the last picture of a visit, not the last to arrive; null if no camera of a site did. */
export const siteOfVisit = (containerId: Value, visitId: Value): SQL =>
  sql`(select in_lane.site_id ${placedPictures(containerId, visitId)}
    order by ${takenAt("taken")} desc, taken.id desc limit 1)`;

/** A picture that is about to be written: it counts as one of its visit already. */
export type AddedPicture = { id: string; cameraId: string | null; takenAt: Date };

const findVersionsWithAdded = composeStatementOnce(() => {
  const { containerId, visitId, id, cameraId, at } = placeholders("containerId", "visitId", "id", "cameraId", "at");
  return selectVersions(sql`(select site_id from (
    (select in_lane.site_id, ${takenAt("taken")} as at, taken.id ${placedPictures(containerId, visitId)}
      order by at desc, taken.id desc limit 1)
    union all
    select in_lane.site_id, ${at}::timestamptz, ${id} from cameras placed
      join lanes in_lane on in_lane.id = placed.lane_id where placed.camera_id = ${cameraId}
  ) newest order by at desc, id desc limit 1)`);
});

/** The site of a picture: that of its camera, or of its visit where a user took it. */
export const siteOfPicture = (picture: { cameraId: SQLWrapper; containerId: SQLWrapper; visitId: SQLWrapper }): SQL =>
  sql`case when ${picture.cameraId} is null then ${siteOfVisit(picture.containerId, picture.visitId)}
    else ${siteOfCamera(picture.cameraId)} end`;

/** The rule set in force at a site: its own, else the one for every site. */
const ruleSetInForce = (site: SQL) =>
  sql<number>`(select in_force.version from rule_sets in_force
    where in_force.state = 'active' and (in_force.site_id is null or in_force.site_id = ${site})
    order by in_force.site_id is null limit 1)`.mapWith(Number);

/**
 * The versions in force at a site, as columns of any query: a query that reads what rules are needed for also reads
 * which rules these are, so that all processes use new ones at once.
 */
export const versionsInForce = (site: SQL) => ({
  mapVersion: currentMapVersion,
  ruleSetVersion: ruleSetInForce(site),
});

/** The versions in force for a visit; `added` is a picture that is about to be written. */
export async function findVersionsOfVisit(
  db: DatabaseOrTransaction,
  { id, containerId }: { id: string; containerId: string },
  added?: AddedPicture,
): Promise<RuleVersions> {
  if (!added) return findVersionsInForce(db, siteOfVisit(containerId, id));
  const picture = { id: added.id, cameraId: added.cameraId, at: added.takenAt.toISOString() };
  return readVersions(await findVersionsWithAdded(db, { containerId, visitId: id, ...picture }));
}

/** The versions in force at a site; null: where no site is known. */
export async function findVersionsInForce(db: DatabaseOrTransaction, site: SQL | string | null): Promise<RuleVersions> {
  return readVersions(await db.execute<VersionsRow>(selectVersions(sql`${site}`)));
}

type VersionsRow = { map: number; rules: number };

function selectVersions(site: SQL): SQL<VersionsRow> {
  const { mapVersion, ruleSetVersion } = versionsInForce(site);
  return sql<VersionsRow>`select ${mapVersion} as map, ${ruleSetVersion} as rules`;
}

function readVersions({ rows: [found] }: { rows: VersionsRow[] }): RuleVersions {
  if (!found) throw new Error("a statement without a table returned no row");
  return { mapVersion: found.map, ruleSetVersion: found.rules };
}
