import { z } from "zod";
import type { Rejection } from "../../outbox/outbox.ts";
import type { RecordKind } from "../../outbox/record.ts";
import type { Answer } from "./cloud-client.ts";
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

/** Parts of an answer that are read; `location` is the target of a redirect. */
type ReadAnswer = { status: number; text: string; location?: string | undefined };

/** An answer with the policy's result, the records that the cloud rejected, and a sentence for a person. */
export type Reply = { result: TryResult; rejected: Rejection[]; message: string };

/**
 * Reads an answer. An acknowledgement is a 2xx with JSON that echoes the key; for events it also lists the rejected
 * ones, without which nothing may be deleted.
 */
export function readReply(answer: ReadAnswer, key: string, kind: RecordKind): Reply {
  const { status, text } = answer;
  const json = parseJson(text);
  if (status >= 200 && status < 300) {
    const echoed = acknowledgement.safeParse(json).data?.idempotencyKey === key;
    const rejected = kind === "stream-events" ? rejections.safeParse(json).data?.data.rejected : [];
    if (echoed && rejected !== undefined) return { result: { type: "acknowledged" }, rejected, message: "delivered" };
    const message = `the answer ${status} does not acknowledge the record, so it is not the cloud's: ${excerpt(text)}${isPage(text) ? PORTAL : ""}`;
    return { result: { type: "answer", status, hasEnvelope: false }, rejected: [], message };
  }
  const { message, hasEnvelope } = readRefusal(answer);
  return { result: { type: "answer", status, hasEnvelope }, rejected: [], message };
}

/** Reads an answer that is no success: a sentence for a person, and whether it is in the cloud's own envelope. */
export function readRefusal({ status, text, location }: ReadAnswer): { message: string; hasEnvelope: boolean } {
  const error = envelope.safeParse(parseJson(text)).data?.error;
  if (error === undefined) {
    const redirects = status >= 300 && status < 400 && location !== undefined;
    const what = redirects ? `redirects to ${excerpt(location)}` : `is not the cloud's: ${excerpt(text)}`;
    return { message: `the answer ${status} ${what}${hintFor(status, text)}`, hasEnvelope: false };
  }
  const details = error.details === undefined ? "" : ` ${JSON.stringify(error.details)}`;
  return { message: `the cloud answered ${status} ${error.code}: ${error.message}${details}`, hasEnvelope: true };
}

/** The cloud did not answer, refused, or something else answered; `kind` is equal for failures of the same cause. */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Reads an answer that may not be a success; throws an AnswerError for any other. */
export function readSuccess<Success>(answer: Answer, schema: z.ZodType<Success>): Success {
  if (answer.type === "no-answer") throw new AnswerError("no answer", answer.message);
  const { status, text } = answer;
  if (status < 200 || status >= 300) throw new AnswerError(`${status}`, readRefusal(answer).message);
  const { data } = schema.safeParse(parseJson(text));
  if (data !== undefined) return data;
  throw new AnswerError("not the cloud's", `the answer ${status} is not the cloud's: check the cloud address`);
}

const PORTAL =
  "; a sign-in page of the network may answer in place of the cloud: sign in, or ask for access without it";
/** Text with which nginx, Apache and Go refuse http on a port with TLS. */
const EXPECTS_TLS = /HTTPS port|HTTPS server|SSL-enabled server port/;
/** Text with which nginx refuses a missing or unknown client certificate. */
const WANTS_CERTIFICATE = /No required SSL certificate|SSL certificate error/;

/** Returns a hint for the user on an answer that does not come from the cloud. */
function hintFor(status: number, text: string): string {
  if (status >= 300 && status < 400) {
    return ": a sign-in page of the network, or another address of the cloud; sign in, or correct cloud.url";
  }
  if (status === 400 && EXPECTS_TLS.test(text)) return "; write https:// in cloud.url";
  if (status === 400 && WANTS_CERTIFICATE.test(text)) return "; check cloud.clientCertificate";
  if (status === 404) return "; check cloud.url: it is the address of the cloud without /v1";
  if (status !== 413) return "";
  return "; a proxy in front of the cloud rejects a body of this size: allow 50 MiB there (nginx: client_max_body_size 50m)";
}

const isPage = (text: string): boolean => /^\s*<(!doctype html|html|head|h1)\b/i.test(text);

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
