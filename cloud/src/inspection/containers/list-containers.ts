import { container, listContainersQuery } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { activityOf, findContainers, findContainersByActivity } from "./container-list-store.ts";
import { ownersAsked } from "../record/container-rules.ts";
import type { OwnedContainer } from "../record/container-store.ts";
import { presentContainer } from "../record/present-container.ts";
import type { Needs } from "../parts.ts";

/** The id of the last container; by last activity, its time before it. */
const position = z.union([objectId, z.tuple([z.iso.datetime(), objectId])]);

const config = createRoute({
  method: "get",
  path: "/v1/containers",
  operationId: "listContainersV1",
  tags: ["Containers"],
  summary: "List containers, newest first or by last activity",
  description: `Operators see the containers they own, supervisors and admins see all. With \`sort=lastActivity\`, the container whose current
visit has the latest record comes first: the time of its last scan or photo, or of the visit's opening before there is one.

\`class\` matches containers whose current visit has a scan that shows an object of this class as the model reported it, \`cameraId\` and
\`laneId\` those with a scan or a photo of this camera, or of a camera that is in this lane now. \`verdict\` is the lane of
the current visit, of all its pictures and papers, as \`visit.lane\` of each container and of its report states it.

\`from\` and \`to\` go with the order by creation, \`activeFrom\` and \`activeTo\` with \`sort=lastActivity\`; together with the other order they are refused.

\`search\` looks at the manifests and escalations of all visits. Goods and reasons are searched where the text has three letters or digits of
ASCII in a row, or other letters; a text of few letters that are all outside ASCII is found in the first 1,000 characters of them.`,
  request: { query: listContainersQuery.extend({ cursor: cursorOf(position).optional() }) },
  responses: { 200: json(successEnvelope(page(container)), "One page"), ...errors("VALIDATION_ERROR") },
});

const orders = {
  created: { find: findContainers, positionOf: (row: OwnedContainer) => row.container.id },
  lastActivity: {
    find: findContainersByActivity,
    positionOf: (row: OwnedContainer) => [activityOf(row).toISOString(), row.container.id],
  },
};

/**
 * The bounds of a time that the list is not ordered by: no index has both, and a page of such a list could read all
 * containers.
 */
function findMisplacedTime(
  sort: keyof typeof orders,
  { from, to, activeFrom, activeTo }: { [name in "from" | "to" | "activeFrom" | "activeTo"]?: Date | undefined },
): { path: string; message: string } | undefined {
  const [times, needed] =
    sort === "created"
      ? [{ activeFrom, activeTo }, "needs sort=lastActivity; from and to go with the order by creation"]
      : [{ from, to }, "needs sort=created; activeFrom and activeTo go with the order by last activity"];
  const found = Object.entries(times).find(([, time]) => time !== undefined);
  return found && { path: found[0], message: needed };
}

export const listContainers = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, ownerId, sort = "created", ...asked } = c.req.valid("query");
      if (cursor !== undefined && Array.isArray(cursor) !== (sort === "lastActivity"))
        return fail(c, "VALIDATION_ERROR", "The query is not valid.", [
          { path: "cursor", message: "must be a nextCursor of a list with the same sort" },
        ]);
      const misplaced = findMisplacedTime(sort, asked);
      if (misplaced !== undefined) return fail(c, "VALIDATION_ERROR", "The query is not valid.", [misplaced]);
      const ownerIds = ownersAsked(c.get("caller"), ownerId);
      const [activeAt, id] = Array.isArray(cursor) ? cursor : [undefined, cursor];
      const after = id === undefined ? undefined : { id, activeAt };
      const { find, positionOf } = orders[sort];
      const rows = await find(db, { ...asked, ownerIds }, { after, limit: limit + 1 });
      return ok(c, pageOf(rows, limit, positionOf, presentContainer));
    },
  { readsReplica: true },
);
