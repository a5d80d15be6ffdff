import { Reader, Writer } from "protobufjs/minimal.js";

/** Field numbers of onnx.proto3. */
const MODEL = { graph: 7, metadata: 14 };
const GRAPH = { node: 1, initializer: 5, output: 12, valueInfo: 13 };
const FLOAT = 1;

type Field = { number: number; raw: Uint8Array; body: Uint8Array };
type Node = { inputs: string[]; outputs: string[]; type: string; stride: number; raw: Uint8Array };

/** A linear head on the pooled features: the weights of each class, one after the other, and its bias. */
type Head = { weights: Float32Array; biases: Float32Array; names: readonly string[] };

/**
 * The bytes of a network that ends with the features of its deepest feature tensor, the mean and the maximum of each
 * channel [1, 2 × channels], or, with a head, with the probabilities of its classes. `props` becomes its metadata.
 * Throws an Error for a network without such a tensor.
 */
export function cutGraph(file: Uint8Array, props: Record<string, string>, head?: Head): Uint8Array {
  const model = fieldsOf(file);
  const graph = model.find(({ number }) => number === MODEL.graph);
  if (!graph) throw new Error("it has no graph");
  const fields = fieldsOf(graph.body);
  const nodes = fields.filter(({ number }) => number === GRAPH.node).map(readNode);
  const tensor = deepestTensor(nodes);
  const needed = new Set([tensor]);
  const kept = nodes.toReversed().filter(({ outputs, inputs }) => {
    if (!outputs.some((output) => needed.has(output))) return false;
    for (const input of inputs) needed.add(input);
    return true;
  });
  const dropped = new Set<number>([GRAPH.node, GRAPH.output, GRAPH.valueInfo]);
  const writer = new Writer();
  const rest = fields.filter(
    ({ number, body }) => !dropped.has(number) && (number !== GRAPH.initializer || needed.has(textOf(body, 8) ?? "")),
  );
  for (const { raw } of kept.toReversed()) bytes(writer, GRAPH.node, raw);
  node(writer, "GlobalAveragePool", [tensor], "taught_mean");
  node(writer, "GlobalMaxPool", [tensor], "taught_max");
  node(writer, "Concat", ["taught_mean", "taught_max"], "taught_pool", AXIS_1);
  node(writer, "Flatten", ["taught_pool"], head ? "taught_features" : "output0");
  if (head) {
    const classes = head.names.length;
    initializer(writer, "taught_weights", [head.weights.length / classes, classes], transposed(head));
    initializer(writer, "taught_biases", [classes], head.biases);
    node(writer, "Gemm", ["taught_features", "taught_weights", "taught_biases"], "taught_logits");
    node(writer, "Softmax", ["taught_logits"], "output0");
  }
  bytes(writer, GRAPH.output, new Writer().uint32(10).string("output0").uint32(18).bytes(floatType()).finish());
  const outer = model.filter(({ number }) => number !== MODEL.graph && number !== MODEL.metadata);
  const body = Buffer.concat([...rest.map(({ raw }) => raw), writer.finish()]);
  const metadata = new Writer();
  for (const [key, value] of Object.entries(props))
    bytes(metadata, MODEL.metadata, new Writer().uint32(10).string(key).uint32(18).string(value).finish());
  const written = bytes(new Writer(), MODEL.graph, body).finish();
  return Buffer.concat([...outer.map(({ raw }) => raw), written, metadata.finish()]);
}

/** Operators whose results are enlarged, or have fewer than four dimensions. */
const ENDS = /^(Resize|Upsample|ConvTranspose|Flatten|Reshape|Squeeze|Gemm|MatMul)$/;

/** The last tensor of the largest stride whose inputs are neither enlarged nor flat. */
function deepestTensor(nodes: readonly Node[]): string {
  const strides = new Map<string, number>();
  let deepest = { stride: 1, name: "" };
  for (const { inputs, outputs, type, stride } of nodes) {
    const before = Math.max(1, ...inputs.map((input) => strides.get(input) ?? 1));
    const after = ENDS.test(type) ? Infinity : before * stride;
    for (const output of outputs) strides.set(output, after);
    if (after !== Infinity && after >= deepest.stride && /^(Add|Mul|Relu|LeakyRelu|Clip|HardSwish)$/.test(type))
      deepest = { stride: after, name: outputs[0] ?? "" };
  }
  if (deepest.stride < 8)
    throw new Error("it has no deep feature tensor of four dimensions: give a convolutional network of pictures");
  return deepest.name;
}

function readNode({ body }: Field): Node {
  const fields = fieldsOf(body);
  const texts = (wanted: number) =>
    fields.filter(({ number }) => number === wanted).map((field) => Buffer.from(field.body).toString());
  const strides = fields.find(({ number, body: attribute }) => number === 5 && textOf(attribute, 1) === "strides");
  return { inputs: texts(1), outputs: texts(2), type: texts(4)[0] ?? "", stride: firstInt(strides), raw: body };
}

function firstInt(attribute: Field | undefined): number {
  if (!attribute) return 1;
  const reader = Reader.create(attribute.body);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag >>> 3 === 8) {
      if ((tag & 7) === 2) reader.uint32();
      return reader.uint32();
    }
    reader.skipType(tag & 7);
  }
  return 1;
}

function fieldsOf(message: Uint8Array): Field[] {
  const reader = Reader.create(message);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const tag = reader.uint32();
    let body: Uint8Array = new Uint8Array();
    if ((tag & 7) === 2) body = reader.bytes();
    else reader.skipType(tag & 7);
    fields.push({ number: tag >>> 3, raw: message.subarray(start, reader.pos), body });
  }
  return fields;
}

function textOf(message: Uint8Array, field: number): string | undefined {
  const found = fieldsOf(message).find(({ number }) => number === field);
  return found && Buffer.from(found.body).toString();
}

function transposed({ weights, names }: Head): Float32Array {
  const features = weights.length / names.length;
  const from = (at: number) => (at % names.length) * features + Math.floor(at / names.length);
  return Float32Array.from(weights, (_, at) => weights[from(at)] ?? 0);
}

/** The attribute "axis" of 1. */
const AXIS_1 = new Writer().uint32(10).string("axis").uint32(24).uint32(1).uint32(160).uint32(2).finish();

function node(graph: Writer, type: string, inputs: string[], output: string, attribute?: Uint8Array): void {
  const message = new Writer();
  for (const input of inputs) message.uint32(10).string(input);
  message.uint32(18).string(output).uint32(34).string(type);
  bytes(graph, GRAPH.node, (attribute ? bytes(message, 5, attribute) : message).finish());
}

function initializer(graph: Writer, name: string, dims: number[], values: Float32Array): void {
  const tensor = new Writer();
  for (const dim of dims) tensor.uint32(8).uint32(dim);
  tensor.uint32(16).uint32(FLOAT).uint32(66).string(name);
  bytes(graph, GRAPH.initializer, bytes(tensor, 9, new Uint8Array(Float32Array.from(values).buffer)).finish());
}

const floatType = () => bytes(new Writer(), 1, new Writer().uint32(8).uint32(FLOAT).finish()).finish();

function bytes(writer: Writer, field: number, value: Uint8Array): Writer {
  return writer.uint32((field << 3) | 2).bytes(value);
}
