import { type OpenSegment, openSegment, writeSegment } from "../edifact/open-segment.ts";
import type { MessageHead } from "../edifact/read-interchange.ts";
import type { Segment, Unreadable } from "../edifact/read-segments.ts";
import { createNoteBudget, createNotes, type CuscarMessage, type Cursor, noteOf, subjectOf } from "./cuscar-state.ts";
import { readEqd, readMea, readSel, readTmp } from "./equipment-segments.ts";
import { readCst, readDgs, readFtx, readGid, readPac, readPci, readSgp } from "./goods-segments.ts";
import { readBgm, readCni, readLoc, readRff, readTdt } from "./message-segments.ts";
import { readCom, readCta, readNad } from "./party-segments.ts";

type Reader = (segment: OpenSegment, cursor: Cursor) => void;

/** The segments that manifests are made of. The chapter for integrators states each of their elements. */
export const readers: ReadonlyMap<string, Reader> = new Map([
  ["BGM", readBgm],
  ["RFF", readRff],
  ["NAD", readNad],
  ["CTA", readCta],
  ["COM", readCom],
  ["TDT", readTdt],
  ["LOC", readLoc],
  ["EQD", readEqd],
  ["SEL", readSel],
  ["TMP", readTmp],
  ["MEA", readMea],
  ["CNI", readCni],
  ["GID", readGid],
  ["PAC", readPac],
  ["FTX", readFtx],
  ["SGP", readSgp],
  ["DGS", readDgs],
  ["PCI", readPci],
  ["CST", readCst],
]);

/** Segments of CUSCAR that a manifest has no field for, with what they state. */
export const others: ReadonlyMap<string, string> = new Map([
  ["DTM", "dates"],
  ["GIS", "indicators"],
  ["GEI", "indicators"],
  ["CNT", "control totals"],
  ["MOA", "amounts of money"],
  ["TSR", "requirements of the transport"],
  ["HAN", "handling"],
  ["TMD", "the kind of movement"],
  ["QTY", "quantities"],
  ["DIM", "dimensions"],
  ["RNG", "ranges of temperatures"],
  ["DOC", "documents"],
  ["CPI", "charges"],
  ["AUT", "authentication"],
]);

/** Reads the segments of a CUSCAR message as they come; what no field holds is noted beside what it is about. */
export function openCuscar({ number, position, decimalMark }: MessageHead) {
  const budget = createNoteBudget();
  const message: CuscarMessage = {
    number,
    position,
    decimalMark,
    budget,
    notes: createNotes(budget),
    places: new Map(),
    equipment: new Map(),
    bills: [],
    used: new Set(),
  };
  const cursor: Cursor = { message, level: "message" };
  return {
    message,
    add: (segment: Segment | Unreadable): void => {
      if (segment.tag !== null) return readSegment(segment, cursor);
      const { text, problem, position: at } = segment;
      subjectOf(cursor).notes.push({ path: `segment ${at}`, text, message: `It ${problem}.` });
    },
  };
}

function readSegment(segment: Segment, cursor: Cursor): void {
  const { tag } = segment;
  const reader = readers.get(tag);
  if (!reader) {
    const stated = others.get(tag);
    const reason = stated === undefined ? `Segment ${tag} is unknown.` : `A manifest has no field for ${stated}.`;
    subjectOf(cursor).notes.push(noteOf(segment, "", writeSegment(segment), reason));
    return;
  }
  const open = openSegment(segment);
  reader(open, cursor);
  if (tag !== "SGP" && tag !== "MEA") cursor.placement = undefined;
  if (tag !== "DGS" && tag !== "FTX") cursor.danger = undefined;
  if (tag !== "NAD" && tag !== "CTA" && tag !== "COM") cursor.party = undefined;
  for (const { place, text } of open.rest())
    subjectOf(cursor).notes.push(noteOf(segment, place, text, "A manifest has no field for this value."));
}
