import { type Translatable, english, type Words } from "../english.ts";

/**
 * Segregation between classes (IMDG Code 7.2.4, as published by OOCL, "IMDG segregation rules", and Malvar Freight):
 * 1 away from, 2 separated from, 3 and 4 by a compartment or hold, 0 none by class. Class 9 is segregated from nothing.
 * Within class 1 the compatibility groups decide, which manifests rarely state: no segregation is assumed.
 */
const columns = ["1.1", "1.3", "1.4", "2.1", "2.2", "2.3", "3", "4.1", "4.2", "4.3", "5.1", "5.2", "6.1", "6.2", "7", "8"]; // prettier-ignore
const rows: Readonly<Record<string, string>> = {
  "1.1": "0004224444442424",
  "1.3": "0004224334442422",
  "1.4": "0002112222220422",
  "2.1": "4420002120220421",
  "2.2": "2210001010010210",
  "2.3": "2210002020020210",
  "3": "4422120021220320",
  "4.1": "4321000010120321",
  "4.2": "4322122101221321",
  "4.3": "4420001010220221",
  "5.1": "4422002122021312",
  "5.2": "4422122222201322",
  "6.1": "2200000010110100",
  "6.2": "4444223332331033",
  "7": "2222112222120302",
  "8": "4221000111220320",
};

const sharedRows: Readonly<Record<string, string>> = { "1.2": "1.1", "1.5": "1.1", "1.6": "1.3" };

/** A term of the table: its name, and the sentence that requires it of two classes. */
type Term = { name: Translatable; because: (one: Words, other: Words) => Translatable };
const terms: readonly (Term | undefined)[] = [
  undefined,
  {
    name: english`away from`,
    because: (one, other) => english`class ${one} must be kept away from class ${other}`,
  },
  {
    name: english`separated from`,
    because: (one, other) => english`class ${one} must be separated from class ${other}`,
  },
  {
    name: english`separated by a complete compartment or hold from`,
    because: (one, other) =>
      english`class ${one} must be separated by a complete compartment or hold from class ${other}`,
  },
  {
    name: english`separated longitudinally by a complete compartment or hold from`,
    because: (one, other) =>
      english`class ${one} must be separated longitudinally by a complete compartment or hold from class ${other}`,
  },
];

/** Returns the required segregation of two classes; undefined if the table requires none. */
export function findSegregation(left: string, right: string): { rank: number; term: Term } | undefined {
  const column = columns.indexOf(sharedRows[right] ?? right);
  const rank = Number(rows[sharedRows[left] ?? left]?.[column] ?? 0);
  const term = terms[rank];
  return term ? { rank, term } : undefined;
}

/**
 * Segregation groups that must not share a container, and why (IMDG Code 3.1.4.4; 7.2.8: SG35, SG36, SG38, SG49); those
 * with an exemption may in small packages.
 */
export const groupConflicts: readonly {
  left: string;
  right: string;
  because: Translatable;
  exemption?: Translatable;
}[] = [
  { left: "acids", right: "cyanides", because: english`acids release hydrogen cyanide` },
  { left: "acids", right: "hypochlorites", because: english`acids release chlorine` },
  { left: "acids", right: "azides", because: english`acids release hydrazoic acid` },
  {
    left: "acids",
    right: "alkalis",
    because: english`acids and alkalis react violently`,
    exemption: english`packages of at most 30 L or 20 kg are exempt (IMDG Code 7.2.6.5)`,
  },
  { left: "acids", right: "powdered-metals", because: english`acids release hydrogen` },
  { left: "alkalis", right: "powdered-metals", because: english`alkalis release hydrogen` },
  ...["chlorates", "chlorites", "perchlorates", "permanganates", "bromates", "nitrites", "hypochlorites"].flatMap(
    (oxidizer) => [
      { left: "ammonium", right: oxidizer, because: english`ammonium compounds with them may explode` },
      { left: "cyanides", right: oxidizer, because: english`cyanides with them may explode` },
    ],
  ),
];
