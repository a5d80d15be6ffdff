import type { ContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { Audit } from "../journal/audit/create-audit.ts";
import { checkRecordChain } from "./check-record-chain.ts";
import { type PictureProblem, readPictures, type SentPictures } from "./read-pictures.ts";
import type { PictureRequest } from "./scan-request.ts";

type Sent = {
  number: ContainerNumber;
  body: PictureRequest;
  /** The audit log of the request. */
  audit: Audit;
  nowMs: number;
};

/** An edge write with pictures, read and checked, ready to be recorded. */
export type EdgeRecord = Sent & { pictures: SentPictures };

/** Reads the pictures of an edge write and checks its hashes; `numberAsSent` is the text of the path, decoded. */
export async function readRecord(
  sent: Sent,
  numberAsSent: string,
): Promise<{ ok: true; record: EdgeRecord } | { ok: false; problem: PictureProblem }> {
  const read = await readPictures(sent.body);
  if (!read.ok) return read;
  const { pictures } = read;
  const details = checkRecordChain(sent.body, numberAsSent, pictures.originalSha256);
  if (details.length > 0)
    return { ok: false, problem: { code: "VALIDATION_ERROR", message: "The body is not valid.", details } };
  return { ok: true, record: { ...sent, pictures } };
}
