import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { page, pageQuery } from "@container-inspection/shared-schemas/primitives";
import { visit } from "@container-inspection/shared-schemas/visits";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { findContainer } from "../record/container-store.ts";
import { openContainer } from "../record/open-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { presentVisit } from "../record/present-visit.ts";
import { findLatestVisits } from "../record/visit-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/visits",
  operationId: "listVisitsV1",
  tags: ["Containers"],
  summary: "List a container's visits, newest first",
  description:
    "In the order in which they became known: a visit whose records arrive late has a greater number than the visits that " +
    "followed it.",
  request: {
    params: z.object({ id: z.string() }),
    query: pageQuery.extend({ cursor: cursorOf(z.int32()).optional() }),
  },
  responses: {
    200: json(successEnvelope(page(visit)), "One page"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND"),
  },
});

export const listVisits = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { limit, cursor } = c.req.valid("query");
      const { found, refusal } = await openContainer(c, db, { id, find: findContainer });
      if (refusal) return refusal;
      const rows = await findLatestVisits(db, { containerId: id, beforeNumber: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(
          rows,
          limit,
          (row) => row.number,
          (row) => presentVisit(row, found.container),
        ),
      );
    },
  { readsReplica: true },
);
