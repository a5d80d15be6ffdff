import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { rollOutDetail } from "@container-inspection/shared-schemas/releases";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentRollOutDetail } from "./present-roll-out.ts";
import { findRollOut } from "./roll-out-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/roll-outs/{id}",
  operationId: "getRollOutV1",
  tags: ["Roll-outs"],
  summary: "Get a roll-out with what each device of its group runs",
  description:
    "By the newest heartbeat of each device: whether it is to run the release, how far it is with it, why it refused it, and what it runs instead.",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(successEnvelope(rollOutDetail), "The roll-out"), ...errors("ROLL_OUT_NOT_FOUND") },
});

export const getRollOut = defineRoute("admin", config, ({ db }: Needs<"db">) => async (c) => {
  const found = await findRollOut(db, c.req.valid("param").id);
  if (!found) return fail(c, "ROLL_OUT_NOT_FOUND", "No roll-out has this id.");
  return ok(c, await presentRollOutDetail(db, found));
});
