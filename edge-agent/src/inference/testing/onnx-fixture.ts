import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writer } from "protobufjs/minimal.js";

/** An ONNX file for tests that answers every picture with the same numbers, or with those of its input. */
export type OnnxFixture = {
  metadata: Record<string, string>;
  /** Dimensions of the input "images"; a string leaves one open under that name. */
  input?: (number | string)[];
  outputs: { name: string; dims: number[]; data: ArrayLike<number> | "input" }[];
};

/** TensorProto.DataType. */
const FLOAT = 1;
const INT64 = 7;
/** Field numbers of onnx.proto3. */
const MODEL = { irVersion: 1, graph: 7, opsetImport: 8, metadataProps: 14 };
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 };
const NODE = { input: 1, output: 2, opType: 4 };
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 };

/** The bytes of a real ONNX model whose nodes hand constants through or give the input another shape. */
export function buildOnnx({ metadata, input = [1, 3, 192, 256], outputs }: OnnxFixture): Uint8Array {
  const graph = new Writer();
  for (const { name, data } of outputs) {
    const node = new Writer();
    if (data === "input") text(node, NODE.input, "images");
    text(text(node, NODE.input, `${name}.constant`), NODE.output, name);
    bytes(graph, GRAPH.node, text(node, NODE.opType, data === "input" ? "Reshape" : "Identity").finish());
  }
  text(graph, GRAPH.name, "fixture");
  for (const { name, dims, data } of outputs) {
    const constant =
      data === "input"
        ? tensor(`${name}.constant`, [dims.length], INT64, BigInt64Array.from(dims, BigInt).buffer)
        : tensor(`${name}.constant`, dims, FLOAT, Float32Array.from(data).buffer);
    bytes(graph, GRAPH.initializer, constant);
  }
  bytes(graph, GRAPH.input, valueInfo("images", input));
  for (const { name, dims } of outputs) bytes(graph, GRAPH.output, valueInfo(name, dims));

  const model = integer(new Writer(), MODEL.irVersion, 8);
  bytes(model, MODEL.graph, graph.finish());
  bytes(model, MODEL.opsetImport, integer(new Writer(), 2, 13).finish());
  for (const [key, value] of Object.entries(metadata)) {
    bytes(model, MODEL.metadataProps, text(text(new Writer(), 1, key), 2, value).finish());
  }
  return model.finish();
}

/** Writes the model into a folder of its own, hands its path to `use` and removes it. */
export async function withOnnxFile<T>(
  content: OnnxFixture | Uint8Array,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "onnx-fixture-"));
  try {
    const file = path.join(folder, "fixture.onnx");
    await writeFile(file, content instanceof Uint8Array ? content : buildOnnx(content));
    return await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function tensor(name: string, dims: number[], dataType: number, data: ArrayBuffer): Uint8Array {
  const writer = new Writer();
  for (const dim of dims) integer(writer, TENSOR.dims, dim);
  text(integer(writer, TENSOR.dataType, dataType), TENSOR.name, name);
  return bytes(writer, TENSOR.rawData, new Uint8Array(data)).finish();
}

/** ValueInfoProto { name, type { tensor_type { elem_type, shape { dim { dim_value | dim_param } } } } }. */
function valueInfo(name: string, dims: (number | string)[]): Uint8Array {
  const shape = new Writer();
  for (const dim of dims) {
    const writer = typeof dim === "number" ? integer(new Writer(), 1, dim) : text(new Writer(), 2, dim);
    bytes(shape, 1, writer.finish());
  }
  const tensor = bytes(integer(new Writer(), 1, FLOAT), 2, shape.finish()).finish();
  return bytes(text(new Writer(), 1, name), 2, bytes(new Writer(), 1, tensor).finish()).finish();
}

function integer(writer: Writer, field: number, value: number): Writer {
  return writer.uint32(field << 3).uint32(value);
}

function text(writer: Writer, field: number, value: string): Writer {
  return writer.uint32((field << 3) | 2).string(value);
}

function bytes(writer: Writer, field: number, value: Uint8Array): Writer {
  return writer.uint32((field << 3) | 2).bytes(value);
}
