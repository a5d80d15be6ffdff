import { container, createContainerRequest, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { createdWithEtag, fail } from "../../platform/http/replies.ts";
import { makeContainer } from "./make-container.ts";
import { presentContainer } from "./present-container.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers",
  operationId: "createContainerV1",
  tags: ["Containers"],
  summary: "Register a container",
  description:
    "The caller owns it. Manifests that wait for the number are attached if their creators may see the container.",
  request: { body: jsonBody(createContainerRequest) },
  responses: {
    201: json(successEnvelope(container), "The container"),
    ...errors("VALIDATION_ERROR", "CONTAINER_NUMBER_TAKEN"),
  },
});

export const createContainer = defineRoute(
  "operator",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { userId: ownerId } = c.get("caller");
      const { containerNumber: number, sizeType } = c.req.valid("json");
      const audit = auditOf(c, { newId, nowMs });
      const made = await db.transaction((tx) =>
        makeContainer(tx, { number, sizeType, ownerId, audit, newId, nowMs: nowMs() }),
      );
      if (!made) return fail(c, "CONTAINER_NUMBER_TAKEN", `A container with the number ${number.text} already exists.`);
      return createdWithEtag(c, presentContainer(made));
    },
);
