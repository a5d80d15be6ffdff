import { container } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { queryVisit } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { createContainerReader } from "../record/container-store.ts";
import { openContainerOnVisit } from "../record/open-container.ts";
import { presentContainer } from "../record/present-container.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}",
  operationId: "getContainerV1",
  tags: ["Containers"],
  summary: "One container with its newest category scan",
  description:
    "`status`, `manifestId`, `manifestIds`, `categoryScan` and `visit` are those of the current visit, or of the visit that the query " +
    "names.",
  request: { params: z.object({ id: z.string() }), query: z.object({ visit: queryVisit }) },
  responses: {
    200: json(successEnvelope(container), "The container"),
    ...notModified,
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "VISIT_NOT_FOUND"),
  },
});

export const getContainer = defineRoute("operator", config, ({ db }: Needs<"db">) => {
  const readContainer = createContainerReader(db);
  return async (c) => {
    const { id } = c.req.valid("param");
    const { visit } = c.req.valid("query");
    const { found, refusal } = await openContainerOnVisit(c, db, { id, visit, find: () => readContainer(id) });
    return refusal ?? okWithEtag(c, presentContainer(found));
  };
});
