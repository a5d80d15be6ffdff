import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { LineError, splitLines } from "@container-inspection/shared-schemas/split-lines";
import {
  type AcknowledgedRecord,
  acknowledgedRecord,
  acknowledgementHead,
  type SignedEnd,
  signedEnd,
  signedText,
} from "@container-inspection/shared-schemas/transfers";
import type { z } from "zod";
import { isSignedBy } from "./cloud-key.ts";

/** Thrown, with the reason, when an acknowledgement is not applied. */
export class AcknowledgementError extends Error {
  override readonly name = "AcknowledgementError";
}

/** A batch of events can be rejected event by event, 5,000 of them. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

/**
 * Checks an acknowledgement as a whole: its form, its hash, the cloud's signature, and that it is for this device.
 * Throws an AcknowledgementError, or the error of the file system.
 */
export async function checkAcknowledgement(
  file: string,
  { cloudKey, deviceKey }: { cloudKey: string; deviceKey: string },
): Promise<{ records: number }> {
  const hash = createHash("sha256");
  let [isForDevice, records] = [false, 0];
  let end: SignedEnd | undefined;
  for await (const { line, value } of readLines(file)) {
    if (end) throw new AcknowledgementError("lines follow its end");
    if ("format" in value) isForDevice = check(acknowledgementHead, value).signingKey === deviceKey;
    else if ("records" in value) end = check(signedEnd, value);
    else records += check(acknowledgedRecord, value) && 1;
    if (!end) hash.update(line).update("\n");
  }
  if (!end) throw new AcknowledgementError("it was truncated, since its end is missing");
  const sha256 = hash.digest("hex");
  if (end.sha256 !== sha256 || end.records !== records) throw new AcknowledgementError("it was altered");
  if (!isSignedBy(cloudKey, signedText("acknowledgement", sha256), end.signature))
    throw new AcknowledgementError("it is not signed with the key of the cloud that this device knows");
  if (!isForDevice)
    throw new AcknowledgementError("it is for another device, or for a file from before this device got a new key");
  return { records };
}

/** The records of an acknowledgement that was checked. */
export async function* readAcknowledged(file: string): AsyncGenerator<AcknowledgedRecord> {
  for await (const { value } of readLines(file)) {
    if (!("format" in value) && !("records" in value)) yield check(acknowledgedRecord, value);
  }
}

async function* readLines(file: string): AsyncGenerator<{ line: Uint8Array; value: object }> {
  try {
    for await (const line of splitLines(createReadStream(file), MAX_LINE_BYTES)) yield { line, value: parse(line) };
  } catch (error) {
    throw error instanceof LineError ? new AcknowledgementError(error.message) : error;
  }
}

function parse(line: Uint8Array): object {
  try {
    const value: unknown = JSON.parse(Buffer.from(line).toString("utf8"));
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Not JSON.
  }
  throw new AcknowledgementError("it is not an acknowledgement, which is lines of JSON");
}

function check<Schema extends z.ZodType>(schema: Schema, value: object): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new AcknowledgementError(`it is not an acknowledgement, or has another version: ${place} is not valid`);
}
