import type { OpenSegment } from "../edifact/open-segment.ts";
import { type Bill, createNotes, type Cursor, noteOf, subjectOf } from "./cuscar-state.ts";
import { filled } from "./party-segments.ts";

/** Functions of messages (element 1225) that ask for something else than an import. */
const refusals: Readonly<Record<string, string>> = {
  1: "The message cancels an earlier one. An import only adds and updates: delete or reject the manifests that it named.",
  3: "The message deletes consignments. An import only adds and updates: delete or reject the manifests that it names.",
};

/** BGM: kind, number and function of the document. */
export function readBgm(segment: OpenSegment, { message }: Cursor): void {
  segment.leaveOut(1, 2, 3);
  const refused = refusals[segment.text(3)];
  if (refused !== undefined) message.refused = refused;
}

/** Bills of lading and waybills (element 1153); house bills are more specific than the others. */
const bills: ReadonlySet<string> = new Set(["BM", "BH", "HWB", "AWB", "AAM"]);
const houses: ReadonlySet<string> = new Set(["BH", "HWB"]);
const masters: ReadonlySet<string> = new Set(["MB", "MWB"]);
const permits: ReadonlySet<string> = new Set(["EX", "IP"]);

/** RFF: the number of a bill of lading, which begins a bill; its master bill; licences; other references are noted. */
export function readRff(segment: OpenSegment, cursor: Cursor): void {
  const [kind, number] = [segment.text(1, 1), segment.text(1, 2)];
  if (bills.has(kind) && number !== "" && cursor.level !== "equipment")
    return takeBill(segment, cursor, { kind, number });
  if (permits.has(kind) && number !== "" && cursor.bill) cursor.bill.permits.push(number);
  else if (masters.has(kind) && number !== "" && cursor.bill && cursor.bill.masterBill === undefined)
    cursor.bill.masterBill = number;
  else if (number !== "" || kind !== "")
    subjectOf(cursor).notes.push(noteOf(segment, kind, number, "A manifest has no field for this reference."));
}

function takeBill(segment: OpenSegment, cursor: Cursor, { kind, number }: { kind: string; number: string }): void {
  const { message, consignment, bill } = cursor;
  if (!consignment) {
    message.bill = number;
    return;
  }
  cursor.level = "bill";
  cursor.goods = undefined;
  if (bill?.isReferenced === true && bill.number === number) return;
  if (!bill || (bill.isReferenced && bill.goods.length > 0)) {
    cursor.bill = beginBill(cursor, segment.position, { number, isReferenced: true });
    return;
  }
  if (bill.isReferenced && !houses.has(kind)) {
    bill.notes.push(noteOf(segment, kind, number, `The bill was stated before as ${bill.number}; a manifest has one.`));
    return;
  }
  if (bill.number !== "" && bill.number !== number)
    bill.notes.push(
      noteOf({ tag: "CNI", position: bill.position }, "2.1", bill.number, `The bill is ${number}, by RFF.`),
    );
  bill.number = number;
  bill.isReferenced = true;
}

/** CNI: begins a consignment; its number is that of the bill unless RFF states another one. */
export function readCni(segment: OpenSegment, cursor: Cursor): void {
  segment.leaveOut(1, 1);
  const number = segment.text(2);
  cursor.level = "bill";
  cursor.goods = cursor.equipment = cursor.party = undefined;
  cursor.consignment = { number, position: segment.position };
  const isReferenced = false;
  cursor.bill = beginBill(cursor, segment.position, { number: number || (cursor.message.bill ?? ""), isReferenced });
}

function beginBill(
  { message }: Cursor,
  position: number,
  { number, isReferenced }: Pick<Bill, "number" | "isReferenced">,
): Bill {
  const bill: Bill = {
    position,
    notes: createNotes(message.budget),
    places: new Map(),
    number,
    isReferenced,
    permits: [],
    goods: [],
    equipment: [],
    listedAt: new Map(),
  };
  message.bills.push(bill);
  return bill;
}

/** TDT: the vessel and the voyage of the main carriage. */
export function readTdt(segment: OpenSegment, cursor: Cursor): void {
  const target = cursor.bill ?? cursor.message;
  const stage = segment.text(1);
  if ((stage !== "20" && stage !== "") || target.vessel) return;
  const [id, list, agency] = [segment.text(8, 1), segment.text(8, 2), segment.text(8, 3)];
  segment.leaveOut(3, 1);
  const kind = vesselCodeOf(id, list, agency);
  const vessel = filled({
    name: segment.text(8, 4),
    ...(kind && { [kind]: id }),
    voyageNumber: segment.text(2),
    flag: segment.text(8, 5),
  });
  if (!kind) cursor.message.notes.push(noteOf(segment, "8.1", id, "The list of this code is unknown."));
  if (Object.keys(vessel).length > 0) target.vessel = vessel;
}

/** The field of a ship's code, by its list (element 1131) or agency; undefined if the code is of another list. */
function vesselCodeOf(id: string, list: string, agency: string): "imoNumber" | "callSign" | undefined {
  const isImo = /^\d{7}$/.test(id) && (list === "146" || agency === "11" || list === "");
  if (isImo) return "imoNumber";
  return list === "103" || list === "" ? "callSign" : undefined;
}

/** LOC: places, from which origin and destination are chosen at the end; the country of origin of goods. */
export function readLoc(segment: OpenSegment, cursor: Cursor): void {
  const { level, goods, equipment, bill, message } = cursor;
  const kind = segment.text(1);
  segment.leaveOut(2, 2, 3);
  if (kind === "27" && level === "goods" && goods && goods.fields["countryOfOrigin"] === undefined) {
    goods.fields["countryOfOrigin"] = segment.text(2, 1) || segment.text(2, 4);
    return;
  }
  const [code, name] = [segment.text(2, 1), segment.text(2, 4)];
  const note = noteOf(
    segment,
    kind,
    [code, name].filter(Boolean).join(", "),
    "A manifest has no field for this place.",
  );
  const target = level === "equipment" && equipment && !bill ? equipment : (bill ?? message);
  if (level === "goods" || target.places.has(kind)) return subjectOf(cursor).notes.push(note);
  const isCountry = /^[A-Z]{2}$/.test(code);
  const fields = filled({ unLocationCode: isCountry ? "" : code, name, countryCode: isCountry ? code : "" });
  target.places.set(kind, { fields, note, isUsed: false });
}
