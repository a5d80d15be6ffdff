import { z } from "zod";
import { camera, cameraPosition, cameraView } from "./cameras.ts";
import { objectId } from "./object-id.ts";
import { placeName } from "./place-name.ts";
import { datetime, orNull, pageQuery, text } from "./primitives.ts";

const placed = { id: z.string(), name: z.string() };

/** Sites with their lanes, and each lane's cameras with their last activity. */
export const topology = z
  .object({
    sites: z.array(z.object({ ...placed, lanes: z.array(z.object({ ...placed, cameras: z.array(camera) })) })),
    unassigned: z.array(camera).describe("cameras without a lane, last seen first; at most 500"),
  })
  .meta({ id: "Topology" });
export type Topology = z.infer<typeof topology>;

/** Sites and lanes without cameras, in display order. */
export const topologyPlan = z
  .object({ sites: z.array(z.object({ ...placed, lanes: z.array(z.object(placed)) })) })
  .meta({ id: "TopologyPlan" });
export type TopologyPlan = z.infer<typeof topologyPlan>;

const name = placeName;
const id = objectId.optional().describe("id of an existing entry; without an id the entry is created");
const differ = (places: readonly { name: string }[]) =>
  new Set(places.map(({ name }) => name.toLowerCase())).size === places.length;
const MAX_LANES = 2_000;
const DIFFER = { message: "must have different names" };

/** The whole plan; sites and lanes that are absent are removed. */
export const putTopologyRequest = z.object({
  sites: z
    .array(z.object({ id, name, lanes: z.array(z.object({ id, name })).max(100).refine(differ, DIFFER) }))
    .max(200)
    .refine(differ, DIFFER)
    .refine((sites) => sites.reduce((sum, { lanes }) => sum + lanes.length, 0) <= MAX_LANES, {
      message: `must have at most ${MAX_LANES} lanes in total`,
    }),
});
export type PutTopologyRequest = z.infer<typeof putTopologyRequest>;

/** The registration of a camera by an admin. */
export const cameraRegistration = z
  .object({
    cameraId: z.string(),
    name: z.string().nullable(),
    position: orNull(cameraPosition),
    view: orNull(cameraView),
    laneId: z.string().nullable(),
    createdAt: datetime,
    updatedAt: datetime,
  })
  .meta({ id: "CameraRegistration" });
export type CameraRegistration = z.infer<typeof cameraRegistration>;

/** Fields that are absent stay unchanged; null clears a field. */
export const putCameraRequest = z
  .object({
    name: name.nullable(),
    position: orNull(cameraPosition),
    view: orNull(cameraView),
    laneId: z.string().nullable(),
  })
  .partial();
export type PutCameraRequest = z.infer<typeof putCameraRequest>;

export const listAdminCamerasQuery = pageQuery.extend({
  q: text(100).optional().describe("part of the id or the name"),
  laneId: text(100).optional(),
  status: z
    .enum(["registered", "unregistered", "unassigned", "never-seen"])
    .optional()
    .describe("`unregistered`: seen but not registered; `unassigned`: without a lane"),
});
