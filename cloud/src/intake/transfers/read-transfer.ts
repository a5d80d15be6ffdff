import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { LineError, splitLines } from "@container-inspection/shared-schemas/split-lines";
import {
  MAX_TRANSFER_LINE_BYTES,
  type SignedEnd,
  signedEnd,
  signedText,
  type TransferHead,
  transferHead,
  type TransferRecord,
  transferRecord,
} from "@container-inspection/shared-schemas/transfers";
import type { z } from "zod";
import { isSignedBy } from "../../inspection/provenance/judge-signature.ts";

/** A record of a transfer file, with the body of the request that delivers it. */
export type CarriedRecord = TransferRecord & { body: Uint8Array };

/**
 * Reason why a file is not a valid transfer file; continues the text "The file is not a valid transfer file:".
 */
class TransferError extends Error {
  override readonly name = "TransferError";
}

const READ_BYTES = 262_144;
/** All lines but bodies are short. */
const MAX_HEAD_BYTES = 4_096;

/**
 * Reads a whole transfer file and checks its form, its hash and its signature, before anything of it is recorded. One
 * record is in memory at a time.
 */
export async function checkTransfer(
  handle: FileHandle,
): Promise<{ ok: true; head: TransferHead; records: number } | { ok: false; problem: string }> {
  let head: TransferHead | undefined;
  let records = 0;
  try {
    for await (const part of readParts(handle)) {
      if (part.type === "head") head = part.head;
      else if (part.type === "record") records += 1;
      else checkEnd(part, head, records);
    }
  } catch (error) {
    if (error instanceof TransferError || error instanceof LineError) return { ok: false, problem: error.message };
    throw error;
  }
  return head ? { ok: true, head, records } : { ok: false, problem: "it is empty" };
}

/** The records of a file that `checkTransfer` has passed. */
export async function* readRecords(handle: FileHandle): AsyncGenerator<CarriedRecord> {
  for await (const part of readParts(handle)) if (part.type === "record") yield part.record;
}

function checkEnd({ end, sha256 }: EndPart, head: TransferHead | undefined, records: number): void {
  if (end.sha256 !== sha256) throw new TransferError("it was altered, since it does not match its SHA-256");
  if (end.records !== records) throw new TransferError(`it has ${records} records and counts ${end.records}`);
  if (!head || !isSignedBy(head.signingKey, signedText("transfer", sha256), end.signature))
    throw new TransferError("its signature is invalid");
}

type EndPart = { type: "end"; end: SignedEnd; sha256: string };
type Part = { type: "head"; head: TransferHead } | { type: "record"; record: CarriedRecord } | EndPart;

/** The parts of a file in their order; throws for any other order, and where the end is missing. */
async function* readParts(handle: FileHandle): AsyncGenerator<Part> {
  const hash = createHash("sha256");
  let head: TransferHead | undefined;
  let announced: TransferRecord | undefined;
  let isEnded = false;
  const chunks = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES });
  for await (const line of splitLines(chunks, MAX_TRANSFER_LINE_BYTES)) {
    if (isEnded) throw new TransferError("lines follow its end");
    if (announced) {
      yield { type: "record", record: { ...announced, body: line } };
      announced = undefined;
    } else {
      const value = parseLine(line);
      if (!head) {
        head = check(transferHead, value, "the first line");
        yield { type: "head", head };
      } else if ("records" in value) {
        isEnded = true;
        yield { type: "end", end: check(signedEnd, value, "the last line"), sha256: hash.digest("hex") };
      } else announced = check(transferRecord, value, "the line before a record");
    }
    if (!isEnded) hash.update(line).update("\n");
  }
  if (!isEnded) throw new TransferError(head ? "it was truncated, since its end is missing" : "it is empty");
}

function parseLine(line: Uint8Array): object {
  const value = line.byteLength > MAX_HEAD_BYTES ? undefined : parseJson(line);
  if (typeof value === "object" && value !== null) return value;
  throw new TransferError("a line is not a JSON object");
}

function parseJson(line: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(line).toString("utf8"));
  } catch {
    return undefined;
  }
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TransferError(`${what} has an invalid ${issue?.path.join(".") || "form"}: ${issue?.message}`);
}
