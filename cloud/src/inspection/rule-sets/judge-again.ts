import { findExaminations } from "../examinations/examination-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { type AttachedManifest, judgePictures } from "../judging/judge-pictures.ts";
import { type CompiledMap, compileMap } from "../../match/reading/compile-map.ts";
import type { Needs } from "../parts.ts";
import { pictureOf } from "../pictures/picture-of.ts";
import { findVerdictsOf } from "../pictures/verdict-store.ts";
import type { Decided, ReplayedVisit } from "./replay-rules.ts";
import {
  findDecisions,
  findManifestVersions,
  findScansOfVisit,
  type ReplayableVisit,
  type ReplayRow,
} from "./replay-store.ts";
import type { RuleSetRow } from "../judging/rule-set-store.ts";
import { findVersionsOfVisit } from "../judging/rules-in-force-store.ts";

type Scans = Awaited<ReturnType<typeof findScansOfVisit>>;

/**
 * Creates a function that judges a stored visit by the rules in force and by a candidate: its pictures before any
 * review, with the manifests as of its newest scan. Undefined for a visit without pictures, and for one of a site
 * whose own rule set the candidate does not replace.
 */
export function createReplayer(
  { db, matchRules }: { db: DatabaseOrTransaction } & Needs<"matchRules">,
  {
    replay,
    candidate,
  }: {
    replay: Pick<ReplayRow, "baseVersion" | "mapVersion">;
    candidate: Pick<RuleSetRow, "version" | "rules" | "map">;
  },
): (visit: ReplayableVisit) => Promise<ReplayedVisit | undefined> {
  // A number that no version has: the map is in no table yet.
  const candidateMap: CompiledMap | undefined = candidate.map
    ? compileMap(replay.mapVersion + 1, candidate.map)
    : undefined;
  return async (visit) => {
    const { ruleSetVersion } = await findVersionsOfVisit(db, visit);
    const isReplaced = ruleSetVersion === replay.baseVersion;
    if (!isReplaced && !candidateMap) return undefined;
    const scans = await findScansOfVisit(db, visit);
    if (scans.length === 0) return undefined;
    const inForce = await matchRules.at(db, { mapVersion: replay.mapVersion, ruleSetVersion });
    const proposed = isReplaced ? matchRules.compile(candidate, candidateMap ?? inForce.map) : inForce;
    const rules = candidateMap ? { ...proposed, map: candidateMap } : proposed;
    const pictures = scans.map((scan) => pictureOf(scan, []));
    const judged = { container: visit, attached: await findAttached(db, scans), pictures };
    return {
      visitId: visit.id,
      containerId: visit.containerId,
      containerNumber: visit.containerNumber,
      day: visit.openedAt.toISOString().slice(0, 10),
      pictures,
      inForce: judgePictures(judged, inForce),
      candidate: judgePictures(judged, rules),
      sampleShares: { inForce: inForce.greenSampleShare, candidate: rules.greenSampleShare },
      decided: await findDecided(db, visit, scans),
    };
  };
}

/** The manifests that the newest scan was compared with, each with its version at the first scan of the visit. */
async function findAttached(db: DatabaseOrTransaction, scans: Scans): Promise<AttachedManifest[]> {
  const compared = scans.map(({ recordedMatch }) => recordedMatch?.manifests ?? []).filter((refs) => refs.length > 0);
  const refs = compared[0] ?? [];
  const firstOf = (manifestId: string) => compared.flat().findLast((ref) => ref.manifestId === manifestId);
  const firsts = refs.flatMap(({ manifestId }) => firstOf(manifestId) ?? []);
  const found = await findManifestVersions(db, [...refs, ...firsts]);
  return refs.flatMap(({ manifestId, version }): AttachedManifest[] => {
    const versionAt = (wanted: number | undefined) =>
      found.find((one) => one.version.manifestId === manifestId && one.version.version === wanted);
    const kept = versionAt(version);
    if (!kept) return [];
    const first = versionAt(firstOf(manifestId)?.version);
    const manifest = { ...kept.manifest, ...kept.version.content, version };
    const isAmended = first !== undefined && first.version.version !== version;
    return [
      { ...manifest, firstCompared: isAmended ? { ...manifest, ...first.version.content } : undefined, sameBill: [] },
    ];
  });
}

async function findDecided(db: DatabaseOrTransaction, visit: ReplayableVisit, scans: Scans): Promise<Decided> {
  const verdictsOf = await findVerdictsOf(
    db,
    scans.map(({ id }) => id),
  );
  const decisions = await findDecisions(db, visit);
  const [last] = await findExaminations(db, { containerId: visit.containerId, visitId: visit.id, limit: 1 });
  return {
    examined: new Map(last?.examination.rules.map(({ rule, isConfirmed }) => [rule, isConfirmed])),
    verdictOf: (scanId, index) => {
      const given = verdictsOf(scanId).find((one) => one.index === index);
      if (given === undefined) return undefined;
      // If only the outline was corrected, the class of the model is right.
      return given.verdict === "rejected" || given.className !== null ? "rejected" : "confirmed";
    },
    decisions: decisions.map(({ decision, decidedOn }) => ({
      isHold: decision === "hold",
      findings: decidedOn?.findings ?? [],
    })),
    isSample: decisions.some(({ source }) => source === "sample"),
  };
}
