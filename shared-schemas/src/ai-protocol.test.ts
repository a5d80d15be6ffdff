import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  aiError,
  aiHello,
  aiRequestHeader,
  aiResult,
  type AiMessage,
  type AiRequestHeader,
  decodeAiMessage,
  decodeAiRequest,
  encodeAiMessage,
  encodeAiRequest,
  MAX_AI_IMAGE_BYTES,
} from "./ai-protocol.ts";

const header: AiRequestHeader = { id: "r1", task: "category", contentType: "image/jpeg", options: {} };
const image = new Uint8Array([255, 216, 255, 0]);
const hello: AiMessage = { type: "hello", tasks: ["category"], models: [], maxInFlight: 4 };
const result = {
  type: "result" as const,
  id: "r1",
  model: { name: "cargo", version: "1" },
  width: 640,
  height: 480,
  detections: [{ class_name: "drum", confidence: 0.5, polygon: { x: [1, 2, 3], y: [1, 2, 3] } }],
  inferenceMs: 12.5,
};

/** A request whose header is any text. */
function frameOf(json: string | Uint8Array, bytes = image, claimedLength?: number): Uint8Array {
  const head = typeof json === "string" ? new TextEncoder().encode(json) : json;
  const frame = new Uint8Array(4 + head.length + bytes.length);
  new DataView(frame.buffer).setUint32(0, claimedLength ?? head.length, false);
  frame.set(head, 4);
  frame.set(bytes, 4 + head.length);
  return frame;
}

describe("a request", () => {
  test("comes out as it went in, also from the middle of a larger buffer", () => {
    const sent = { ...header, id: "Ünïcode ✓", options: { deadlineMs: 10_000 } };
    const frame = encodeAiRequest(sent, image);
    const larger = new Uint8Array(frame.length + 7);
    larger.set(frame, 7);
    for (const bytes of [frame, larger.subarray(7)])
      expect(decodeAiRequest(bytes)).toEqual({ ok: true, header: sent, image });
  });

  test("is laid out as 4 bytes of big-endian header length, JSON, picture", () => {
    const frame = encodeAiRequest(header, image);
    const length = JSON.stringify(header).length;
    expect([...frame.subarray(0, 4)]).toEqual([0, 0, 0, length]);
    expect(new TextDecoder().decode(frame.subarray(4, 4 + length))).toBe(JSON.stringify(header));
    expect(frame.subarray(4 + length)).toEqual(image);
  });

  test("may leave options out, and send ones that are not known", () => {
    const { options: _, ...bare } = header;
    for (const sent of [bare, { ...bare, options: { future: true } }])
      expect(decodeAiRequest(frameOf(JSON.stringify(sent)))).toEqual({ ok: true, header, image });
  });

  test.each([
    ["nothing", new Uint8Array(), null],
    ["less than a length", new Uint8Array([0, 0, 1]), null],
    ["a header that ends too early", frameOf("{}", image, 4_000), null],
    ["a header of 4 GB", frameOf("{}", image, 0xffff_ffff), null],
    ["a header that is no JSON", frameOf("{"), null],
    ["a header that is no UTF-8", frameOf(new Uint8Array([0x22, 0xff, 0x22])), null],
    ["a header that is null", frameOf("null"), null],
    ["no id", frameOf(JSON.stringify({ ...header, id: undefined })), null],
    ["an empty id", frameOf(JSON.stringify({ ...header, id: "" })), null],
    ["an unknown task", frameOf(JSON.stringify({ ...header, task: "divine" })), "r1"],
    ["a content type that is no picture", frameOf(JSON.stringify({ ...header, contentType: "text/html" })), "r1"],
    ["a deadline in the past", frameOf(JSON.stringify({ ...header, options: { deadlineMs: -1 } })), "r1"],
    ["no picture", frameOf(JSON.stringify(header), new Uint8Array()), "r1"],
    ["a picture over 20 MB", frameOf(JSON.stringify(header), new Uint8Array(MAX_AI_IMAGE_BYTES + 1)), "r1"],
  ])("is refused with %s, under its id where it has one", (_, frame, id) => {
    expect(decodeAiRequest(frame)).toMatchObject({ ok: false, id, problem: expect.stringMatching(/\w{3}/) });
  });

  test("made of any bytes is read or refused, and never throws", () => {
    const read = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void decodeAiRequest(bytes));
    expect(fc.check(read).failed).toBe(false);
  });
});

describe("a message", () => {
  test.each<AiMessage>([
    hello,
    result,
    { ...result, detections: undefined, number: { text: "CSQU3054383", confidence: 0.9, candidates: [] } },
    { ...result, detections: undefined, number: null },
    { type: "error", id: null, code: "BAD_REQUEST", message: "no", retryable: false },
  ])("$type comes out as it went in", (message) => {
    expect(decodeAiMessage(encodeAiMessage(message))).toEqual({ ok: true, message });
  });

  test.each([
    ["that is no JSON", "<html>", null],
    ["that is cut off", '{"type":"result","id":"r1","model":', "r1"],
    ["with NaN", JSON.stringify(result).replace("12.5", "NaN"), "r1"],
    ["with a number beyond all bounds", JSON.stringify(result).replace("0.5", "1e999"), "r1"],
    ["with a confidence over 1", JSON.stringify(result).replace("0.5", "1.5"), "r1"],
    ["with an outline of unequal lists", JSON.stringify(result).replace("[1,2,3]", "[1,2]"), "r1"],
    ["with a NUL in a class", JSON.stringify(result).replace("drum", String.raw`dr\u0000m`), "r1"],
    ["with neither detections nor a number", JSON.stringify({ ...result, detections: undefined }), "r1"],
    ["with both", JSON.stringify({ ...result, number: null }), "r1"],
    ["without a picture size", JSON.stringify({ ...result, width: 0 }), "r1"],
    ["of an unknown type", JSON.stringify({ ...result, type: "progress" }), "r1"],
    ["that takes no requests", JSON.stringify({ ...hello, maxInFlight: 0 }), null],
    ["that is a list", "[]", null],
  ])("%s is refused, under its request's id where it names one", (_, sent, id) => {
    expect(decodeAiMessage(sent)).toMatchObject({ ok: false, id, problem: expect.stringMatching(/\w{3}/) });
  });
});

/** Every schema of free text inside a schema, by its place. */
function textsOf(schema: z.core.$ZodType, place = ""): [string, z.ZodString][] {
  if (schema instanceof z.ZodString) return [[place, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => textsOf(inner, `${place}.${key}`));
  if (schema instanceof z.ZodArray) return textsOf(schema.element, `${place}[]`);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsOf(schema.unwrap(), place);
  if (schema instanceof z.ZodPipe) return textsOf(schema.out, place);
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return [];
  if (schema instanceof z.ZodBoolean) return [];
  throw new Error(`${place} is of a kind that this test cannot look into`);
}

describe("a text", () => {
  const all = Object.entries({ aiRequestHeader, aiHello, aiResult, aiError }).flatMap(([name, schema]) =>
    textsOf(schema, name),
  );

  test("is in every message that has one", () => {
    const places = all.map(([place]) => place);
    expect(places).toEqual(expect.arrayContaining(["aiResult.model.version", "aiResult.detections[].class_name"]));
    expect(places).toEqual(expect.arrayContaining(["aiHello.models[].name", "aiError.message"]));
  });

  test.each(all)("%s is one that every store can hold", (_, schema) => {
    expect(schema.safeParse("fine").success).toBe(true);
    for (const broken of ["a\0b", "\0", "\ud800", "a\udc00"]) expect(schema.safeParse(broken).success).toBe(false);
  });
});
