import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import {
  type AcknowledgedRecord,
  acknowledgedRecord,
  signedText,
  type TransferHead,
} from "@container-inspection/shared-schemas/transfers";
import { z } from "zod";
import type { ServiceKey } from "../../platform/settings/service-key.ts";
import type { EdgeCaller } from "../../platform/http/context.ts";
import type { DeliveryParts } from "../parts.ts";
import { type CarriedRecord, readRecords } from "./read-transfer.ts";

/** Any host: requests that are handed in directly are of none. */
const BASE = "http://localhost";

/** Fields of a reply that the acknowledgement contains. */
const reply = z.object({
  data: z.object({ rejected: acknowledgedRecord.shape.rejected }).optional().catch(undefined),
  error: acknowledgedRecord.shape.error,
});

/**
 * Delivers the records of a checked transfer file one after the other, each by the request that its device would have
 * sent, and yields the lines of the acknowledgement. An acknowledgement that is not read to its end has no signature,
 * and is of no use; the file can be imported again.
 */
export async function* deliverRecords(
  { deliver }: DeliveryParts,
  { handle, head }: { handle: FileHandle; head: TransferHead },
  { caller, key, nowMs }: { caller: EdgeCaller; key: ServiceKey; nowMs: number },
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const hashed = (value: object): string => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  };
  const { transferId, signingKey } = head;
  const writtenAt = new Date(nowMs).toISOString();
  yield hashed({ format: "container-inspection-acknowledgement", version: 1, transferId, signingKey, writtenAt });
  let records = 0;
  for await (const record of readRecords(handle)) {
    yield hashed(await deliverRecord(deliver, record, caller));
    records += 1;
  }
  const sha256 = hash.digest("hex");
  yield `${JSON.stringify({ records, sha256, signature: key.sign(signedText("acknowledgement", sha256)) })}\n`;
}

async function deliverRecord(
  deliver: DeliveryParts["deliver"],
  { id, path, sha256, body }: CarriedRecord,
  caller: EdgeCaller,
): Promise<AcknowledgedRecord> {
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(body.byteLength),
    "Idempotency-Key": id,
  };
  const request = new Request(BASE + path, { method: "POST", headers, body: new Uint8Array(body) });
  const answer = await deliver(request, caller);
  const { data, error } = reply.parse(await answer.json());
  return { id, sha256, status: answer.status, ...(data?.rejected && { rejected: data.rejected }), error };
}
