import { createHash } from "node:crypto";

/** Kinds of events of a container that go out to terminal systems. */
export type TradeEventKind = "gate-in" | "inspected" | "selected" | "held" | "released" | "seal-changed";

/**
 * The names of each kind in both vocabularies: the codes of DCSA's events, the business step and the disposition of
 * GS1's Core Business Vocabulary. A hold is one of the customs clearance, since DCSA has none of the container.
 */
export const vocabularies = {
  "gate-in": { dcsa: { type: "EQUIPMENT", code: "GTIN" }, epcis: { bizStep: "arriving", disposition: "in_progress" } },
  inspected: {
    dcsa: { type: "EQUIPMENT", code: "INSP" },
    epcis: { bizStep: "inspecting", disposition: "in_progress" },
  },
  selected: { dcsa: { type: "EQUIPMENT", code: "CUSI" }, epcis: { bizStep: "holding", disposition: "in_progress" } },
  held: { dcsa: { type: "SHIPMENT", code: "HOLD" }, epcis: { bizStep: "holding", disposition: "unavailable" } },
  released: { dcsa: { type: "EQUIPMENT", code: "CUSR" }, epcis: { bizStep: "other", disposition: "available" } },
  "seal-changed": {
    dcsa: { type: "EQUIPMENT", code: "RSEA" },
    epcis: { bizStep: "inspecting", disposition: "mismatch_instance" },
  },
} as const satisfies Record<TradeEventKind, object>;

/** Something that happened to a container, whatever its number is. */
export type TradeFact = {
  kind: TradeEventKind;
  /** The id of the visit, scan or escalation that it is known from. */
  subjectId: string;
  containerId: string;
  visitId: string;
  at: Date;
  recordedAt: Date;
  /** True of a visit that has no record, or is a part of another one: it is not sent, only taken back. */
  isOver?: boolean;
  /** The seal number that a picture shows instead of the declared one. */
  seal?: string;
};

/** A fact under the number that its container had or has. */
export type TradeEvent = TradeFact & {
  /** A UUID that the same fact has under the same number whenever it is sent. */
  id: string;
  containerNumber: string;
  sizeType: string | null;
  isEmpty: boolean;
  bills: string[];
  /** When it was taken back: the container has another number. Null while it stands. */
  retractedAt: Date | null;
};

/** The id of a fact under a number. */
export function idOfFact({ kind, subjectId }: Pick<TradeFact, "kind" | "subjectId">, number: string): string {
  return uuidOf(`${kind} ${subjectId} ${number}`);
}

/** A UUID of version 8, which is made from a text: the same one for the same text. */
export function uuidOf(name: string): string {
  const bytes = createHash("sha256").update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** True for a number that other systems can know: four letters and seven digits. */
export const isTradeNumber = (number: string): boolean => /^[A-Z]{4}\d{7}$/.test(number);
