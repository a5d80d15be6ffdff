import type { EpcisEvent, EpcisQueryDocument } from "@container-inspection/shared-schemas/trade-events";
import { type TradeEvent, vocabularies } from "./trade-event.ts";
import type { Publisher } from "./write-dcsa.ts";

const CONTEXT = "https://ref.gs1.org/standards/epcis/epcis-context.jsonld";
/** GS1's form of the numbers of the Bureau International des Containers. */
const BIC = "urn:epc:id:bic:";
/** The vocabulary of the United Nations for places. */
const PLACES = "https://vocabulary.uncefact.org/unlocode#";

/** Writes an event as EPCIS 2.0 has it. One that was taken back is repeated with an error declaration. */
export function writeEpcis(event: TradeEvent, { location }: Publisher): EpcisEvent {
  const { id, at, recordedAt, containerNumber, bills, retractedAt } = event;
  const transactions = bills.map((bill) => ({
    type: "bol" as const,
    bizTransaction: `urn:bill-of-lading:${encodeURIComponent(bill)}`,
  }));
  return {
    type: "ObjectEvent",
    eventID: `urn:uuid:${id}`,
    eventTime: at.toISOString(),
    eventTimeZoneOffset: "+00:00",
    recordTime: recordedAt.toISOString(),
    action: "OBSERVE",
    epcList: [`${BIC}${containerNumber}`],
    ...vocabularies[event.kind].epcis,
    readPoint: { id: `${PLACES}${location}` },
    ...(transactions.length > 0 && { bizTransactionList: transactions }),
    ...(retractedAt && {
      errorDeclaration: { declarationTime: retractedAt.toISOString(), reason: "incorrect_data" as const },
    }),
  };
}

/** The document that answers a query, or is sent to a webhook. */
export function writeEpcisDocument(eventList: EpcisEvent[], nowMs: number): EpcisQueryDocument {
  return {
    "@context": [CONTEXT],
    type: "EPCISQueryDocument",
    schemaVersion: "2.0",
    creationDate: new Date(nowMs).toISOString(),
    epcisBody: { queryResults: { queryName: "SimpleEventQuery", resultsBody: { eventList } } },
  };
}

/** The number in the name of a container, such as `urn:epc:id:bic:CSQU3054383`; undefined in any other name. */
export const numberOfEpc = (epc: string): string | undefined =>
  epc.startsWith(BIC) ? epc.slice(BIC.length) : undefined;
