import { z } from "zod";
import { containerNumber } from "./container-number.ts";
import type { LiveEventKind } from "./live-events.ts";
import { datetime, text } from "./primitives.ts";

// Events for terminal systems in two published vocabularies. The facts are those of DCSA's EVENT_DOMAIN 3.1.0, which
// Track and Trace 3.0.0-Beta-1 uses, and of GS1's EPCIS 2.0 with the Core Business Vocabulary 2.0.

/** The live events that can mean something to a terminal system. */
export const tradeSources: readonly LiveEventKind[] = [
  "visit.begun",
  "scan.recorded",
  "scan.finished",
  "escalation.resolved",
  "container.updated",
  "container.deleted",
];

/** Names of the formats that webhooks can have: our own events, or one of the vocabularies. */
export const webhookFormat = z.enum(["live-events", "dcsa", "epcis"]).meta({
  id: "WebhookFormat",
  description:
    "`live-events`: the events of `GET /v1/events`. `dcsa`: events of DCSA's Track and Trace 3. `epcis`: a document of EPCIS 2.0.",
});
export type WebhookFormat = z.infer<typeof webhookFormat>;

const reference = z.object({ type: z.string(), value: z.string().max(100) });

const payload = {
  eventClassifierCode: z.literal("ACT"),
  eventDateTime: datetime,
  relatedDocumentReferences: z.array(reference).optional().describe("bills of lading, as `TRD`"),
  references: z.array(reference).describe("the container's number, as `EQ`"),
};

/** The payload about a container itself. */
export const dcsaEquipment = z.strictObject({
  ...payload,
  equipmentEventTypeCode: z.enum(["GTIN", "INSP", "CUSI", "CUSR", "RSEA"]),
  equipmentReference: z.string().max(15),
  ISOEquipmentCode: z.string().max(4).optional(),
  emptyIndicatorCode: z.enum(["LADEN", "EMPTY"]),
  eventLocation: z.strictObject({ locationType: z.literal("UNLO"), UNLocationCode: z.string().length(5) }),
  facilityTypeCode: z.string(),
  seals: z.array(z.strictObject({ number: z.string().max(15) })).optional(),
});

/** The payload about the customs clearance of a container's goods. */
export const dcsaShipment = z.strictObject({
  ...payload,
  shipmentEventTypeCode: z.literal("HOLD"),
  documentTypeCode: z.literal("CUC"),
  documentReference: z.string().max(100),
});

/** An event of DCSA's Track and Trace 3; one that retracts another has no payload. */
export const dcsaEvent = z
  .strictObject({
    metadata: z.strictObject({
      eventID: z.string().max(100),
      eventCreatedDateTime: datetime,
      eventType: z.enum(["SHIPMENT", "EQUIPMENT"]),
      publisher: z.strictObject({
        partyName: z.string().max(100).optional(),
        carrierCode: z.string().max(10),
        carrierCodeListProvider: z.enum(["SMDG", "NMFTA"]),
      }),
      publisherRole: z.literal("SVP"),
      retractedEventID: z.string().max(100).optional(),
    }),
    payload: z.union([dcsaEquipment, dcsaShipment]).optional(),
  })
  .meta({ id: "DcsaEvent" });
export type DcsaEvent = z.infer<typeof dcsaEvent>;

/** An ObjectEvent of EPCIS 2.0; one with `errorDeclaration` takes back the event with its id. */
export const epcisEvent = z
  .strictObject({
    type: z.literal("ObjectEvent"),
    eventID: z.string(),
    eventTime: datetime,
    eventTimeZoneOffset: z.literal("+00:00"),
    recordTime: datetime,
    action: z.literal("OBSERVE"),
    epcList: z.array(z.string()).length(1).describe("`urn:epc:id:bic:` and the container's number"),
    bizStep: z.string(),
    disposition: z.string(),
    readPoint: z.strictObject({ id: z.string() }),
    bizTransactionList: z.array(z.strictObject({ type: z.literal("bol"), bizTransaction: z.string() })).optional(),
    errorDeclaration: z.strictObject({ declarationTime: datetime, reason: z.literal("incorrect_data") }).optional(),
  })
  .meta({ id: "EpcisEvent" });
export type EpcisEvent = z.infer<typeof epcisEvent>;

/** A document with events that were asked for. */
export const epcisQueryDocument = z
  .strictObject({
    "@context": z.array(z.string()),
    type: z.literal("EPCISQueryDocument"),
    schemaVersion: z.literal("2.0"),
    creationDate: datetime,
    epcisBody: z.strictObject({
      queryResults: z.strictObject({
        queryName: z.string(),
        resultsBody: z.strictObject({ eventList: z.array(epcisEvent) }),
      }),
    }),
  })
  .meta({ id: "EpcisQueryDocument" });
export type EpcisQueryDocument = z.infer<typeof epcisQueryDocument>;

const pageSize = z.coerce.number().int().min(1).max(500).default(100);

/** The query of `GET /v1/dcsa/v3/events`: the parameters of DCSA's that have a meaning here. */
export const dcsaEventsQuery = z.object({
  limit: pageSize.describe("how many entries of the record are read for one page; each has up to a few events"),
  equipmentReference: containerNumber.optional().describe("all events of this container, instead of a page"),
  "eventCreatedDateTime:gte": z.coerce
    .date()
    .optional()
    .meta({ type: "string", format: "date-time", description: "only events from this time on" }),
});

/** The query of `GET /v1/epcis/events`: the parameters of EPCIS that have a meaning here. */
export const epcisEventsQuery = z.object({
  perPage: pageSize.describe("how many entries of the record are read for one page; each has up to a few events"),
  MATCH_epc: text(40)
    .optional()
    .describe("all events of this container, as `urn:epc:id:bic:` and its number, instead of a page"),
  GE_recordTime: z.coerce
    .date()
    .optional()
    .meta({ type: "string", format: "date-time", description: "only events from this time on" }),
});
