import type { containers } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findManifest, findSameBill, type ManifestRow } from "../manifests/manifest-store.ts";
import { findPictures, type VisitPicture } from "../scans/picture-store.ts";
import { type AttachedManifest, type Judged, type Judgement, judgePictures } from "./judge-pictures.ts";
import { findFirstCompared } from "./manifest-version-store.ts";
import type { CompiledRules } from "./rules/match-manifest.ts";

/** All pictures of a visit, judged together. */
export type JudgedVisit = {
  judged: Omit<Judged, "pictures"> & { pictures: VisitPicture[] };
  judgement: Judgement;
};

/** Judges all pictures of a visit with the manifest that the container has on it; `container` is as on that visit. */
export async function judgeVisit(
  tx: DatabaseOrTransaction,
  container: Pick<typeof containers.$inferSelect, "id" | "visitId" | "manifestId" | "containerNumber" | "sizeType">,
  rules: CompiledRules,
): Promise<JudgedVisit> {
  const found = container.manifestId === null ? undefined : await findManifest(tx, container.manifestId);
  const pictures = await findPictures(tx, { id: container.visitId, containerId: container.id });
  const attached = found ? [await withHistory(tx, found.manifest, container)] : [];
  const judged = { container, attached, pictures };
  return { judged, judgement: judgePictures(judged, rules) };
}

/** A manifest with how it stood at the first picture of the visit, and the others of its bill of lading. */
async function withHistory(
  tx: DatabaseOrTransaction,
  manifest: ManifestRow,
  { id: containerId, visitId }: { id: string; visitId: string },
): Promise<AttachedManifest> {
  const first = await findFirstCompared(tx, { id: visitId, containerId }, manifest.id);
  const firstCompared = first && first.version !== manifest.version ? { ...manifest, ...first.content } : undefined;
  return { ...manifest, firstCompared, sameBill: await findSameBill(tx, manifest) };
}
