import { dcsaEvent, dcsaEventsQuery } from "@container-inspection/shared-schemas/trade-events";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { linkToNext, refuseCursor, refuseOff } from "./trade-replies.ts";
import { readTradePage } from "./trade-page.ts";
import { writeDcsa } from "./write-dcsa.ts";

const config = createRoute({
  method: "get",
  path: "/v1/dcsa/v3/events",
  operationId: "listDcsaEventsV1",
  tags: ["Trade events"],
  summary: "List what happened to containers, as events of DCSA's Track and Trace 3",
  description:
    "A client of DCSA's interface uses `…/v1/dcsa` as its base address. Gate-in (`GTIN`), inspected (`INSP`), selected for inspection (`CUSI`), " +
    "held (`HOLD` of the customs clearance), released (`CUSR`), seal changed (`RSEA`). A page covers the last week, oldest first; `Next-Page` " +
    "leads to the next one. With `equipmentReference`, all events of that container come at once, however old they are. An event can come again, with the " +
    "same `eventID`. After the correction of a number, what was sent under the wrong one is retracted (`retractedEventID`) and sent again under " +
    "the right one. Off unless `TRADE_PARTY` and `TRADE_LOCATION` are set.",
  request: { query: dcsaEventsQuery.extend({ cursor: z.string().max(100).optional().describe("from `Next-Page`") }) },
  responses: {
    200: json(z.array(dcsaEvent), "The events"),
    ...errors("VALIDATION_ERROR", "TRADE_EVENTS_OFF"),
  },
});

export const listDcsaEvents = defineRoute(
  "supervisor",
  config,
  ({ db, settings }: Needs<"db" | "settings">) =>
    async (c) => {
      const { tradeEvents: publisher } = settings;
      if (!publisher) return refuseOff(c);
      const query = c.req.valid("query");
      const { limit, cursor, equipmentReference: number, "eventCreatedDateTime:gte": from } = query;
      const page = await readTradePage(db, { number: number?.key, limit, from, cursor });
      if (!page) return fail(c, "VALIDATION_ERROR", "The query is not valid.", refuseCursor("cursor"));
      c.header("API-Version", "3.0.0");
      if (page.next !== undefined) c.header("Next-Page", linkToNext(c, "cursor", page.next));
      return c.json(
        page.events.map((event) => writeDcsa(event, publisher)),
        200,
      );
    },
);
