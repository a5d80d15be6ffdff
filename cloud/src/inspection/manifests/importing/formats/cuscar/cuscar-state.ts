import type { NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import type { OpenSegment } from "../edifact/open-segment.ts";

/** A number with its unit; text where the number can be read in two ways. */
export type Amount = { value: number | string; unit: string };
export type Measures = Partial<Record<"gross" | "net" | "tare" | "vgm" | "volume", Amount>>;

/** Anything that values of the message can be about; values without a field are noted with it. */
type Noted = { position: number; notes: Notes };

/** Values that no field holds, of one part of a message. */
export type Notes = { push: (note: NotUnderstood) => void; take: () => NotUnderstood[] };
/** Notes that a message may still have, and how many were left out. */
export type NoteBudget = { left: number; dropped: number };

/** The most notes of one message: a file of 20 MB may hold a million values that no field holds. */
const MAX_NOTES = 10_000;

export const createNoteBudget = (): NoteBudget => ({ left: MAX_NOTES, dropped: 0 });

/** Notes of one part of a message, which share the budget of all. */
export function createNotes(budget: NoteBudget): Notes {
  let notes: NotUnderstood[] = [];
  return {
    push(note) {
      if (budget.left === 0) budget.dropped += 1;
      else notes.push(note);
      budget.left = Math.max(0, budget.left - 1);
    },
    take() {
      const taken = notes;
      notes = [];
      return taken;
    },
  };
}

export type LocatedPlace = { fields: Record<string, string>; note: NotUnderstood; isUsed: boolean };
type Located = { places: Map<string, LocatedPlace> };
export type Party = Record<string, unknown>;
type WithParties = { shipper?: Party; consignee?: Party };

export type Equipment = Noted &
  Located & {
    number: string;
    sizeType: string;
    isContainer: boolean;
    isEmpty: boolean;
    measures: Measures;
    seals: { number: string; source?: string }[];
    temperature?: Amount;
  };

/** A share of goods that is in one container. */
export type Placement = { position: number; container: string; count: number | string | undefined; measures: Measures };

export type Goods = Noted & {
  item: string;
  count: number | string | undefined;
  fields: Record<string, unknown>;
  descriptions: string[];
  hsCodes: string[];
  marks: string[];
  remarks: string[];
  measures: Measures;
  dangers: Record<string, unknown>[];
  placements: Placement[];
};

export type Bill = Noted &
  Located &
  WithParties & {
    number: string;
    /** True if RFF states the number and not only CNI. */
    isReferenced: boolean;
    permits: string[];
    masterBill?: string;
    vessel?: Record<string, string>;
    goods: Goods[];
    /** Containers that are listed inside of the consignment. */
    equipment: Equipment[];
    /** Positions of the segments that list them in this bill. */
    listedAt: Map<Equipment, number>;
  };

export type CuscarMessage = Noted &
  Located &
  WithParties & {
    number: number;
    decimalMark: string;
    budget: NoteBudget;
    vessel?: Record<string, string>;
    /** The bill of a message for one consignment, which states it before CNI. */
    bill?: string;
    /** Sentence that states why the message is not imported. */
    refused?: string;
    /** Equipment by its number, as `keyOf` compares it. */
    equipment: Map<string, Equipment>;
    bills: Bill[];
    /** Vessels and parties that a manifest holds. */
    used: Set<object>;
  };

/** A number of equipment as it is compared. */
export const keyOf = (number: string) => number.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** The message so far, and what the next segment is about. */
export type Cursor = {
  message: CuscarMessage;
  level: "message" | "equipment" | "bill" | "goods";
  consignment?: { number: string; position: number };
  bill?: Bill | undefined;
  equipment?: Equipment | undefined;
  goods?: Goods | undefined;
  placement?: Placement | undefined;
  danger?: Record<string, unknown> | undefined;
  party?: Party | undefined;
};

/** Returns the part of the message that a segment is about, for its notes. */
export function subjectOf({ message, bill, goods, equipment, level }: Cursor): Noted {
  if (level === "goods" && goods) return goods;
  if (level === "equipment" && equipment) return equipment;
  return bill ?? message;
}

/** A value of a segment that no field holds. */
export const noteOf = (
  { tag, position }: Pick<OpenSegment, "tag" | "position">,
  place: string,
  text: string,
  message: string,
): NotUnderstood => ({ path: `segment ${position}, ${tag}${place === "" ? "" : ` ${place}`}`, text, message });

/**
 * Reads a number of a message. EDIFACT groups no thousands, so that a sign before exactly three digits is doubtful
 * only where it is not the decimal mark that the interchange states.
 */
export function readNumber(text: string, decimalMark: string): number | string {
  const [, sign, decimals] = /^-?\d{1,12}(?:([.,])(\d{1,9}))?$/.exec(text) ?? [];
  if (!/^\d{1,12}(?:[.,]\d{1,9})?$/.test(text)) return text;
  const isDoubtful =
    sign !== undefined && sign !== decimalMark && decimals?.length === 3 && /^[1-9]\d{0,2}[.,]/.test(text);
  return isDoubtful ? text : Number(text.replace(",", "."));
}
