import type { OpenSegment } from "../edifact/open-segment.ts";
import { type Cursor, noteOf, type Party, subjectOf } from "./cuscar-state.ts";

/** Functions of parties (element 3035): consignor and exporter, and consignee. */
const shippers: ReadonlySet<string> = new Set(["CZ", "SH", "EX"]);
const consignees: ReadonlySet<string> = new Set(["CN", "UC"]);
const NO_FIELD = "A manifest has no field for this party.";

/** NAD: the shipper and the consignee of a bill, or of the whole message. */
export function readNad(segment: OpenSegment, cursor: Cursor): void {
  cursor.party = undefined;
  const role = segment.text(1);
  const target = cursor.bill ?? (cursor.level === "message" ? cursor.message : undefined);
  const field = shippers.has(role) ? "shipper" : consignees.has(role) ? "consignee" : undefined;
  const others = () =>
    segment
      .rest()
      .map(({ text }) => text)
      .join(", ");
  if (!target || field === undefined)
    return subjectOf(cursor).notes.push(noteOf(segment, role, takeAll(segment, others()), NO_FIELD));
  if (target[field] !== undefined) {
    const message = `The ${field} was stated before; a manifest has one.`;
    return subjectOf(cursor).notes.push(noteOf(segment, role, takeAll(segment, others()), message));
  }
  cursor.party = target[field] = readParty(segment);
}

function takeAll(segment: OpenSegment, text: string): string {
  for (const { place } of segment.rest()) {
    const [element = 0, component = 0] = place.split(".").map(Number);
    segment.text(element, component);
  }
  return text;
}

function readParty(segment: OpenSegment): Party {
  const code = segment.text(2);
  segment.leaveOut(2, 2, 3);
  const lines = segment.texts(3);
  const names = segment.texts(4);
  const [name, ...unstructured] = names.length > 0 ? [names.join(" "), ...lines] : lines;
  const street = [...unstructured, ...segment.texts(5)].join(", ");
  const address = filled({
    street,
    city: segment.text(6),
    stateRegion: segment.text(7),
    postCode: segment.text(8),
    countryCode: segment.text(9),
  });
  return {
    ...filled({ partyName: name ?? "", identifyingCode: code }),
    ...(Object.keys(address).length > 0 && { address }),
  };
}

/** CTA: the person to contact at the party before it. */
export function readCta(segment: OpenSegment, { party }: Cursor): void {
  if (!party || contactOf(party)["name"] !== undefined) return;
  segment.leaveOut(1, 1);
  party["contact"] = { ...contactOf(party), name: segment.text(2, 2) || segment.text(2, 1) };
}

/** COM: telephone number and email address of the party before it. */
export function readCom(segment: OpenSegment, { party }: Cursor): void {
  const field = { TE: "phone", EM: "email" }[segment.text(1, 2)];
  if (party && field !== undefined && contactOf(party)[field] === undefined)
    party["contact"] = { ...contactOf(party), [field]: segment.text(1, 1) };
}

function contactOf(party: Party): Record<string, unknown> {
  const { contact } = party;
  return typeof contact === "object" && contact !== null ? { ...contact } : {};
}

/** Without empty texts. */
export const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));
