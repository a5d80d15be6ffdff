import { z } from "zod";
import type { Rejection } from "../outbox/outbox.ts";
import type { RecordKind } from "../outbox/record.ts";
import type { TryResult } from "./retry-policy.ts";

/** Looser than the cloud's own schema: a newer cloud may have codes that this agent does not know. */
const envelope = z.object({
  success: z.literal(false),
  error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
});
const acknowledgement = z.object({ idempotencyKey: z.string() });
const rejections = z.object({
  data: z.object({
    rejected: z.array(z.object({ index: z.int().min(0), code: z.string(), message: z.string() })),
  }),
});

const MAX_EXCERPT_LENGTH = 200;

/** An answer with what the policy asks of it, what the cloud rejected, and a sentence for a person. */
export type Reply = { result: TryResult; rejected: Rejection[]; message: string };

/**
 * Reads an answer. An acknowledgement is a 2xx with JSON that echoes the key; for events also with a list of what was
 * rejected, without which nothing may be deleted.
 */
export function readReply(answer: { status: number; text: string }, key: string, kind: RecordKind): Reply {
  const { status, text } = answer;
  const json = parseJson(text);
  if (status >= 200 && status < 300) {
    const echoed = acknowledgement.safeParse(json).data?.idempotencyKey === key;
    const rejected = kind === "stream-events" ? rejections.safeParse(json).data?.data.rejected : [];
    if (echoed && rejected !== undefined) return { result: { type: "acknowledged" }, rejected, message: "delivered" };
    const message = `the answer ${status} does not acknowledge the record, so it is not the cloud's: ${excerpt(text)}`;
    return { result: { type: "answer", status, hasEnvelope: false }, rejected: [], message };
  }
  const { message, hasEnvelope } = readRefusal(answer);
  return { result: { type: "answer", status, hasEnvelope }, rejected: [], message };
}

/** Reads an answer that is no success: a sentence for a person, and whether it is in the cloud's own envelope. */
export function readRefusal({ status, text }: { status: number; text: string }): {
  message: string;
  hasEnvelope: boolean;
} {
  const error = envelope.safeParse(parseJson(text)).data?.error;
  if (error === undefined) {
    return {
      message: `the answer ${status} is not the cloud's: ${excerpt(text)}${hintFor(status)}`,
      hasEnvelope: false,
    };
  }
  const details = error.details === undefined ? "" : ` ${JSON.stringify(error.details)}`;
  return { message: `the cloud answered ${status} ${error.code}: ${error.message}${details}`, hasEnvelope: true };
}

/**
 * Without the envelope a 413 comes from a proxy before the cloud: it is tried for ever, so it must be read by a person.
 */
function hintFor(status: number): string {
  if (status !== 413) return "";
  return "; a proxy in front of the cloud rejects a body of this size: allow 50 MiB there (nginx: client_max_body_size 50m)";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line === "" ? "(empty)" : JSON.stringify(line.slice(0, MAX_EXCERPT_LENGTH));
}
