import type { NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import type { FileRow, ReadManifest } from "../../format/format.ts";
import { invalid } from "../../format/limits.ts";
import {
  type Amount,
  type Bill,
  type CuscarMessage,
  type Equipment,
  type Goods,
  keyOf,
  type LocatedPlace,
  type Measures,
  type Notes,
  type Placement,
} from "./cuscar-state.ts";

/** Places (element 3227) at which a voyage begins and ends, in the order in which they are preferred. */
const ORIGINS = ["9", "5", "76", "88"];
const DESTINATIONS = ["11", "60", "8", "7"];

/** Goods, or a container without goods, that are one row of a manifest. */
type Part = { bill?: Bill; equipment?: Equipment; number: string; goods?: Goods; placement?: Placement };

/**
 * Builds one manifest for each bill and container of a message. Bills in bulk have no container, and empty containers
 * no bill.
 */
export function buildManifests(message: CuscarMessage): ReadManifest[] {
  if (message.refused !== undefined) return [problemOf(message, message.refused)];
  const ofBills = message.bills.flatMap((bill) => partsOf(bill, message));
  const parts = [...ofBills, ...withoutBill(message, ofBills)];
  if (parts.length === 0) return [problemOf(message, "The message names no goods and no container.")];
  const groups = Map.groupBy(parts, keyOfManifest);
  const shared = countBills(parts);
  const manifests = [...groups.values()].map((group) => buildManifest(group, message, shared));
  const unused = SHARED.flatMap((field) => unusedValue(message, field, message.used));
  manifests[0]?.notUnderstood.unshift(
    ...message.notes.take(),
    ...unused,
    ...unusedPlaces(message.places),
    ...dropped(message),
  );
  return manifests;
}

/** Notes that were left out, as one. */
function dropped({ budget }: CuscarMessage): NotUnderstood[] {
  const message = "So many further values that no field of a manifest holds are not listed.";
  return budget.dropped === 0 ? [] : [{ path: "", text: String(budget.dropped), message }];
}

/** Bills without a number are not one bill, and equipment without one is not one container. */
function keyOfManifest({ bill, number, equipment }: Part): string {
  const bare = bill ? bill.position : (equipment?.position ?? 0);
  return JSON.stringify([bill?.number || bare, keyOf(number) || (bill ? "" : bare)]);
}

const rowOf = (message: CuscarMessage, number: number, words: string): FileRow => ({
  number,
  place: `message ${message.number}, segment ${number}${words}`,
  problems: [],
});

function problemOf(message: CuscarMessage, problem: string): ReadManifest {
  const notes = [message, ...message.bills, ...message.equipment.values()].flatMap(({ notes }) => notes.take());
  const row = { ...rowOf(message, message.position, ""), problems: [invalid("", problem)] };
  return { rows: [row], fields: {}, notUnderstood: notes };
}

function partsOf(bill: Bill, message: CuscarMessage): Part[] {
  const inside = (equipment: Equipment): Part => ({ bill, equipment, number: containerOf(equipment) });
  const placed = (number: string): Part => {
    const equipment = message.equipment.get(keyOf(number));
    return equipment ? inside(equipment) : { bill, number };
  };
  const withGoods = bill.goods.flatMap((goods): Part[] => {
    noteShares(goods);
    if (goods.placements.length > 0)
      return goods.placements.map((placement) => ({ ...placed(placement.container), goods, placement }));
    const [only, ...more] = bill.equipment;
    if (only && more.length === 0) return [{ ...inside(only), goods }];
    if (message.equipment.size > 0) note(goods, "GID", goods.item, "No SGP states which container the goods are in.");
    return [{ bill, number: "", goods }];
  });
  // A container of the bill that no goods name is a row of its own, or its seals and weights would be lost.
  const laden = new Set(withGoods.map(({ equipment }) => equipment));
  const parts = [...withGoods, ...bill.equipment.filter((equipment) => !laden.has(equipment)).map(inside)];
  return parts.length === 0 ? [{ bill, number: "" }] : parts;
}

/** The number of a container; empty for other equipment. */
const containerOf = ({ isContainer, number }: Equipment) => (isContainer ? number : "");

/** Notes values of goods that the shares in containers contradict, or that no share states. */
function noteShares(goods: Goods): void {
  const { placements, count, measures } = goods;
  if (placements.length === 0) return;
  const counts = placements.map((placement) => placement.count);
  const sum = counts.reduce<number>((all, one) => all + (typeof one === "number" ? one : Number.NaN), 0);
  const isDivided = !counts.includes(undefined);
  if (count !== undefined && isDivided && sum !== count)
    note(goods, "GID 2.1", String(count), `GID states ${count} packages, but SGP ${counts.join(" + ")}.`);
  if (placements.length === 1) return;
  const together = `It is for ${placements.length} containers together, and was not divided.`;
  if (count !== undefined && !isDivided) note(goods, "GID 2.1", String(count), together);
  for (const [name, amount] of Object.entries(measures))
    if (placements.some((placement) => !(name in placement.measures)))
      note(goods, "MEA", `${amount.value} ${amount.unit}`, together);
}

const note = (goods: Goods, place: string, text: string, message: string) =>
  goods.notes.push({ path: `segment ${goods.position}, ${place}`, text, message });

/** Equipment that no bill has. */
function withoutBill(message: CuscarMessage, parts: readonly Part[]): Part[] {
  const placed = new Set(parts.map(({ equipment }) => equipment));
  const left = [...message.equipment.values()].filter((equipment) => !placed.has(equipment));
  return left.map((equipment) => ({ equipment, number: containerOf(equipment) }));
}

function countBills(parts: readonly Part[]): ReadonlyMap<string, number> {
  const byContainer = Map.groupBy(parts, ({ number }) => keyOf(number));
  return new Map([...byContainer].map(([key, group]) => [key, new Set(group.map(({ bill }) => bill?.number)).size]));
}

function buildManifest(group: Part[], message: CuscarMessage, shared: ReadonlyMap<string, number>): ReadManifest {
  const { used } = message;
  const [{ bill, number } = { bill: undefined, number: "" }] = group;
  const all = [...new Set(group.flatMap((part) => part.equipment ?? []))];
  const [equipment, ...nameless] = all;
  const bills = [...new Set(group.flatMap((part) => part.bill ?? []))];
  const stating = [...bills, message];
  const origin = pickPlace(stating, equipment, ORIGINS);
  const destination = pickPlace(stating, equipment, DESTINATIONS);
  const { weight, notes } = weigh(equipment, (shared.get(keyOf(number)) ?? 1) > 1);
  const laden = group.flatMap((part) => (part.goods ? [describe(part, part.goods)] : []));
  const withGoods = new Set(group.map((part) => part.goods && part.equipment));
  const bare = all.filter((one) => !withGoods.has(one)).map(withoutLines);
  const lines = [...laden, ...bare.flatMap((some) => some ?? [])];
  const fields: Record<string, unknown> = {
    billOfLading: bill?.number,
    containerNumber: number,
    containerType: equipment?.isContainer === true ? equipment.sizeType : undefined,
    vessel: first(stating, "vessel", used),
    origin,
    destination,
    shipper: first(stating, "shipper", used),
    consignee: first(stating, "consignee", used),
    weight,
    // No lines are known, unless a container is stated to be empty.
    declaredGoods: lines.length > 0 || bare.some(Boolean) ? lines : undefined,
  };
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""));
  const subjects = new Set([...bills, ...all, ...group.flatMap((part) => part.goods ?? [])]);
  const notUnderstood = [...subjects].flatMap(takeNotes);
  // Bills of one number are one manifest, whose parties are those of the first.
  const others = bills.flatMap((one) => SHARED.flatMap((field) => unusedValue(one, field, used)));
  const places = [...bills, ...all].flatMap((one) => unusedPlaces(one.places));
  return {
    rows: rowsOf(group, message),
    fields: filled,
    notUnderstood: [...notUnderstood, ...others, ...places, ...notes, ...nameless.flatMap(unnamedValues)],
  };
}

/** Fields that a bill states for itself, or the message for all. */
const SHARED = ["vessel", "shipper", "consignee"] as const;
type Sharing = Pick<Bill, (typeof SHARED)[number] | "position">;

/** The value of the first that states one. */
function first(all: readonly Sharing[], field: (typeof SHARED)[number], used: Set<object>) {
  const value = all.map((one) => one[field]).find(Boolean);
  if (value) used.add(value);
  return value;
}

function unusedValue(one: Sharing, field: (typeof SHARED)[number], used: Set<object>): NotUnderstood[] {
  const value = one[field];
  if (!value || used.has(value)) return [];
  used.add(value);
  const message = `Another ${field} was stated for the same manifest, which has one.`;
  return [{ path: `segment ${one.position}, ${field}`, text: JSON.stringify(value), message }];
}

/** Takes the notes of a subject, which stand beside one manifest only. */
const takeNotes = ({ notes }: { notes: Notes }) => notes.take();

/** The rows of a manifest: its goods by container, or else the bill or the container. */
function rowsOf(group: Part[], message: CuscarMessage): [FileRow, ...FileRow[]] {
  const rows = group.map(({ placement, goods, bill, equipment }) => {
    const { position } = placement ?? goods ?? listed(bill, equipment) ?? bill ?? equipment ?? message;
    return rowOf(message, position, goods ? `, item ${goods.item || "without number"}` : "");
  });
  const [first = rowOf(message, message.position, ""), ...more] = rows.toSorted(
    (one, other) => one.number - other.number,
  );
  return [first, ...more];
}

/** A container of a bill without goods has the row of the segment that lists it there. */
function listed(bill: Bill | undefined, equipment: Equipment | undefined): { position: number } | undefined {
  const position = equipment && bill?.listedAt.get(equipment);
  return position === undefined ? undefined : { position };
}

/** An empty container declares no goods; what is stated of the container itself stands on a line of its own. */
function withoutLines(equipment: Equipment | undefined): unknown[] | undefined {
  if (!equipment) return undefined;
  const line = ofContainer(equipment);
  const isBare = Object.keys(line).length === 0;
  if (equipment.isEmpty) return isBare ? [] : [{ description: "Empty container", ...line }];
  return isBare ? undefined : [line];
}

/** Facts of a container that lines of goods state. */
function ofContainer({ seals, temperature }: Equipment): Record<string, unknown> {
  return { ...(seals.length > 0 && { seals }), ...(temperature && { temperatureSetpoint: temperature }) };
}

function describe({ bill, equipment, placement }: Part, goods: Goods): Record<string, unknown> {
  const isWhole = goods.placements.length < 2;
  const measures: Measures = { ...(isWhole && goods.measures), ...placement?.measures };
  const line: Record<string, unknown> = {
    description: goods.descriptions.join(" "),
    hsCode: goods.hsCodes.join(", "),
    numberOfPackages: placement?.count ?? (isWhole ? goods.count : undefined),
    ...goods.fields,
    grossWeight: measures.gross,
    netWeight: measures.net,
    volume: measures.volume,
    shippingMarks: goods.marks.join("\n"),
    permitNumber: bill?.permits.join(", "),
    masterBill: bill?.masterBill,
    remarks: goods.remarks.join(" "),
    dangerousGoods: goods.dangers.length > 0 ? goods.dangers : undefined,
    ...(equipment && ofContainer(equipment)),
  };
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined && value !== ""));
}

/** Values of a further container without a number: a manifest is of one container, which is the first. */
function unnamedValues({ number, sizeType, isContainer, measures, position }: Equipment): NotUnderstood[] {
  const weights = Object.values(measures).map(({ value, unit }) => `${value} ${unit}`);
  const texts = [...(isContainer ? [number, sizeType] : []), ...weights].filter((text) => text !== "");
  const message = "It is of another container without a number, and a manifest has one container.";
  return texts.map((text) => ({ path: `segment ${position}, EQD`, text, message }));
}

/** The weights of a container. What the cargo of several bills weighs together is the weight of none of them. */
function weigh(equipment: Equipment | undefined, isShared: boolean) {
  const { gross, tare, net, vgm } = equipment?.measures ?? {};
  const stated = { gross, tare, net, vgm };
  const shared = isShared ? Object.entries({ gross, net }).flatMap(([, amount]) => amount ?? []) : [];
  const notes = shared.map((amount: Amount) => ({
    path: `segment ${equipment?.position}, EQD`,
    text: `${amount.value} ${amount.unit}`,
    message: `It is the weight of container ${equipment?.number}, which several bills share, so it was not kept.`,
  }));
  const kept = Object.entries(isShared ? { tare, vgm } : stated).filter(([, amount]) => amount !== undefined);
  return { weight: kept.length > 0 ? Object.fromEntries(kept) : undefined, notes };
}

function pickPlace(
  bills: readonly { places: Map<string, LocatedPlace> }[],
  equipment: Equipment | undefined,
  kinds: readonly string[],
): Record<string, string> | undefined {
  const levels = [...bills.slice(0, -1), ...(equipment ? [equipment] : []), ...bills.slice(-1)];
  for (const kind of kinds)
    for (const { places } of levels) {
      const place = places.get(kind);
      if (!place) continue;
      place.isUsed = true;
      return place.fields;
    }
  return undefined;
}

function unusedPlaces(places: Map<string, LocatedPlace>): NotUnderstood[] {
  const unused = [...places].filter(([, { isUsed }]) => !isUsed);
  for (const [kind] of unused) places.delete(kind);
  return unused.map(([, place]) => place.note);
}
