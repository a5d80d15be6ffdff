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
import {
  activityOf,
  findContainers,
  findContainersByActivity,
  findContainersByLaneAge,
} from "./container-list-store.ts";
import { ownersAsked } from "../record/container-rules.ts";
import type { OwnedContainer } from "../record/container-store.ts";
import { presentContainer } from "../record/present-container.ts";
import type { Needs } from "../parts.ts";

/** The id of the last container; in another order than by creation, its time before it. */
const position = z.union([
  objectId,
  z.tuple([z.iso.datetime(), objectId]),
  z.tuple([z.iso.datetime(), objectId, z.literal("laneSince")]),
]);

const config = createRoute({
  method: "get",
  path: "/v1/containers",
  operationId: "listContainersV1",
  tags: ["Containers"],
  summary: "List containers, newest first, by last activity, or by the age of their lane",
  description: `Operators see the containers they own, supervisors and admins see all. With \`sort=lastActivity\`, the container whose current
visit has the latest record comes first: the time of its last scan or photo, or of the visit's opening before there is one.
With \`sort=laneSince\` and a \`verdict\`, those that wait longest come first: by \`visit.laneSince\`, of visits without a decision.

\`class\` matches containers whose current visit has a scan that shows an object of this class as the model reported it, \`cameraId\` and
\`laneId\` those with a scan or a photo of this camera, or of a camera that is in this lane now. \`verdict\` is the lane of
the current visit, of all its pictures and papers, as \`visit.lane\` of each container and of its report states it.

\`from\` and \`to\` go with the order by creation, \`activeFrom\` and \`activeTo\` with \`sort=lastActivity\`; together with another order they are refused.

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
  laneSince: {
    find: findContainersByLaneAge,
    positionOf: ({ visit, container }: OwnedContainer) => [visit.laneSince?.toISOString(), container.id, "laneSince"],
  },
};

/** Bounds of a time go with its order: no index has another, and a page of such a list could read all containers. */
const BOUNDS = { created: ["from", "to"], lastActivity: ["activeFrom", "activeTo"] } as const;

type Sort = keyof typeof orders;
type Asked = Omit<z.infer<typeof listContainersQuery>, "limit" | "ownerId" | "sort">;

/** Parts of a query that do not go with the order of the list. */
function findMisplaced(sort: Sort, asked: Asked): { path: string; message: string }[] {
  const others = (["created", "lastActivity"] as const).filter((order) => order !== sort);
  return [
    ...others.flatMap((order) =>
      BOUNDS[order].filter((name) => asked[name]).map((path) => ({ path, message: `needs sort=${order}` })),
    ),
    ...(sort === "laneSince" && asked.verdict === undefined
      ? [{ path: "verdict", message: "is required with sort=laneSince" }]
      : []),
  ];
}

/** The order whose page a cursor ended. */
const orderOf = (cursor: z.infer<typeof position>): Sort =>
  !Array.isArray(cursor) ? "created" : cursor.length === 2 ? "lastActivity" : "laneSince";

export const listContainers = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, ownerId, sort = "created", ...asked } = c.req.valid("query");
      const misplaced = [
        ...(cursor !== undefined && orderOf(cursor) !== sort
          ? [{ path: "cursor", message: "must be a nextCursor of a list with the same sort" }]
          : []),
        ...findMisplaced(sort, asked),
      ];
      if (misplaced.length > 0) return fail(c, "VALIDATION_ERROR", "The query is not valid.", misplaced);
      const ownerIds = ownersAsked(c.get("caller"), ownerId);
      const [at, id] = Array.isArray(cursor) ? cursor : [undefined, cursor];
      const after = id === undefined ? undefined : { id, at };
      const { find, positionOf } = orders[sort];
      const rows = await find(db, { ...asked, ownerIds }, { after, limit: limit + 1 });
      return ok(c, pageOf(rows, limit, positionOf, presentContainer));
    },
  { readsReplica: true },
);
