import { Reader, Writer } from "protobufjs/minimal.js";

/** Field numbers of ModelProto and StringStringEntryProto in onnx.proto3; strings and messages have the wire type 2. */
const METADATA_PROPS = (14 << 3) | 2;
const [KEY, VALUE] = [(1 << 3) | 2, (2 << 3) | 2];

/** A model file with one entry of its metadata set; everything else stays byte for byte. */
export function withMetadata(file: Uint8Array, key: string, value: string): Uint8Array {
  const reader = Reader.create(file);
  const kept: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const tag = reader.uint32();
    const isEntry = tag === METADATA_PROPS && keyOf(reader.bytes()) === key;
    if (tag !== METADATA_PROPS) reader.skipType(tag & 7);
    if (!isEntry) kept.push(file.subarray(start, reader.pos));
  }
  const entry = Writer.create().uint32(KEY).string(key).uint32(VALUE).string(value).finish();
  return Buffer.concat([...kept, Writer.create().uint32(METADATA_PROPS).bytes(entry).finish()]);
}

function keyOf(entry: Uint8Array): string {
  const reader = Reader.create(entry);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === KEY) return reader.string();
    reader.skipType(tag & 7);
  }
  return "";
}
