import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { listPassagesQuery, passagesPage } from "@container-inspection/shared-schemas/passages";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { ownerAsked } from "./passage-access.ts";
import { findPassages } from "./passage-list-store.ts";
import { presentPassages } from "./present-passages.ts";

/** The time and id of the last passage. */
const position = z.tuple([z.iso.datetime(), objectId]);

const config = createRoute({
  method: "get",
  path: "/v1/passages",
  operationId: "listPassagesV1",
  tags: ["Passages"],
  summary: "List vehicles whose containers a person must name, or has named, newest first",
  description:
    "A passage is one vehicle through one gate lane. It is listed while its device named no number for it, or several. " +
    "Operators see passages whose containers they all own.",
  request: { query: listPassagesQuery.extend({ cursor: cursorOf(position).optional() }) },
  responses: { 200: json(successEnvelope(passagesPage), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listPassages = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, state = "unidentified", laneId } = c.req.valid("query");
      const ownerId = ownerAsked(c.get("caller"));
      const found = await findPassages(db, { state, laneId, ownerId, before: cursor, limit: limit + 1 });
      const { items, nextCursor } = pageOf(
        found,
        limit,
        ({ order }) => order,
        ({ passage }) => passage,
      );
      return ok(c, { items: await presentPassages(db, items, { ownerId }), nextCursor });
    },
  { readsReplica: true },
);
