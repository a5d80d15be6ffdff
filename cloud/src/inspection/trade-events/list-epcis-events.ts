import { epcisEventsQuery, epcisQueryDocument } from "@container-inspection/shared-schemas/trade-events";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { linkToNext, refuseCursor, refuseOff } from "./trade-replies.ts";
import { readTradePage } from "./trade-page.ts";
import { numberOfEpc, writeEpcis, writeEpcisDocument } from "./write-epcis.ts";

const config = createRoute({
  method: "get",
  path: "/v1/epcis/events",
  operationId: "listEpcisEventsV1",
  tags: ["Trade events"],
  summary: "List what happened to containers, as a document of EPCIS 2.0",
  description:
    "The events of `GET /v1/dcsa/v3/events` in the other vocabulary: ObjectEvents with the business steps `arriving`, `inspecting`, `holding` and " +
    "`other`, and the dispositions of the Core Business Vocabulary. A container is `urn:epc:id:bic:` and its number. The header `Link` leads to the next page. An event that was taken back is repeated with an " +
    "`errorDeclaration`. Off unless `TRADE_PARTY` and `TRADE_LOCATION` are set.",
  request: {
    query: epcisEventsQuery.extend({ nextPageToken: z.string().max(100).optional().describe("from `Link`") }),
  },
  responses: {
    200: json(epcisQueryDocument, "The events"),
    ...errors("VALIDATION_ERROR", "TRADE_EVENTS_OFF"),
  },
});

export const listEpcisEvents = defineRoute(
  "supervisor",
  config,
  ({ db, settings, nowMs }: Needs<"db" | "settings" | "nowMs">) =>
    async (c) => {
      const { tradeEvents: publisher } = settings;
      if (!publisher) return refuseOff(c);
      const { perPage: limit, nextPageToken: cursor, MATCH_epc: epc, GE_recordTime: from } = c.req.valid("query");
      const number = epc === undefined ? undefined : numberOfEpc(epc);
      if (epc !== undefined && number === undefined)
        return fail(c, "VALIDATION_ERROR", "The query is not valid.", [
          { path: "MATCH_epc", message: "must be urn:epc:id:bic: and a container number" },
        ]);
      const page = await readTradePage(db, { number, limit, from, cursor });
      if (!page) return fail(c, "VALIDATION_ERROR", "The query is not valid.", refuseCursor("nextPageToken"));
      c.header("GS1-EPCIS-Version", "2.0.0");
      if (page.next !== undefined) c.header("Link", `<${linkToNext(c, "nextPageToken", page.next)}>; rel="next"`);
      const written = page.events.map((event) => writeEpcis(event, publisher));
      return c.json(writeEpcisDocument(written, nowMs()), 200);
    },
);
