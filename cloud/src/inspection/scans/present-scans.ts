import type { Scan } from "@container-inspection/shared-schemas/scans";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { createMatchPictures, type MatchPictures } from "../judging/match-pictures.ts";
import type { Needs } from "../parts.ts";
import { findProvenances } from "../provenance/link-store.ts";
import { presentScan } from "./present-scan.ts";
import type { VisitedScan } from "./scan-store.ts";
import { findVerdictsOf } from "../pictures/verdict-store.ts";

/** Scans that share it are compared with the same manifests by the same rules. */
const matcherOf = ({ manifests, mapVersion, ruleSetVersion }: VisitedScan) =>
  `${manifests.map(({ id }) => id).join()} ${mapVersion} ${ruleSetVersion}`;

/** Shows scans of several visits; the manifests of each visit are read once for all scans that the same rules judge. */
export async function createPresenter(
  { db, matchRules, nowMs }: Needs<"matchRules" | "nowMs"> & { db: DatabaseOrTransaction },
  rows: readonly VisitedScan[],
): Promise<(row: VisitedScan) => Scan> {
  const ids = rows.map(({ scan: { id } }) => id);
  const verdictsOf = await findVerdictsOf(db, ids);
  const provenances = await findProvenances(db, ids, new Date(nowMs()));
  const matchers = new Map<string, MatchPictures>();
  for (const row of rows) {
    if (matchers.has(matcherOf(row))) continue;
    matchers.set(matcherOf(row), createMatchPictures(row.manifests, await matchRules.at(db, row)));
  }
  return (row) => {
    const { scan: made, container, visit } = row;
    const matchPictures = matchers.get(matcherOf(row)) ?? (() => null);
    return presentScan(
      made,
      { container, visit, matchPictures },
      verdictsOf(made.id),
      provenances.get(made.id) ?? null,
    );
  };
}
