import type { containers } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findManifest } from "../manifests/manifest-store.ts";
import { findPictures, type VisitPicture } from "../scans/picture-store.ts";
import { type Judged, type Judgement, judgePictures } from "./judge-pictures.ts";
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
  const judged = { container, attached: found ? [found.manifest] : [], pictures };
  return { judged, judgement: judgePictures(judged, rules) };
}
