import { container, createContainerRequest, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../audit/create-audit.ts";
import { defineRoute } from "../http/define-route.ts";
import { errors, json, jsonBody } from "../http/describe.ts";
import { etagOf } from "../http/etag.ts";
import { created, fail } from "../http/replies.ts";
import { attachWaitingManifest, lockNumber } from "../manifests/attachment-store.ts";
import { findContainer, insertContainer } from "./container-store.ts";
import { presentContainer, snapshotContainer } from "./present-container.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers",
  operationId: "createContainerV1",
  tags: ["Containers"],
  summary: "Register a container",
  description:
    "The caller owns it. A manifest that waits for the number is attached, if its maker may see the container.",
  request: { body: jsonBody(createContainerRequest) },
  responses: {
    201: json(successEnvelope(container), "The container"),
    ...errors("VALIDATION_ERROR", "CONTAINER_NUMBER_TAKEN"),
  },
});

export const createContainer = defineRoute("operator", config, ({ db, newId, nowMs: now }) => async (c) => {
  const { userId: ownerId } = c.get("caller");
  const { containerNumber: number, sizeType } = c.req.valid("json");
  const nowMs = now();
  const audit = auditOf(c, { newId, nowMs: now });
  const made = await db.transaction(async (tx) => {
    await lockNumber(tx, number.key);
    const id = newId();
    const row = await insertContainer(tx, { id, number, sizeType, ownerId, source: "user", nowMs });
    if (!row) return undefined;
    await attachWaitingManifest(tx, row, nowMs);
    const found = await findContainer(tx, id);
    if (!found) throw new Error(`the container ${id} vanished in the transaction that made it`);
    const after = snapshotContainer(found.container);
    await audit(tx, { action: "container.create", subject: { type: "container", id }, before: null, after });
    return found;
  });
  if (!made) return fail(c, "CONTAINER_NUMBER_TAKEN", `There is a container with the number ${number.text} already.`);
  const data = presentContainer(made);
  c.header("ETag", etagOf(data));
  return created(c, data);
});
