import type { DcsaEvent } from "@container-inspection/shared-schemas/trade-events";
import type { Settings } from "../../platform/settings/settings.ts";
import { type TradeEvent, uuidOf, vocabularies } from "./trade-event.ts";

/** The party that publishes the events, and its place; undefined where no events go out. */
export type Publisher = NonNullable<Settings["tradeEvents"]>;

/**
 * Writes an event as DCSA's Track and Trace 3 has it. The reason of a hold is not sent: it may warn the wrong person.
 * A container whose papers and pictures do not show that it is empty counts as laden, since DCSA has no third answer.
 */
export function writeDcsa(event: TradeEvent, publisher: Publisher): DcsaEvent {
  const { type: eventType } = vocabularies[event.kind].dcsa;
  const { id, retractedAt } = event;
  const common = { eventType, publisher: publisherOf(publisher), publisherRole: "SVP" as const };
  if (retractedAt) {
    const eventCreatedDateTime = retractedAt.toISOString();
    return { metadata: { eventID: uuidOf(`retracted ${id}`), eventCreatedDateTime, ...common, retractedEventID: id } };
  }
  const metadata = { eventID: id, eventCreatedDateTime: event.recordedAt.toISOString(), ...common };
  return { metadata, payload: payloadOf(event, publisher) };
}

function publisherOf({ name, code, codeList }: Publisher): DcsaEvent["metadata"]["publisher"] {
  return { ...(name !== undefined && { partyName: name }), carrierCode: code, carrierCodeListProvider: codeList };
}

function payloadOf(event: TradeEvent, publisher: Publisher): NonNullable<DcsaEvent["payload"]> {
  const { containerNumber, sizeType, bills, seal } = event;
  const documents = bills.map((value) => ({ type: "TRD", value: value.slice(0, 100) }));
  const common = {
    eventClassifierCode: "ACT" as const,
    eventDateTime: event.at.toISOString(),
    ...(documents.length > 0 && { relatedDocumentReferences: documents }),
    references: [{ type: "EQ", value: containerNumber }],
  };
  const { type, code } = vocabularies[event.kind].dcsa;
  if (type === "SHIPMENT")
    return { ...common, shipmentEventTypeCode: code, documentTypeCode: "CUC", documentReference: event.subjectId };
  return {
    ...common,
    equipmentEventTypeCode: code,
    equipmentReference: containerNumber,
    ...(sizeType !== null && { ISOEquipmentCode: sizeType }),
    emptyIndicatorCode: event.isEmpty ? "EMPTY" : "LADEN",
    eventLocation: { locationType: "UNLO", UNLocationCode: publisher.location },
    facilityTypeCode: publisher.facility,
    ...(seal !== undefined && { seals: [{ number: seal.slice(0, 15) }] }),
  };
}
