import { Reader } from "protobufjs/minimal.js";

type Message = "model" | "graph" | "node" | "attribute" | "function" | "sparse" | "tensor" | "entry";

/** The fields of onnx.proto3 on the way to every tensor of a model, by their numbers. */
const FIELDS: Record<Message, Partial<Record<number, Message>>> = {
  model: { 7: "graph", 25: "function" },
  graph: { 1: "node", 5: "tensor", 15: "sparse" },
  node: { 5: "attribute" },
  attribute: { 5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse" },
  function: { 7: "node", 11: "attribute" },
  sparse: { 1: "tensor", 2: "tensor" },
  tensor: { 13: "entry" },
  entry: {},
};
const KEY = 1;
const VALUE = 2;
const LENGTH_DELIMITED = 2;

/**
 * The name of the first file beside an ONNX file that has weights of it; undefined where all are in the file itself.
 */
export function findExternalData(file: Uint8Array): string | undefined {
  const reader = Reader.create(file);
  return findIn("model", reader, reader.len);
}

function findIn(message: Message, reader: Reader, end: number): string | undefined {
  if (message === "entry") return readLocation(reader, end);
  while (reader.pos < end) {
    const tag = reader.uint32();
    const inner = (tag & 7) === LENGTH_DELIMITED ? FIELDS[message][tag >>> 3] : undefined;
    if (inner === undefined) {
      reader.skipType(tag & 7);
      continue;
    }
    const length = reader.uint32();
    const found = findIn(inner, reader, reader.pos + length);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value of an entry whose key is `location`; the other entries are offset, length and checksum. */
function readLocation(reader: Reader, end: number): string | undefined {
  const entry = new Map<number, string>();
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag >>> 3 === KEY || tag >>> 3 === VALUE) entry.set(tag >>> 3, reader.string());
    else reader.skipType(tag & 7);
  }
  return entry.get(KEY) === "location" ? (entry.get(VALUE) ?? "") : undefined;
}
