import type { StoredMatch } from "@container-inspection/shared-schemas/manifest-match";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { DeclaredSide } from "../../match/rules/match-manifest.ts";
import type { Picture } from "../../match/rules/pictures.ts";
import { findMap } from "../category-map/category-map-store.ts";
import type { AttachedManifest } from "../judging/judge-pictures.ts";
import { judgeVisit, withHistory } from "../judging/judge-visit.ts";
import { findVersions, versionOf } from "../judging/manifest-version-store.ts";
import { readRuleSet } from "../judging/rule-set-store.ts";
import { findVersionsOfVisit } from "../judging/rules-in-force-store.ts";
import type { Needs } from "../parts.ts";
import { pictureOf } from "../pictures/picture-of.ts";
import { findVerdictsOf } from "../pictures/verdict-store.ts";
import type { OwnedContainer } from "../record/container-store.ts";
import { findManifestsEver, type ManifestRow } from "../record/manifest-store.ts";
import type { CaseRows } from "./case-store.ts";

type ManifestUse = {
  manifestId: string;
  version: number;
  firstComparedVersion?: number;
  isAddedLater?: boolean;
  sameBill?: DeclaredSide["sameBill"];
};

/** Input of one judgement; its versions are in files of their own in the archive. */
type CaseJudgement = {
  /** The report, a decision by the id of its escalation, or a scan when it was recorded. */
  of: { report: true } | { decision: string } | { scan: string };
  ruleSetVersion: number;
  mapVersion: number;
  illegalConfidence: number;
  container: { containerNumber: string; sizeType: string | null };
  manifests: ManifestUse[];
  pictures: Picture[];
};

type Parts = Needs<"settings" | "matchRules">;

/**
 * Collects from what every judgement of a case follows, so that it can be computed again: that of the report, those
 * that decisions were taken on, and those of scans when they were recorded.
 */
export async function collectJudgements(
  parts: Parts,
  tx: DatabaseOrTransaction,
  { found, rows, nowMs }: { found: OwnedContainer; rows: CaseRows; nowMs: number },
) {
  const report = await readReported(parts, tx, found);
  const stored = storedOf(rows);
  const ids = [...report.manifests, ...stored.flatMap(({ match }) => match.manifests)].map((one) => one.manifestId);
  const papers = await readPapers(tx, [...new Set(ids)], nowMs);
  const picturesOf = await createPictureReader(tx, rows);
  const judgements: CaseJudgement[] = [report];
  for (const { of, match, visitId } of stored) {
    const { ruleSetVersion, mapVersion } = match;
    const isScan = "scan" in of;
    const then = papers.asOfThen(match);
    const attached = isScan ? then : await withHistory(tx, then, { id: visitId, containerId: found.container.id });
    judgements.push({
      ...report,
      of,
      ruleSetVersion,
      mapVersion,
      container: match.container ?? report.container,
      manifests: attached.map(useOf),
      pictures: picturesOf(match.scanIds, isScan ? undefined : new Date(match.at)),
    });
  }
  const ruleSetVersions = judgements.map(({ ruleSetVersion }) => ruleSetVersion);
  const mapVersions = judgements.map(({ mapVersion }) => mapVersion);
  return {
    "judgements.json": judgements,
    "manifest-versions.json": papers.versions,
    "rule-sets.json": await readEach(ruleSetVersions, async (version) => (await readRuleSet(tx, version)).row),
    "category-maps.json": await readEach(mapVersions, async (version) => (await findMap(tx, version))?.row),
  };
}

/** The judgement of the report: all pictures of the visit as reviewed, and the papers and rules as they are. */
async function readReported(
  { settings, matchRules }: Parts,
  tx: DatabaseOrTransaction,
  { container }: OwnedContainer,
): Promise<CaseJudgement> {
  const { ruleSetVersion, mapVersion } = await findVersionsOfVisit(tx, {
    id: container.visitId,
    containerId: container.id,
  });
  const rules = await matchRules.at(tx, { ruleSetVersion, mapVersion });
  const { judged } = await judgeVisit(tx, container, rules);
  return {
    of: { report: true },
    ruleSetVersion,
    mapVersion,
    illegalConfidence: settings.illegalEscalationConfidence,
    container: { containerNumber: container.containerNumber, sizeType: container.sizeType },
    manifests: judged.attached.map(useOf),
    pictures: judged.pictures.map(({ rejected: _rejected, ...picture }) => picture),
  };
}

/** Reads all versions of these manifests, and returns a function for those that a stored match was made with. */
async function readPapers(tx: DatabaseOrTransaction, ids: readonly string[], nowMs: number) {
  const rows = await findManifestsEver(tx, ids);
  const current = rows.map((manifest) => versionOf(manifest, nowMs));
  const versions = await findVersions(tx, ids, current);
  const asOfThen = ({ manifests }: StoredMatch) =>
    manifests.flatMap(({ manifestId, version }): ManifestRow[] => {
      const row = rows.find(({ id }) => id === manifestId);
      const found = versions.find((one) => one.manifestId === manifestId && one.version === version);
      return row && found ? [{ ...row, ...found.content, version }] : [];
    });
  return { versions, asOfThen };
}

/** The matches that are on file: those of decisions, and those of scans when they were recorded. */
function storedOf({ scans, escalations }: CaseRows) {
  const ofDecisions = escalations.flatMap(({ escalation: { id, decidedOn, visitId } }) =>
    decidedOn ? [{ of: { decision: id }, match: decidedOn, visitId }] : [],
  );
  const ofScans = scans.flatMap(({ scan: { id, recordedMatch, visitId } }) =>
    recordedMatch ? [{ of: { scan: id }, match: recordedMatch, visitId }] : [],
  );
  return [...ofDecisions, ...ofScans];
}

function useOf({ id: manifestId, version, isAddedLater, sameBill, firstCompared }: AttachedManifest): ManifestUse {
  return {
    manifestId,
    version,
    ...(firstCompared && { firstComparedVersion: firstCompared.version }),
    ...(isAddedLater && { isAddedLater }),
    ...(sameBill && { sameBill }),
  };
}

/** Reads pictures by the ids of their scans, as reviewed until a time; without one, as their devices sent them. */
async function createPictureReader(tx: DatabaseOrTransaction, { scans }: CaseRows) {
  const byId = new Map(scans.map(({ scan }) => [scan.id, scan]));
  const verdictsOf = await findVerdictsOf(tx, [...byId.keys()]);
  return (scanIds: readonly string[], until: Date | undefined): Picture[] =>
    scanIds.flatMap((scanId) => {
      const scan = byId.get(scanId);
      const given = until ? verdictsOf(scanId).filter(({ reviewedAt }) => new Date(reviewedAt) <= until) : [];
      return scan ? [pictureOf(scan, given)] : [];
    });
}

async function readEach<Row>(versions: readonly number[], read: (version: number) => Promise<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const version of new Set(versions)) rows.push(await read(version));
  return rows;
}
