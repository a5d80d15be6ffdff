// Facts of a visit for the tests of a verdict: a category scan that fits the manifest, and nothing besides.
import type { VerdictFacts } from "./verdict-rules.ts";

export const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

export const manifest = { id: "m1", updatedAt: at(0) };

export const lastClear = { at: at(10), by: "sue@example.com", reason: "opened it", manifestIds: ["m1"] };

export const scanned: VerdictFacts = {
  status: "SCANNED",
  holds: [],
  legalHold: null,
  numberCheck: "valid",
  isChassis: false,
  renumberedAt: null,
  mergedAt: null,
  manifests: [manifest],
  findings: [],
  nearMisses: [],
  scans: [{ id: "s1", type: "category", receivedAt: at(5), rejected: [] }],
  unfinished: [],
  papers: [],
  examinations: [],
  openEscalation: null,
  lastClear: null,
};
