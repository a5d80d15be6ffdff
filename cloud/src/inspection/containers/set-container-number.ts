import type { ContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { container, setContainerNumberRequest } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { isDuplicateOf } from "../../platform/db/error-code.ts";
import type { Caller } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { lockNumber, lockWaitingManifests } from "../manifests/attachment-store.ts";
import type { OwnedContainer } from "../record/container-store.ts";
import { mustStay } from "../record/container-rules.ts";
import { isNumberKept } from "../record/kept-container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { presentContainer } from "../record/present-container.ts";
import type { Needs } from "../parts.ts";
import { renumber } from "./renumber.ts";

const config = createRoute({
  method: "put",
  path: "/v1/containers/{id}/container-number",
  operationId: "setContainerNumberV1",
  tags: ["Containers"],
  summary: "Set the number of a container",
  description:
    "Setting the current number again succeeds and changes nothing. A container without a manifest gets those that " +
    "wait for the new number, if their creators may see the container; attached manifests stay. Critical findings that the " +
    "change causes against the container's scan escalate it. Operators cannot rename a container that is escalated, held, to " +
    "be inspected or under a legal hold. While it is, its former number stays bound to it: a scan of that number belongs to " +
    "it, and no other container gets the number. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(setContainerNumberRequest) },
  responses: {
    200: json(successEnvelope(container), "The container"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "CONTAINER_NUMBER_TAKEN", "CONTAINER_HELD"),
    ...errors("PRECONDITION_FAILED"),
  },
});

export const setContainerNumber = defineRoute(
  "operator",
  config,
  ({ db, matchRules, jobs, newId, nowMs }: Needs<"db" | "matchRules" | "jobs" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { containerNumber: number } = c.req.valid("json");
      const audit = auditOf(c, { newId, nowMs });
      try {
        return await db.transaction(async (tx) => {
          await lockNumber(tx, number.key);
          await lockWaitingManifests(tx, number.key);
          const { found, refusal } = await openContainerForChange(c, tx, id);
          if (refusal) return refusal;
          const problem = await refuseNumber(tx, found, number, c.get("caller"));
          if (problem) return fail(c, problem.code, problem.message);
          return okWithEtag(
            c,
            presentContainer(await renumber(tx, found, number, { matchRules, jobs, audit, newId, nowMs: nowMs() })),
          );
        });
      } catch (error) {
        if (!isDuplicateOf(error, "containers_number")) throw error;
        return fail(c, "CONTAINER_NUMBER_TAKEN", `Another container has the number ${number.text}.`);
      }
    },
);

/** An operator who may rename a held container could take it past the gate: its next scan would be of another one. */
async function refuseNumber(
  tx: DatabaseOrTransaction,
  { container: { id, containerNumber, status, legalHold } }: OwnedContainer,
  number: ContainerNumber,
  { role }: Caller,
) {
  if (number.text === containerNumber) return undefined;
  if (role === "operator" && mustStay({ status, legalHold })) {
    const why = legalHold ? "under a legal hold" : status;
    const message = `The container is ${why}: only a supervisor can correct its number.`;
    return { code: "CONTAINER_HELD" as const, message };
  }
  if (!(await isNumberKept(tx, number.key, id))) return undefined;
  const message = `The number ${number.text} was that of a container that is held, escalated or under a legal hold.`;
  return { code: "CONTAINER_NUMBER_TAKEN" as const, message };
}
