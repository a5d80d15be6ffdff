import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { topology } from "@container-inspection/shared-schemas/topology";
import { createRoute } from "@hono/zod-openapi";
import { findPlacedCameras, findUnplacedCameras } from "./camera-store.ts";
import { presentCamera } from "./present-camera.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { findPlan } from "../topology/topology-store.ts";
import type { Needs } from "../parts.ts";

const MAX_UNASSIGNED = 500;

const config = createRoute({
  method: "get",
  path: "/v1/topology",
  operationId: "getTopologyV1",
  tags: ["Cameras"],
  summary: "Get sites with their lanes, and the cameras of each lane with their last event",
  description:
    "Cameras without a lane are in `unassigned`, the last seen first, at most 500; `GET /v1/cameras` lists all.",
  responses: { 200: json(successEnvelope(topology), "The topology"), ...notModified },
});

export const getTopology = defineRoute("operator", config, ({ db }: Needs<"db">) => async (c) => {
  const plan = await findPlan(db);
  const placed = Map.groupBy(await findPlacedCameras(db), ({ lane }) => lane?.id);
  const camerasOf = (laneId: string) => (placed.get(laneId) ?? []).map(presentCamera);
  const sites = plan.sites.map((site) => ({
    ...site,
    lanes: site.lanes.map((lane) => ({ ...lane, cameras: camerasOf(lane.id) })),
  }));
  const unassigned = await findUnplacedCameras(db, MAX_UNASSIGNED);
  return okWithEtag(c, { sites, unassigned: unassigned.map(presentCamera) });
});
