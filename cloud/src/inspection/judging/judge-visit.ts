import type { containers } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sendTogether } from "../../platform/db/send-together.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { findManifestsById, type FoundManifest, findSameBills, type ManifestRow } from "../record/manifest-store.ts";
import { addPicture, readPictures, type VisitPicture } from "../pictures/picture-store.ts";
import type { GivenVerdict } from "../pictures/verdict-store.ts";
import { type AttachedManifest, type Judged, judgePictures } from "./judge-pictures.ts";
import { findFirstCompared, type VersionRow } from "./manifest-version-store.ts";
import type { Judgement } from "../../match/rules/judge-pictures.ts";
import type { CompiledRules } from "../../match/rules/match-manifest.ts";
import type { Picture } from "../../match/rules/pictures.ts";

/** All pictures of a visit, judged together. */
export type JudgedVisit = {
  judged: Omit<Judged, "pictures"> & { pictures: VisitPicture[] };
  judgement: Judgement;
  /** The verdicts on all scans of the visit, those given last first. */
  verdicts: GivenVerdict[];
};

/** A container as it is on the visit that is judged. */
export type VisitedContainer = Pick<
  typeof containers.$inferSelect,
  "id" | "visitId" | "manifestId" | "furtherManifestIds" | "containerNumber" | "sizeType"
>;

/**
 * Judges all pictures of a visit with the manifests that the container has on it; `container` is as on that visit.
 * `draft` replaces the manifest with its id.
 */
export async function judgeVisit(
  tx: DatabaseOrTransaction,
  container: VisitedContainer,
  rules: CompiledRules,
  { draft }: { draft?: ManifestRow } = {},
): Promise<JudgedVisit & { /** Those compared, as replies show them. */ manifests: FoundManifest[] }> {
  const manifests = await findManifestsById(tx, attachedIds(container));
  const rows = manifests.map(({ manifest }) => (manifest.id === draft?.id ? draft : manifest));
  return { ...(await judgeVisitWith(tx, { container, manifests: rows }, rules)), manifests };
}

/**
 * Judges all pictures of a visit with these manifests. The lane of a visit is that of this judgement, and of no other.
 */
export async function judgeVisitWith(
  tx: DatabaseOrTransaction,
  { container, manifests }: { container: VisitedContainer; manifests: readonly ManifestRow[] },
  rules: CompiledRules,
): Promise<JudgedVisit> {
  const visit = { id: container.visitId, containerId: container.id };
  return judgeRead(container, await readVisit(tx, visit, manifests), rules);
}

/** Pictures and papers of a visit as they were read, with the history of the papers. */
export type ReadVisit = {
  pictures: VisitPicture[];
  verdicts: GivenVerdict[];
  manifests: readonly ManifestRow[];
  firstCompared: Awaited<ReturnType<typeof findFirstCompared>>;
  sameBills: Awaited<ReturnType<typeof findSameBills>>;
};

/** Reads all that a visit is judged by with these manifests, in one round trip. */
export async function readVisit(
  tx: DatabaseOrTransaction,
  visit: { id: string; containerId: string },
  manifests: readonly ManifestRow[],
): Promise<ReadVisit> {
  const [read, history] = await sendTogether([readPictures(tx, visit), readHistory(tx, visit, manifests)]);
  return { ...read, ...history };
}

/** Adds a scan that is about to be written to its visit, with the manifest versions that it was compared with. */
export function addScan(read: ReadVisit, scan: Picture, versions: readonly VersionRow[]): ReadVisit {
  const firstCompared = new Map(read.firstCompared);
  for (const version of versions) {
    const known = firstCompared.get(version.manifestId);
    if (!known || scan.scanId < known.scanId) firstCompared.set(version.manifestId, { version, scanId: scan.scanId });
  }
  return { ...read, firstCompared, pictures: addPicture(read.pictures, scan) };
}

/** Judges a visit as it was read. */
export function judgeRead(container: VisitedContainer, read: ReadVisit, rules: CompiledRules): JudgedVisit {
  const judged = { container, attached: attachHistory(read), pictures: read.pictures };
  return { judged, judgement: judgePictures(judged, rules), verdicts: read.verdicts };
}

/**
 * Adds history to manifests: the version with which pictures of the visit were first compared, whether that was later
 * than for others of them, and other manifests of the same bills of lading.
 */
export async function withHistory(
  tx: DatabaseOrTransaction,
  manifests: readonly ManifestRow[],
  visit: { id: string; containerId: string },
): Promise<AttachedManifest[]> {
  return attachHistory(await readHistory(tx, visit, manifests));
}

type History = Pick<ReadVisit, "manifests" | "firstCompared" | "sameBills">;

async function readHistory(
  tx: DatabaseOrTransaction,
  visit: { id: string; containerId: string },
  manifests: readonly ManifestRow[],
): Promise<History> {
  if (manifests.length === 0) return { manifests, firstCompared: new Map(), sameBills: [] };
  const ids = manifests.map(({ id }) => id);
  const [firstCompared, sameBills] = await sendTogether([
    findFirstCompared(tx, visit, ids),
    findSameBills(tx, manifests),
  ]);
  return { manifests, firstCompared, sameBills };
}

function attachHistory({ manifests, firstCompared, sameBills }: History): AttachedManifest[] {
  const scanIds = [...firstCompared.values()].map(({ scanId }) => scanId);
  const firstScanId = scanIds.toSorted()[0];
  return manifests.map((manifest) => {
    const first = firstCompared.get(manifest.id);
    const isChanged = first !== undefined && first.version.version !== manifest.version;
    return {
      ...manifest,
      firstCompared: isChanged ? { ...manifest, ...first.version.content, version: first.version.version } : undefined,
      isAddedLater: firstScanId !== undefined && first?.scanId !== firstScanId,
      sameBill: sameBills.filter(({ billOfLading }) => billOfLading === manifest.billOfLading),
    };
  });
}
