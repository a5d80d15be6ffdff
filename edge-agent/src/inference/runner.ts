import { availableParallelism } from "node:os";
import { InferenceSession, listSupportedBackends, Tensor } from "onnxruntime-node";
import type { OutputTensor } from "./layouts/layout.ts";
import type { ModelMetadata } from "./model-metadata.ts";

/** One ONNX Runtime session of a model with one picture as its input. */
export type Runner = {
  input: { widthPixels: number; heightPixels: number };
  /** 3 × height × width. */
  inputLength: number;
  executionProvider: string;
  /**
   * Runs the model on one input (planes R, G, B, 0..1) that was made from a picture of the size given; the buffer may
   * be used again once it resolves.
   */
  run(input: Float32Array, picture: { widthPixels: number; heightPixels: number }): Promise<OutputTensor[]>;
  close(): Promise<void>;
};

export type SessionSettings = {
  /** Threads for one run, default 2 (1 on a machine with one core); 0 takes every core. */
  threads?: number | undefined;
  /** ONNX Runtime's name of what computes, default "cpu". */
  executionProvider?: string | undefined;
};

/**
 * Opens an ONNX file. Throws an Error for a file that ONNX Runtime refuses, and for an execution provider that this
 * machine does not have.
 */
export async function openSession(file: string, settings: SessionSettings): Promise<InferenceSession> {
  const { threads = Math.min(2, availableParallelism()), executionProvider = "cpu" } = settings;
  checkProvider(executionProvider);
  const opening = InferenceSession.create(file, {
    executionProviders: [executionProvider],
    graphOptimizationLevel: "all",
    intraOpNumThreads: threads,
    // Waiting threads sleep: cameras and the outbox share these cores.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });
  return executionProvider === "cpu" ? opening : opening.catch(refuseProvider(executionProvider));
}

/**
 * Opens a model. `inputSize` fills in dimensions that the file leaves open. Throws an Error for a file that ONNX
 * Runtime refuses, for an execution provider that this machine does not have, and for inputs and outputs other than a
 * picture in, float32 numbers out.
 */
export async function createRunner(
  file: string,
  inputSize: ModelMetadata["inputSize"],
  settings: SessionSettings = {},
): Promise<Runner> {
  const { executionProvider = "cpu" } = settings;
  const session = await openSession(file, settings);
  try {
    const { name, input, sizeName } = readInput(session.inputMetadata, inputSize);
    const dims = [1, 3, input.heightPixels, input.widthPixels];
    return {
      input,
      executionProvider,
      inputLength: 3 * input.heightPixels * input.widthPixels,
      run: async (data, { widthPixels, heightPixels }) => {
        const size = () => new Tensor("int64", [BigInt(widthPixels), BigInt(heightPixels)], [1, 2]);
        const feeds = { [name]: new Tensor("float32", data, dims), ...(sizeName && { [sizeName]: size() }) };
        return readOutputs(session.outputNames, await session.run(feeds));
      },
      close: () => session.release(),
    };
  } catch (error) {
    await session.release();
    throw error;
  }
}

/** ONNX Runtime would accept some names that it cannot serve, and its own messages do not list the alternatives. */
function checkProvider(name: string): void {
  const offered = listSupportedBackends().map((backend) => backend.name);
  if (offered.includes(name)) return;
  throw new Error(
    `the execution provider "${name}" is not available in ONNX Runtime on this machine; available: ${offered.join(", ")}`,
  );
}

/** The machine may lack the device or its libraries; another provider is the technician's decision. */
function refuseProvider(name: string): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    const fix = 'install what it needs, or set executionProvider to "cpu"';
    throw new Error(`the execution provider "${name}" does not work on this machine: ${reason}; ${fix}`, {
      cause: error,
    });
  };
}

/** The input of the DETR family that takes the size in which boxes are wanted: width, height. */
const SIZE_INPUT = "orig_target_sizes";

function readInput(inputs: InferenceSession["inputMetadata"], inputSize: ModelMetadata["inputSize"]) {
  const [picture, ...others] = inputs.filter(({ name }) => name !== SIZE_INPUT);
  const size = inputs.find(({ name }) => name === SIZE_INPUT);
  const found =
    `it has the inputs ${inputs.map(describeValue).join(", ")}; ` +
    `expected one, float32 [1, 3, height, width], with or without ${SIZE_INPUT} int64 [1, 2]`;
  const [batch, channels, height, width] = shapeOf(picture, "float32", 4) ?? [];
  if (others.length > 0 || !picture || !isOpenOr(1, batch) || !isOpenOr(3, channels)) throw new Error(found);
  if (size && !shapeOf(size, "int64", 2)) throw new Error(found);
  const heightPixels = typeof height === "number" ? height : inputSize?.heightPixels;
  const widthPixels = typeof width === "number" ? width : inputSize?.widthPixels;
  if (!heightPixels || !widthPixels) {
    throw new Error(`${found}, its size given there or in the metadata's "imgsz": export it with a fixed size`);
  }
  return { name: picture.name, input: { heightPixels, widthPixels }, sizeName: size?.name };
}

/** The dimensions of a tensor of this type and rank, those left open by their names; null for anything else. */
export function shapeOf(value: InferenceSession.ValueMetadata | undefined, type: Tensor.Type, rank: number) {
  return value?.isTensor && value.type === type && value.shape.length === rank ? value.shape : null;
}

const isOpenOr = (size: number, dimension: number | string | undefined): boolean =>
  dimension === size || typeof dimension === "string";

/** "images float32 [1, 3, 192, 256]". */
export function describeValue(value: InferenceSession.ValueMetadata): string {
  return value.isTensor ? `${value.name} ${value.type} [${value.shape.join(", ")}]` : `${value.name} (no tensor)`;
}

function readOutputs(names: readonly string[], outputs: InferenceSession.ReturnType): OutputTensor[] {
  return names.map((name) => {
    const tensor = outputs[name];
    if (tensor?.data instanceof Float32Array) return { name, dims: tensor.dims, data: tensor.data };
    // Class numbers of the DETR family.
    if (tensor?.data instanceof BigInt64Array)
      return { name, dims: tensor.dims, data: Float32Array.from(tensor.data, Number) };
    throw new Error(`its output ${name} is ${tensor?.type}, expected float32 or int64`);
  });
}
