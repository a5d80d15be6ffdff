import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { passageSuggestionsData, passageSuggestionsQuery } from "@container-inspection/shared-schemas/passages";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { findNumbers } from "../record/container-store.ts";
import { failForeign, maySeePassage } from "./passage-access.ts";
import { findNamed, findNeighbours, type ListedPassage } from "./passage-list-store.ts";
import { findPassageName, findRecords } from "./passage-store.ts";
import { suggestNumbers } from "./suggest-numbers.ts";

const config = createRoute({
  method: "get",
  path: "/v1/passages/{id}/suggestions",
  operationId: "getPassageSuggestionsV1",
  tags: ["Passages"],
  summary: "List numbers that the vehicle of a passage may have, likeliest first",
  description: "At most nine, for supervisors and for the owner of the passage's containers.",
  request: { params: z.object({ id: z.string() }), query: passageSuggestionsQuery },
  responses: {
    200: json(successEnvelope(passageSuggestionsData), "The numbers"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "PASSAGE_NOT_FOUND"),
  },
});

export const getPassageSuggestions = defineRoute(
  "operator",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const name = await findPassageName(db, c.req.valid("param").id);
      const [found] = name ? await findNamed(db, [name]) : [];
      if (!found) return fail(c, "PASSAGE_NOT_FOUND", "Passage not found.");
      const caller = c.get("caller");
      if (!maySeePassage(caller, found)) return failForeign(c);
      const neighbours = (await findBeside(db, found)).filter((one) => maySeePassage(caller, one));
      const recorded = await findNumbers(
        db,
        (await findRecords(db, found.name)).map((one) => one.containerId),
      );
      const { part } = c.req.valid("query");
      const items = await suggestNumbers(db, { recorded, neighbours, part, nowMs: nowMs(), caller });
      return ok(c, { items });
    },
  { readsReplica: true },
);

async function findBeside(db: DatabaseOrTransaction, found: ListedPassage): Promise<ListedPassage[]> {
  const [beside] = (await findNeighbours(db, [found])).values();
  return findNamed(
    db,
    [beside?.previous, beside?.next].flatMap((one) => one ?? []),
  );
}
