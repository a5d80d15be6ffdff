import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writer } from "protobufjs/minimal.js";

/** An ONNX file for tests that answers every picture with the same numbers, or with those of its input. */
export type OnnxFixture = {
  metadata: Record<string, string>;
  /** Dimensions of the input "images"; a string leaves one open under that name. */
  input?: (number | string)[];
  /** True if it also has an input `orig_target_sizes`, as the models of the DETR family do. */
  sizes?: boolean;
  outputs: FixtureOutput[];
};

type FixtureOutput = {
  name: string;
  /** 0: left open, of a convolution. */
  dims: number[];
  data: ArrayLike<number> | "input" | Convolution;
  /** float32 unless stated. */
  type?: "int64";
  /** Each row of four multiplied with width, height, width, height of `orig_target_sizes`. */
  scaled?: boolean;
};

/** Blocks of the input that lie side by side, each weighed and added up once per channel of the output. */
type Convolution = {
  /** Height and width of a block, pixels. */
  block: [number, number];
  inputChannels: number;
  /** [output channels, input channels, height, width]; `bias` is added to each output channel. */
  weights: ArrayLike<number>;
  bias: ArrayLike<number>;
  /** The dimension of the output that is dropped, because it is 1. */
  squeeze?: number;
};

/** TensorProto.DataType. */
const FLOAT = 1;
const INT64 = 7;
/** Field numbers of onnx.proto3. */
const MODEL = { irVersion: 1, graph: 7, opsetImport: 8, metadataProps: 14 };
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 };
const NODE = { input: 1, output: 2, opType: 4, attribute: 5 };
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 };

/** The bytes of a real ONNX model whose nodes hand constants through or give the input another shape. */
export function buildOnnx({ metadata, input = [1, 3, 192, 256], sizes = false, outputs }: OnnxFixture): Uint8Array {
  const graph = new Writer();
  if (sizes) {
    bytes(graph, GRAPH.node, node("Concat", [SIZES, SIZES], "sizes.twice", axisAttribute(1)));
    bytes(graph, GRAPH.node, node("Cast", ["sizes.twice"], "sizes.float", toAttribute(FLOAT)));
  }
  for (const output of outputs) for (const each of nodesOf(output)) bytes(graph, GRAPH.node, each);
  text(graph, GRAPH.name, "fixture");
  for (const output of outputs) for (const each of constantsOf(output)) bytes(graph, GRAPH.initializer, each);
  bytes(graph, GRAPH.input, valueInfo("images", input));
  if (sizes) bytes(graph, GRAPH.input, valueInfo(SIZES, [1, 2], INT64));
  for (const { name, dims, type } of outputs)
    bytes(graph, GRAPH.output, valueInfo(name, dims.map(nameOpen), type === "int64" ? INT64 : FLOAT));

  const model = integer(new Writer(), MODEL.irVersion, 8);
  bytes(model, MODEL.graph, graph.finish());
  bytes(model, MODEL.opsetImport, integer(new Writer(), 2, 13).finish());
  for (const [key, value] of Object.entries(metadata)) {
    bytes(model, MODEL.metadataProps, text(text(new Writer(), 1, key), 2, value).finish());
  }
  return model.finish();
}

/** Writes the model into a new folder, passes its path to `use` and removes it. */
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

const nameOpen = (size: number, index: number) => (size === 0 ? `size${index}` : size);

const SIZES = "orig_target_sizes";

function node(operator: string, inputs: string[], output: string, attribute?: Uint8Array): Uint8Array {
  const writer = new Writer();
  for (const input of inputs) text(writer, NODE.input, input);
  text(text(writer, NODE.output, output), NODE.opType, operator);
  return (attribute ? bytes(writer, NODE.attribute, attribute) : writer).finish();
}

const axisAttribute = (axis: number) => attribute("axis", axis);
const toAttribute = (type: number) => attribute("to", type);

/** AttributeProto { name, i, type: INT }. */
function attribute(name: string, value: number): Uint8Array {
  return integer(integer(text(new Writer(), 1, name), 3, value), 20, 2).finish();
}

/** AttributeProto { name, ints, type: INTS }. */
function listAttribute(name: string, values: readonly number[]): Uint8Array {
  const writer = text(new Writer(), 1, name);
  for (const value of values) integer(writer, 8, value);
  return integer(writer, 20, 7).finish();
}

const isConvolution = (data: FixtureOutput["data"]): data is Convolution =>
  typeof data === "object" && "weights" in data;

function nodesOf({ name, data, scaled }: FixtureOutput): Uint8Array[] {
  const constant = `${name}.constant`;
  if (isConvolution(data)) {
    const inputs = ["images", `${name}.weights`, `${name}.bias`];
    const blocks = listAttribute("strides", data.block);
    if (data.squeeze === undefined) return [node("Conv", inputs, name, blocks)];
    const whole = `${name}.whole`;
    return [node("Conv", inputs, whole, blocks), node("Squeeze", [whole, `${name}.axis`], name)];
  }
  if (data === "input") return [node("Reshape", ["images", constant], name)];
  return [scaled === true ? node("Mul", [constant, "sizes.float"], name) : node("Identity", [constant], name)];
}

function constantsOf({ name, dims, data, type }: FixtureOutput): Uint8Array[] {
  const constant = `${name}.constant`;
  const floats = (of: string, shape: number[], values: ArrayLike<number>) =>
    tensor(of, shape, FLOAT, Float32Array.from(values).buffer);
  const integers = (of: string, shape: number[], values: number[]) =>
    tensor(of, shape, INT64, BigInt64Array.from(values, BigInt).buffer);
  if (isConvolution(data)) {
    const { block, inputChannels, weights, bias, squeeze } = data;
    return [
      floats(`${name}.weights`, [bias.length, inputChannels, ...block], weights),
      floats(`${name}.bias`, [bias.length], bias),
      ...(squeeze === undefined ? [] : [integers(`${name}.axis`, [1], [squeeze])]),
    ];
  }
  if (data === "input") return [integers(constant, [dims.length], dims)];
  if (type === "int64") return [integers(constant, dims, Array.from(data))];
  return [floats(constant, dims, data)];
}

function tensor(name: string, dims: number[], dataType: number, data: ArrayBuffer): Uint8Array {
  const writer = new Writer();
  for (const dim of dims) integer(writer, TENSOR.dims, dim);
  text(integer(writer, TENSOR.dataType, dataType), TENSOR.name, name);
  return bytes(writer, TENSOR.rawData, new Uint8Array(data)).finish();
}

/** ValueInfoProto { name, type { tensor_type { elem_type, shape { dim { dim_value | dim_param } } } } }. */
function valueInfo(name: string, dims: (number | string)[], elementType = FLOAT): Uint8Array {
  const shape = new Writer();
  for (const dim of dims) {
    const writer = typeof dim === "number" ? integer(new Writer(), 1, dim) : text(new Writer(), 2, dim);
    bytes(shape, 1, writer.finish());
  }
  const tensor = bytes(integer(new Writer(), 1, elementType), 2, shape.finish()).finish();
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
