// The protocol between the cloud and an AI service over one WebSocket: a binary message requests the analysis of one
// picture, text messages answer. Many requests share a connection; their answers arrive in any order.
import { z } from "zod";
import { edgeDetection } from "./edge.ts";
import { lineOrEmpty, text, textOrEmpty } from "./primitives.ts";

/** The WebSocket subprotocol that both sides must name at the upgrade. */
export const AI_SUBPROTOCOL = "container-inspection.ai.v1";

/** The largest picture of a request, in bytes. */
export const MAX_AI_IMAGE_BYTES = 20_971_520;
const LENGTH_BYTES = 4;
const MAX_HEADER_BYTES = 16_384;
/** The largest binary message, in bytes: header length, header, picture. */
export const MAX_AI_REQUEST_BYTES = LENGTH_BYTES + MAX_HEADER_BYTES + MAX_AI_IMAGE_BYTES;
/** The largest text message, in bytes: a thousand finely drawn outlines take less. */
export const MAX_AI_MESSAGE_BYTES = 33_554_432;

export const aiTask = z.enum(["category", "defect", "illegal", "identify"]);
export type AiTask = z.infer<typeof aiTask>;

const requestId = lineOrEmpty(100).min(1);

/** The JSON header of a request; unknown options are ignored. */
export const aiRequestHeader = z.object({
  /** Chosen by the sender; unique among its requests under way on one connection. */
  id: requestId,
  task: aiTask,
  contentType: z.enum(["image/jpeg", "image/png", "image/webp", "image/tiff"]),
  options: z
    .object({
      /** Time for which the sender waits for the answer, in milliseconds. */
      deadlineMs: z.int().min(1).max(600_000).optional(),
      /** Expected numbers for `identify`, which are preferred if the picture is in doubt. */
      expectedNumbers: z.array(text(64)).max(50).optional(),
    })
    .default({}),
});
export type AiRequestHeader = z.infer<typeof aiRequestHeader>;

const model = z.object({ name: text(200), version: textOrEmpty(200) });

/** The service's first message: its tasks and models, and how many requests it accepts at the same time. */
export const aiHello = z.object({
  type: z.literal("hello"),
  tasks: z.array(aiTask).max(100),
  models: z.array(model.extend({ task: aiTask })).max(100),
  maxInFlight: z.int().min(1).max(1_024),
});
export type AiHello = z.infer<typeof aiHello>;

const share = z.number().min(0).max(1);
const candidates = z.array(z.object({ text: text(64), confidence: share })).max(50);
/** A container number read from a picture, with alternative readings. */
const aiNumber = z.object({ text: text(64), confidence: share, candidates });

/**
 * The answer to a request: `detections` in the shape of edge scans, or `number` for the task `identify`. Width and
 * height are those of the upright picture, in pixels; polygons are in its coordinates.
 */
export const aiResult = z
  .object({
    type: z.literal("result"),
    id: requestId,
    model,
    width: z.int().min(1).max(1_000_000),
    height: z.int().min(1).max(1_000_000),
    detections: z.array(edgeDetection).max(1_000).optional(),
    /** True for a picture that is unlike those that the model was trained on; absent where it has no such figures. */
    unlikeTraining: z.boolean().optional(),
    number: aiNumber.nullable().optional(),
    /** Beside a `number` that is null: the candidates read, and the reason why they must not be used as they are. */
    unread: z.object({ reason: text(200), candidates }).optional(),
    inferenceMs: z.number().min(0).max(1e9),
  })
  .refine(({ detections, number }) => (detections === undefined) !== (number === undefined), {
    message: "must hold either detections or number",
  });
export type AiResult = z.infer<typeof aiResult>;

/** The error codes of a service; a receiver accepts unknown codes and decides by `retryable`. */
export type AiErrorCode =
  | "BAD_REQUEST"
  | "TASK_NOT_OFFERED"
  | "INVALID_IMAGE"
  | "BUSY"
  | "DEADLINE_EXCEEDED"
  | "SHUTTING_DOWN"
  | "MODEL_FAILED"
  | "INTERNAL_ERROR";

/** A failed request; `id` is null when the message was too damaged to identify the request. */
export const aiError = z.object({
  type: z.literal("error"),
  id: requestId.nullable(),
  code: text(100),
  message: textOrEmpty(2_000),
  retryable: z.boolean(),
});
export type AiError = z.infer<typeof aiError>;

const aiMessage = z.discriminatedUnion("type", [aiHello, aiResult, aiError]);
export type AiMessage = z.infer<typeof aiMessage>;

/** Lays out a request: 4 bytes of header length (big-endian), the header as UTF-8 JSON, the picture's bytes. */
export function encodeAiRequest(header: AiRequestHeader, image: Uint8Array): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const frame = new Uint8Array(LENGTH_BYTES + json.length + image.length);
  new DataView(frame.buffer).setUint32(0, json.length);
  frame.set(json, LENGTH_BYTES);
  frame.set(image, LENGTH_BYTES + json.length);
  return frame;
}

/** `id` is the id of the request if the message still contains it, else null. */
export type AiRequestReading =
  | { ok: true; header: AiRequestHeader; image: Uint8Array }
  | { ok: false; id: string | null; problem: string };

/** Reads a binary message; `image` is a view into it. */
export function decodeAiRequest(frame: Uint8Array): AiRequestReading {
  const refuse = (problem: string, id: string | null = null): AiRequestReading => ({ ok: false, id, problem });
  if (frame.length < LENGTH_BYTES) return refuse("the message ends before the length of its header");
  const headerBytes = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0);
  if (headerBytes > MAX_HEADER_BYTES)
    return refuse(`the header length is ${headerBytes} bytes, the maximum is ${MAX_HEADER_BYTES}`);
  const start = LENGTH_BYTES + headerBytes;
  if (frame.length < start) return refuse("the message ends inside its header");
  const value = parseJson(decodeUtf8(frame.subarray(LENGTH_BYTES, start)));
  const parsed = aiRequestHeader.safeParse(value);
  if (!parsed.success) return refuse(`the header is invalid: ${describe(parsed.error)}`, idOf(value));
  const image = frame.subarray(start);
  if (image.length === 0) return refuse("the picture after the header is missing", parsed.data.id);
  if (image.length > MAX_AI_IMAGE_BYTES) return refuse("the picture is over 20 MB", parsed.data.id);
  return { ok: true, header: parsed.data, image };
}

/** Writes a text message. */
export function encodeAiMessage(message: AiMessage): string {
  return JSON.stringify(message);
}

export type AiMessageReading =
  | { ok: true; message: AiMessage }
  /** `id` of the request that the invalid message answers, if the message still contains it. */
  | { ok: false; id: string | null; problem: string };

/**
 * Reads a text message. A message that is not JSON (NaN is not) or does not match the protocol is rejected as a whole;
 * if it still contains the id of its request, only that request fails.
 */
export function decodeAiMessage(sent: string): AiMessageReading {
  const value = parseJson(sent);
  if (value === undefined) {
    const id = /"id"\s*:\s*"([\w-]{1,100})"/.exec(sent)?.[1];
    return { ok: false, id: id ?? null, problem: "it is not JSON" };
  }
  const parsed = aiMessage.safeParse(value);
  if (parsed.success) return { ok: true, message: parsed.data };
  return { ok: false, id: idOf(value), problem: describe(parsed.error) };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseJson(sent: string | undefined): unknown {
  try {
    return sent === undefined ? undefined : JSON.parse(sent);
  } catch {
    return undefined;
  }
}

function idOf(value: unknown): string | null {
  const parsed = z.object({ id: requestId }).safeParse(value);
  return parsed.success ? parsed.data.id : null;
}

/** The first problem, with its place. */
function describe({ issues: [issue] }: z.ZodError): string {
  if (!issue) return "it does not match the protocol";
  return `${issue.path.map(String).join(".")} ${issue.message}`.trim();
}
