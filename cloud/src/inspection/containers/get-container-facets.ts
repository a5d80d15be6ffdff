import { containerFacets, containerFacetsQuery } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { ownersAsked } from "../record/container-rules.ts";
import { countFacets } from "./facet-store.ts";

/** The most containers that are counted by what they show, so that the cost is the same however many there are. */
const MOST_LOOKED_AT = 500;

const config = createRoute({
  method: "get",
  path: "/v1/containers/facets",
  operationId: "getContainerFacetsV1",
  tags: ["Containers"],
  summary: "Count the containers of a list by what they can be narrowed by",
  description:
    "Takes the filters of `GET /v1/containers` but `from` and `to`. Class, camera and lane are those of the 500 matching containers with the last " +
    "activity at most; `total` is of all. Operators see counts of the containers they own.",
  request: { query: containerFacetsQuery },
  responses: { 200: json(successEnvelope(containerFacets), "The counts"), ...errors("VALIDATION_ERROR") },
});

export const getContainerFacets = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { ownerId, ...asked } = c.req.valid("query");
      const filter = { ...asked, ownerIds: ownersAsked(c.get("caller"), ownerId) };
      const { counted, values, total } = await countFacets(db, filter, { limit: MOST_LOOKED_AT });
      const of = (name: string) => values.flatMap(({ facet, ...counted }) => (facet === name ? [counted] : []));
      const facets = {
        status: of("status"),
        verdict: of("verdict"),
        class: of("class"),
        cameraId: of("cameraId"),
        laneId: of("laneId"),
        sizeType: of("sizeType"),
      };
      return ok(c, { counted, isComplete: counted < MOST_LOOKED_AT, facets, total });
    },
  { readsReplica: true },
);
