import { edgeEvidenceData } from "@container-inspection/shared-schemas";
import { drawThumbnail } from "../platform/images/draw-thumbnail.ts";
import { defineIngest } from "./define-ingest.ts";
import type { Needs } from "./parts.ts";
import { writeEvidence } from "./record-evidence.ts";
import { evidenceRequest, evidenceRequestPlace } from "./scan-request.ts";

export const ingestEvidence = defineIngest(
  {
    path: "evidence",
    kind: "evidence",
    operationId: "ingestEvidenceV1",
    summary: "Record a photo from a device as evidence",
    description:
      "Body, pictures, idempotency and container as for a category scan, but `detections` may be left out. The uploader is " +
      "the account of `user_email`, or the default edge account.",
    body: { schema: evidenceRequest, place: evidenceRequestPlace },
    reply: { schema: edgeEvidenceData, description: "The photo is recorded" },
  },
  async (parts: Needs<"settings" | "newId">, record) => {
    const evidenceId = `ev_${parts.newId()}`;
    const folder = `evidence/${evidenceId}`;
    const thumbnail = await drawThumbnail(record.pictures.image.bytes);
    const photo = { evidenceId, folder, thumbnail };
    return {
      folder,
      thumbnail: thumbnail.bytes,
      write: (transaction) => writeEvidence(transaction, parts, record, photo),
    };
  },
);
