import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { type NearMiss, nearMissesData } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { maySeeContainer } from "../record/container-rules.ts";
import { type ContainerRow, findContainer, findContainersByNumber } from "../record/container-store.ts";
import { findExpectedNumbers } from "./expected-number-store.ts";
import { confusionsOf } from "./near-miss-rules.ts";
import { openContainer } from "../record/open-container.ts";
import { confirmationOf } from "../record/present-container.ts";

const MAX_ITEMS = 20;

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/near-misses",
  operationId: "getNearMissesV1",
  tags: ["Containers"],
  summary: "List the expected numbers that a container's number may be a misreading of",
  description:
    "Expected are the numbers that `GET /v1/edge/expected-numbers` lists. A supervisor confirms the number " +
    "(`PUT .../number-confirmation`), merges the container into the right one (`POST .../merge`), or corrects the number " +
    "(`PUT .../container-number`) where only a manifest has the other one. Operators get the numbers of their own containers.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(nearMissesData), "The expected numbers, and who confirmed the container's own"),
    ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND"),
  },
});

export const getNearMisses = defineRoute(
  "operator",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { found, refusal } = await openContainer(c, db, { id, find: findContainer });
      if (refusal) return refusal;
      const { container } = found;
      const items = await findNearMisses(db, container, nowMs(), c.get("caller"));
      return ok(c, { confirmation: confirmationOf(container), items });
    },
  { readsReplica: true },
);

async function findNearMisses(
  db: DatabaseOrTransaction,
  { numberKey }: ContainerRow,
  nowMs: number,
  caller: Caller,
): Promise<NearMiss[]> {
  const confusions = confusionsOf(numberKey);
  if (confusions.size === 0) return [];
  const numbers = await findExpectedNumbers(db, nowMs, [...confusions.keys()]);
  const expected = new Map(
    numbers.flatMap((number) => parseContainerNumber(number) ?? []).map((one) => [one.key, one]),
  );
  const existing = await findContainersByNumber(db, [...expected.keys()]);
  return [...confusions]
    .flatMap(([key, confusion]) => {
      const [number, container] = [expected.get(key), existing.get(key)];
      const isVisible = container ? maySeeContainer(caller, container) : caller.role !== "operator";
      if (!number || !isVisible) return [];
      const { text: containerNumber, check: numberCheck } = number;
      return [{ containerNumber, numberCheck, confusion, containerId: container?.id ?? null }];
    })
    .slice(0, MAX_ITEMS);
}
