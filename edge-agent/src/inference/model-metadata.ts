import { createHash } from "node:crypto";
import path from "node:path";
import { Reader } from "protobufjs/minimal.js";
import { findExternalData } from "./external-data.ts";
import { LIKENESS_KEY, type LikenessFigures, likenessFigures } from "./likeness.ts";
import { parsePythonLiteral, type PythonValue } from "./python-literal.ts";

/** The metadata of a model file; null for missing values. */
export type ModelMetadata = {
  /** "detect", "segment", … */
  task: string | null;
  /** Class names by class index. */
  classNames: string[] | null;
  /** Input size, pixels. */
  inputSize: { heightPixels: number; widthPixels: number } | null;
  /** The exporting library's detection head, e.g. "Segment". */
  head: string | null;
  /** The model emits final boxes by itself. */
  endToEnd: boolean;
  /** Non-maximum suppression was exported as part of the graph. */
  nmsInGraph: boolean;
  /** The characters that PP-OCR's recognisers know, by class index without the blank. */
  dictionary: string[] | null;
  /** Measures of the model in pictures like those that it was trained on. */
  likeness: LikenessFigures | null;
  /** The author's version of this model; null for Ultralytics' exports, whose `version` is that of the library. */
  version: string | null;
  /** Version of ONNX's standard operators that the graph uses. */
  opset: number | null;
};

/** Field numbers of ModelProto, StringStringEntryProto and OperatorSetIdProto in onnx.proto3. */
const METADATA_PROPS = 14;
const KEY = 1;
const VALUE = 2;
const OPSET_IMPORT = 8;
const DOMAIN = 1;
const VERSION = 2;

/**
 * Reads the metadata of a model file (`metadata_props` of its ModelProto, in the form that Ultralytics writes).
 * The graph and its weights are skipped, not decoded. Throws for a file that is no protobuf, whose metadata cannot be
 * read, or that is not the whole model: its version, its signature and its hash are those of one file.
 */
export function readModelMetadata(file: Uint8Array): ModelMetadata {
  const { props, opset, otherFile } = readProps(file);
  if (otherFile !== undefined)
    throw new Error(
      `it is not the whole model: weights of it are in another file ("${otherFile}"), which would be neither signed nor part of its version. Save it as one file: onnx.save(onnx.load("model.onnx"), "whole.onnx"), or export it with external_data=False`,
    );
  return { ...interpretMetadata(props), opset };
}

/** A model's name, that of its file without its ending, and its version, else the beginning of the file's SHA-256. */
export function nameModel(file: string, bytes: Uint8Array, { version }: ModelMetadata) {
  const name = path.basename(file, path.extname(file));
  return { name, version: version ?? createHash("sha256").update(bytes).digest("hex").slice(0, 12) };
}

type Props = { props: Map<string, string>; opset: number | null; otherFile: string | undefined };

function readProps(file: Uint8Array): Props {
  const props = new Map<string, string>();
  let opset: number | null = null;
  const reader = Reader.create(file);
  try {
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag >>> 3 === METADATA_PROPS) readEntry(reader, props);
      else if (tag >>> 3 === OPSET_IMPORT) opset = readOpset(reader) ?? opset;
      else reader.skipType(tag & 7);
    }
    return { props, opset, otherFile: findExternalData(file) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new Error(`it is not an ONNX file, or is truncated (${detail})`, { cause: error });
  }
}

/** The version of the standard operators; null for operators of another domain. */
function readOpset(reader: Reader): number | null {
  const end = reader.uint32() + reader.pos;
  let [domain, version]: [string, number | null] = ["", null];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag >>> 3 === DOMAIN) domain = reader.string();
    else if (tag >>> 3 === VERSION) version = Number(reader.int64());
    else reader.skipType(tag & 7);
  }
  return domain === "" || domain === "ai.onnx" ? version : null;
}

function readEntry(reader: Reader, props: Map<string, string>): void {
  const end = reader.uint32() + reader.pos;
  const entry = new Map<number, string>();
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag >>> 3 === KEY || tag >>> 3 === VALUE) entry.set(tag >>> 3, reader.string());
    else reader.skipType(tag & 7);
  }
  props.set(entry.get(KEY) ?? "", entry.get(VALUE) ?? "");
}

function interpretMetadata(props: Map<string, string>): Omit<ModelMetadata, "opset"> {
  const args = literal(props, "args");
  const argument = (name: string): PythonValue => (args instanceof Map ? (args.get(name) ?? null) : null);
  const byUltralytics = /^ultralytics$/i.test(props.get("author") ?? "");
  return {
    task: props.get("task") ?? null,
    classNames: classNames(literal(props, "names")),
    inputSize: inputSize(literal(props, "imgsz")),
    head: props.get("head") ?? null,
    endToEnd: literal(props, "end2end") === true,
    nmsInGraph: argument("nms") === true,
    dictionary: props.get("character")?.replace(/\n$/, "").split("\n") ?? null,
    likeness: likenessOf(props.get(LIKENESS_KEY)),
    version: byUltralytics ? null : (props.get("version") ?? null),
  };
}

function likenessOf(text: string | undefined): LikenessFigures | null {
  if (text === undefined) return null;
  try {
    return likenessFigures.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`its metadata "${LIKENESS_KEY}" cannot be read: write it again with evaluation/likeness.ts`, {
      cause: error,
    });
  }
}

function literal(props: Map<string, string>, key: string): PythonValue {
  const text = props.get(key);
  if (text === undefined) return null;
  try {
    return parsePythonLiteral(text);
  } catch (error) {
    throw new Error(`its metadata "${key}" cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** `{0: 'a', 1: 'b'}` or `['a', 'b']` → ["a", "b"]; every index from 0 must be there. */
function classNames(names: PythonValue): string[] | null {
  if (names === null) return null;
  const list = names instanceof Map ? Array.from({ length: names.size }, (_, index) => names.get(index)) : names;
  if (!Array.isArray(list) || list.length === 0) throw new Error('its metadata "names" is not a list of class names');
  return list.map((name, index) => {
    if (typeof name !== "string") throw new Error(`its metadata "names" has no name for class ${index}`);
    return name;
  });
}

/** `[h, w]`, or one number for a square. */
function inputSize(imgsz: PythonValue): ModelMetadata["inputSize"] {
  if (imgsz === null) return null;
  const [height, width = height] = Array.isArray(imgsz) ? imgsz : [imgsz];
  if (!isSize(height) || !isSize(width)) throw new Error('its metadata "imgsz" is not [height, width]');
  return { heightPixels: height, widthPixels: width };
}

function isSize(value: PythonValue | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}
