/**
 * A segmentation graph of the size of a "nano" detector at 640 × 640 (about 12 GFLOP, 3 million weights, the outputs of
 * layout v8-segment for 80 classes) with random weights: what counts here is how long it takes.
 */
import { Writer } from "protobufjs/minimal.js";

const SIDE = 640;
const CLASSES = 80;
const MASKS = 32;
/** Number of bins for a side of a box: each side is the mean of a distribution over them. */
const BINS = 16;

/** TensorProto.DataType and AttributeProto.AttributeType. */
const TYPE = { float: 1, int64: 7 };
const ATTRIBUTE = { int: 2, string: 3, ints: 7 };

type Attribute = number | string | number[];
/** A value inside the graph: one picture with this many channels and pixels per side. */
type Value = { name: string; channels: number; side: number };

/** The bytes of the model, and the operations of one run (a multiplication and an addition each count as one). */
export function buildRandomGraph(): { bytes: Uint8Array; gigaOperations: number; weights: number } {
  const graph = createGraph();
  const { conv, block } = graph;
  const images: Value = { name: "images", channels: 3, side: SIDE };
  const p2 = block(conv(conv(images, 16, 3, 2), 32, 3, 2), 1);
  const p3 = block(conv(p2, 64, 3, 2), 2);
  const p4 = block(conv(p3, 128, 3, 2), 2);
  const p5 = block(conv(p4, 256, 3, 2), 1);
  const up4 = block(conv(graph.concat([graph.enlarge(p5), p4]), 128, 1), 1);
  const out3 = block(conv(graph.concat([graph.enlarge(up4), p3]), 64, 1), 1);
  const out4 = block(conv(graph.concat([conv(out3, 64, 3, 2), up4]), 128, 1), 1);
  const out5 = block(conv(graph.concat([conv(out4, 128, 3, 2), p5]), 256, 1), 1);
  const levels = [out3, out4, out5];
  const head = (channels: number, inner: number) =>
    graph.rows(levels.map((level) => conv(conv(conv(level, inner, 3), inner, 3), channels, 1, 1, false)));
  const boxes = placeBoxes(graph, head(4 * BINS, 64));
  const scores = graph.node("Sigmoid", [head(CLASSES, 80)]);
  graph.node("Concat", [boxes, scores, head(MASKS, 32)], { axis: 1 }, "output0");
  const prototypes = conv(conv(graph.enlarge(conv(out3, 64, 3)), 64, 3), MASKS, 1, 1, false);
  graph.node("Identity", [prototypes.name], {}, "output1");
  return graph.finish();
}

type Graph = ReturnType<typeof createGraph>;

/** Distributions over the places of each side, as centre and size in input pixels around each row's own place. */
function placeBoxes({ node, floats, shape }: Graph, distributions: string): string {
  const strides = [8, 16, 32];
  const places = strides.flatMap((stride) => {
    const cells = SIDE / stride;
    return Array.from({ length: cells * cells }, (_, at) => ({
      stride,
      x: ((at % cells) + 0.5) * stride,
      y: (Math.floor(at / cells) + 0.5) * stride,
    }));
  });
  const rows = places.length;
  const sides = node("Reshape", [distributions, shape([1, 4, BINS, rows])]);
  const shares = node("Softmax", [sides], { axis: 2 });
  const weighed = node("Mul", [
    shares,
    floats(
      [1, 1, BINS, 1],
      Array.from({ length: BINS }, (_, bin) => bin),
    ),
  ]);
  const means = node("ReduceSum", [weighed, shape([2])], { keepdims: 0 });
  const scaled = node("Mul", [
    means,
    floats(
      [1, 1, rows],
      places.map(({ stride }) => stride),
    ),
  ]);
  const anchors = [...places.map(({ x }) => x), ...places.map(({ y }) => y), ...new Float32Array(2 * rows)];
  return node("Add", [scaled, floats([1, 4, rows], anchors)]);
}

/** Layers of a convolutional network, written as ONNX nodes. */
function createGraph() {
  const file = createGraphFile();
  const { node, floats, shape } = file;
  const random = createRandom();
  let [operations, weights] = [0, 0];

  const conv = (from: Value, channels: number, kernel: number, stride = 1, activate = true): Value => {
    const inputs = from.channels * kernel * kernel;
    const scale = Math.sqrt(2 / inputs);
    const kernels = Array.from({ length: channels * inputs }, () => scale * random());
    const side = from.side / stride;
    operations += 2 * inputs * channels * side * side;
    weights += inputs * channels;
    const pad = (kernel - 1) / 2;
    const plain = node(
      "Conv",
      [
        from.name,
        floats([channels, from.channels, kernel, kernel], kernels),
        floats([channels], new Float32Array(channels)),
      ],
      { kernel_shape: [kernel, kernel], strides: [stride, stride], pads: [pad, pad, pad, pad] },
    );
    return { name: activate ? node("Mul", [plain, node("Sigmoid", [plain])]) : plain, channels, side };
  };
  const concat = (values: Value[]): Value => ({
    name: node(
      "Concat",
      values.map(({ name }) => name),
      { axis: 1 },
    ),
    channels: values.reduce((sum, { channels }) => sum + channels, 0),
    side: values[0]?.side ?? 0,
  });
  /** Two branches of half the channels, one through residual pairs of convolutions, joined again. */
  const block = (from: Value, pairs: number): Value => {
    const half = from.channels / 2;
    const parts = [conv(from, half, 1), conv(from, half, 1)];
    for (let pair = 0; pair < pairs; pair += 1) {
      const last = parts.at(-1) ?? from;
      parts.push({ ...last, name: node("Add", [last.name, conv(conv(last, half, 3), half, 3).name]) });
    }
    return conv(concat(parts), from.channels, 1);
  };
  const enlarge = (from: Value): Value => ({
    name: node("Resize", [from.name, "", floats([4], [1, 1, 2, 2])], { mode: "nearest" }),
    channels: from.channels,
    side: 2 * from.side,
  });
  /** The pixels of all levels as rows: [1, channels, rows]. */
  const rows = (levels: Value[]): string => {
    const flat = levels.map(({ name, channels, side }) => node("Reshape", [name, shape([1, channels, side * side])]));
    return node("Concat", flat, { axis: 2 });
  };
  const finish = () => ({ bytes: file.finish(), gigaOperations: operations / 1e9, weights });
  return { node, floats, shape, conv, concat, block, enlarge, rows, finish };
}

type GraphFile = {
  floats: (dims: number[], values: ArrayLike<number>) => string;
  shape: (values: number[]) => string;
  node: (opType: string, inputs: string[], attributes?: Record<string, Attribute>, output?: string) => string;
  finish: () => Uint8Array;
};

/** The file itself: nodes, constants, inputs and outputs. */
function createGraphFile(): GraphFile {
  const writer = new Writer();
  let lastName = 0;
  const newName = () => `v${(lastName += 1)}`;
  const initializer = (dims: number[], type: number, data: ArrayBufferLike): string => {
    const name = newName();
    const tensor = new Writer();
    for (const dim of dims) integer(tensor, 1, dim);
    text(integer(tensor, 2, type), 8, name);
    bytes(writer, 5, bytes(tensor, 9, new Uint8Array(data)).finish());
    return name;
  };
  return {
    floats: (dims: number[], values: ArrayLike<number>) =>
      initializer(dims, TYPE.float, Float32Array.from(values).buffer),
    shape: (values: number[]) => initializer([values.length], TYPE.int64, BigInt64Array.from(values, BigInt).buffer),
    node(opType: string, inputs: string[], attributes: Record<string, Attribute> = {}, output = newName()): string {
      const message = new Writer();
      for (const input of inputs) text(message, 1, input);
      text(text(message, 2, output), 4, opType);
      for (const [name, value] of Object.entries(attributes)) bytes(message, 5, attribute(name, value));
      bytes(writer, 1, message.finish());
      return output;
    },
    finish(): Uint8Array {
      text(writer, 2, "random");
      bytes(writer, 11, valueInfo("images", [1, 3, SIDE, SIDE]));
      bytes(writer, 12, valueInfo("output0", [1, 4 + CLASSES + MASKS, 80 * 80 + 40 * 40 + 20 * 20]));
      bytes(writer, 12, valueInfo("output1", [1, MASKS, SIDE / 4, SIDE / 4]));
      const model = integer(new Writer(), 1, 8);
      bytes(model, 7, writer.finish());
      bytes(model, 8, integer(new Writer(), 2, 13).finish());
      const names = Array.from({ length: CLASSES }, (_, index) => `${index}: 'class ${index}'`).join(", ");
      const metadata = { task: "segment", names: `{${names}}`, version: "random" };
      for (const [key, value] of Object.entries(metadata)) {
        bytes(model, 14, text(text(new Writer(), 1, key), 2, value).finish());
      }
      return model.finish();
    },
  };
}

/** Uniform in ±√3 (variance 1), always the same numbers. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * Math.sqrt(3);
  };
}

function attribute(name: string, value: Attribute): Uint8Array {
  const writer = text(new Writer(), 1, name);
  if (typeof value === "number") return integer(integer(writer, 3, value), 20, ATTRIBUTE.int).finish();
  if (typeof value === "string") return integer(text(writer, 4, value), 20, ATTRIBUTE.string).finish();
  for (const item of value) integer(writer, 8, item);
  return integer(writer, 20, ATTRIBUTE.ints).finish();
}

function valueInfo(name: string, dims: number[]): Uint8Array {
  const shape = new Writer();
  for (const dim of dims) bytes(shape, 1, integer(new Writer(), 1, dim).finish());
  const tensor = bytes(integer(new Writer(), 1, TYPE.float), 2, shape.finish()).finish();
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
