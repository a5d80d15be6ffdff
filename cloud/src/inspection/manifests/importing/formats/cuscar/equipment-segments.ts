import type { OpenSegment } from "../edifact/open-segment.ts";
import {
  type Amount,
  createNotes,
  type Cursor,
  type Equipment,
  keyOf,
  type Measures,
  type NoteBudget,
  noteOf,
  readNumber,
  subjectOf,
} from "./cuscar-state.ts";

/** Codes of elements 8053 and 8169. */
const CONTAINER = "CN";
const EMPTY = "4";
/** Empty, full, no volume available, and full by load; none is stated of full ones too. */
const STATUSES: ReadonlySet<string> = new Set(["", EMPTY, "5", "6", "7", "8"]);

/** EQD: begins a container, or other equipment, with its size-type and whether it is empty. */
export function readEqd(segment: OpenSegment, cursor: Cursor): void {
  const kind = segment.text(1);
  const number = segment.text(2, 1);
  const listed = segment.text(3, 1);
  segment.leaveOut(2, 2, 3);
  segment.leaveOut(3, 2, 3);
  const status = segment.text(6);
  const { message, bill } = cursor;
  const key = keyOf(number) || `segment ${segment.position}`;
  const known = message.equipment.get(key);
  const equipment =
    known ?? beginEquipment(message.budget, segment.position, { number, isContainer: kind === CONTAINER });
  const note = (place: string, text: string, reason: string) =>
    equipment.notes.push(noteOf(segment, place, text, reason));
  const sizeType = listed === "" ? segment.text(3, 4) : listed;
  if (kind !== CONTAINER) note("", `${kind} ${number} ${sizeType}`.trim(), `Equipment "${kind}" is not a container.`);
  if (equipment.sizeType === "") equipment.sizeType = sizeType;
  else if (sizeType !== "" && sizeType !== equipment.sizeType) note("3.1", sizeType, "Another type was stated before.");
  equipment.isEmpty ||= status === EMPTY;
  if (!STATUSES.has(status)) note("6.1", status, "It is not known whether this container is empty.");
  cursor.level = "equipment";
  cursor.goods = undefined;
  cursor.equipment = equipment;
  message.equipment.set(key, equipment);
  if (!bill || bill.listedAt.has(equipment)) return;
  bill.equipment.push(equipment);
  bill.listedAt.set(equipment, segment.position);
}

const beginEquipment = (
  budget: NoteBudget,
  position: number,
  named: Pick<Equipment, "number" | "isContainer">,
): Equipment => ({
  ...named,
  position,
  notes: createNotes(budget),
  places: new Map(),
  sizeType: "",
  isEmpty: false,
  measures: {},
  seals: [],
});

/** Parties that sealed (element 9303), in the words of DCSA that seals of manifests have; others keep their code. */
const sealers: Readonly<Record<string, string>> = { CA: "CAR", SH: "SHI", CU: "CUS" };

/** SEL: a seal of the container before it. */
export function readSel(segment: OpenSegment, { equipment, level }: Cursor): void {
  if (level !== "equipment" || !equipment) return;
  const [number, party] = [segment.text(1), segment.text(2, 1)];
  segment.leaveOut(2, 2, 3);
  equipment.seals.push({ number, ...(party !== "" && { source: sealers[party] ?? party }) });
}

/** TMP: the temperature that a reefer container is set to. */
export function readTmp(segment: OpenSegment, cursor: Cursor): void {
  const { equipment, level, message } = cursor;
  if (level !== "equipment" || !equipment || segment.text(1) !== "2") return;
  const temperature = { value: readNumber(segment.text(2, 1), message.decimalMark), unit: segment.text(2, 2) };
  if (!equipment.temperature) equipment.temperature = temperature;
  else equipment.notes.push(noteOf(segment, "2.1", textOf(temperature), "Another temperature was stated before."));
}

const textOf = ({ value, unit }: Amount) => `${value} ${unit}`.trim();

/** Dimensions (element 6313) by the fields that they fill; the same codes serve goods and equipment. */
const dimensions: Readonly<Record<string, keyof Measures>> = {
  G: "gross",
  AAB: "gross",
  AAD: "gross",
  AAE: "gross",
  N: "net",
  AAL: "net",
  AAC: "net",
  T: "tare",
  VGM: "vgm",
  AAW: "volume",
  AAX: "volume",
};
const volumes: ReadonlySet<string> = new Set(["MTQ", "FTQ", "DMQ", "LTR", "HLT", "YDQ", "INQ", "CMQ"]);

/** MEA: weights and volumes of goods, of their share in a container, or of a container. */
export function readMea(segment: OpenSegment, cursor: Cursor): void {
  const [purpose, dimension] = [segment.text(1), segment.text(2, 1)];
  const [unit, text] = [segment.text(3, 1), segment.text(3, 2)];
  const written = [purpose, dimension, unit, text].filter((part) => part !== "").join(" ");
  const note = (message: string) => subjectOf(cursor).notes.push(noteOf(segment, dimension, written, message));
  const { level, goods, placement, equipment } = cursor;
  const target = level === "goods" ? (placement ?? goods) : level === "equipment" ? equipment : undefined;
  if (!target) return note("Weights and volumes of a whole bill or message have no field in a manifest.");
  const field = fieldOf(purpose, dimension, unit);
  if (field === undefined) return note("The kind of this measure is unknown.");
  const isOfContainer = field === "tare" || field === "vgm";
  if ((level === "goods" && isOfContainer) || (level === "equipment" && field === "volume"))
    return note("A manifest has no field for this measure.");
  const value = readNumber(text, cursor.message.decimalMark);
  if (target.measures[field]) return note("This measure was stated before.");
  target.measures[field] = { value, unit };
  if (typeof value === "string") note("The number can be read in two ways, so it was kept as text.");
}

function fieldOf(purpose: string, dimension: string, unit: string): keyof Measures | undefined {
  if (purpose === "VGM") return "vgm";
  if (dimension === "" && (purpose === "VOL" || volumes.has(unit))) return "volume";
  if (dimension === "" && (purpose === "WT" || purpose === "AAE")) return "gross";
  const field = dimensions[dimension];
  return (field === "volume") === volumes.has(unit) ? field : undefined;
}
