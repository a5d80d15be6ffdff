import type { OpenSegment } from "../edifact/open-segment.ts";
import { type Bill, createNotes, type Cursor, type Goods, noteOf, readNumber, subjectOf } from "./cuscar-state.ts";
import { filled } from "./party-segments.ts";

/** Texts of this length were cut by the sender in the middle of a word; shorter ones end between words. */
const FULL_TEXT = 70;

const countOf = (text: string) => (/^\d{1,12}$/.test(text) ? Number(text) : text === "" ? undefined : text);

/** GID: begins an item of goods with its packages. */
export function readGid(segment: OpenSegment, cursor: Cursor): void {
  const item = segment.text(1);
  const [count, code, name] = [segment.text(2, 1), segment.text(2, 2), segment.text(2, 5)];
  segment.leaveOut(2, 3, 4);
  const goods: Goods = {
    position: segment.position,
    notes: createNotes(cursor.message.budget),
    item,
    count: countOf(count),
    fields: filled({ packageCode: code, packageDescription: name }),
    descriptions: [],
    hsCodes: [],
    marks: [],
    remarks: [],
    measures: {},
    dangers: [],
    placements: [],
  };
  cursor.level = "goods";
  cursor.goods = goods;
  cursor.danger = undefined;
  billOf(cursor, segment.position).goods.push(goods);
}

/** The bill of goods; a message for one consignment may leave out CNI. */
function billOf(cursor: Cursor, position: number): Bill {
  const { message } = cursor;
  if (cursor.bill) return cursor.bill;
  const bill: Bill = {
    position,
    notes: createNotes(message.budget),
    places: new Map(),
    number: message.bill ?? "",
    isReferenced: true,
    permits: [],
    goods: [],
    equipment: [],
    listedAt: new Map(),
  };
  message.bills.push(bill);
  cursor.bill = bill;
  return bill;
}

/** PAC: packages of goods whose GID states none. */
export function readPac(segment: OpenSegment, { goods, level }: Cursor): void {
  if (level !== "goods" || !goods || goods.count !== undefined) return;
  goods.count = countOf(segment.text(1));
  if (goods.fields["packageCode"] !== undefined) return;
  const code = segment.text(3, 1);
  segment.leaveOut(3, 2, 3);
  if (code !== "") goods.fields["packageCode"] = code;
}

/** FTX: descriptions of goods, technical names of dangerous ones. */
export function readFtx(segment: OpenSegment, cursor: Cursor): void {
  const { goods, danger, level } = cursor;
  const kind = segment.text(1);
  const isDescription = kind === "AAA" && level === "goods" && goods !== undefined && danger === undefined;
  const text = joinTexts(segment.texts(4));
  if (isDescription) goods.descriptions.push(text);
  else if (kind === "AAI" && level === "goods" && goods) goods.remarks.push(text);
  else if (danger && kind === "AAD") danger["technicalName"] = text;
  else if (danger && (kind === "AAA" || kind === "AAC")) danger["properShippingName"] ??= text;
  else if (text !== "")
    subjectOf(cursor).notes.push(noteOf(segment, kind, text, "A manifest has no field for this text."));
}

const joinTexts = (texts: readonly string[]) =>
  texts.reduce((all, text, index) => {
    const before = texts[index - 1];
    return before === undefined ? text : `${all}${before.length === FULL_TEXT ? "" : " "}${text}`;
  }, "");

/** SGP: a share of the goods in one container. */
export function readSgp(segment: OpenSegment, cursor: Cursor): void {
  const { goods, level } = cursor;
  if (level !== "goods" || !goods) return;
  const container = segment.text(1, 1);
  segment.leaveOut(1, 2, 3);
  cursor.placement = { position: segment.position, container, count: countOf(segment.text(2)), measures: {} };
  goods.placements.push(cursor.placement);
}

/** DGS: dangerous goods, by class and UN number. */
export function readDgs(segment: OpenSegment, cursor: Cursor): void {
  const { goods, level, message } = cursor;
  if (level !== "goods" || !goods) return;
  const flashPoint = segment.text(4, 1);
  const danger: Record<string, unknown> = filled({
    regulation: segment.text(1),
    imoClass: segment.text(2, 1),
    subsidiaryRisk1: segment.text(2, 2),
    unNumber: segment.text(3, 1),
    packingGroup: segment.text(5),
    EMSNumber: segment.text(6),
  });
  segment.leaveOut(2, 3);
  if (flashPoint === "" && segment.text(3, 2) !== "") danger["flashPoint"] = segment.text(3, 2);
  if (flashPoint !== "")
    danger["flashPoint"] = { value: readNumber(flashPoint, message.decimalMark), unit: segment.text(4, 2) };
  if (danger["imoClass"] === undefined && danger["unNumber"] === undefined)
    goods.notes.push(noteOf(segment, "", segment.text(1), "It declares dangerous goods without class and UN number."));
  goods.dangers.push(danger);
  cursor.danger = danger;
}

/** PCI: marks on the packages. */
export function readPci(segment: OpenSegment, { goods, level }: Cursor): void {
  if (level !== "goods" || !goods) return;
  segment.leaveOut(1, 1);
  goods.marks.push(...segment.texts(2));
}

/** Lists of codes (element 1131) other than those of commodities. */
const isCommodityList = (list: string) => ["", "122", "HS", "ZZZ"].includes(list);

/** CST: commodity codes. */
export function readCst(segment: OpenSegment, { goods, level }: Cursor): void {
  if (level !== "goods" || !goods) return;
  segment.leaveOut(1, 1);
  for (const { place, text } of segment.rest().filter(({ place }) => place.endsWith(".1"))) {
    const element = Number(place.split(".")[0]);
    segment.text(element, 1);
    const isCode = /^\d{4,12}$/.test(text.replaceAll(/[\s.]/g, ""));
    if (isCode && isCommodityList(segment.text(element, 2))) goods.hsCodes.push(text);
    else goods.notes.push(noteOf(segment, place, text, "It is not a commodity code."));
    segment.leaveOut(element, 2, 3);
  }
}
