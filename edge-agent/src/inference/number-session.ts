import { type InferenceSession, Tensor } from "onnxruntime-node";
import { checkFinite } from "./check-outputs.ts";
import { ModelLoadError, ModelOutputError } from "./model-errors.ts";
import { type ModelMetadata, nameModel, readModelMetadata } from "./model-metadata.ts";
import { describeValue, openSession, type SessionSettings, shapeOf } from "./runner.ts";
import { readModelFile } from "./read-model-file.ts";

/** A network of the number reader: one float32 input of four dimensions, one float32 output. */
export type NumberSession = {
  /** The file's name without its ending. */
  name: string;
  version: string;
  metadata: ModelMetadata;
  /** Shape of the input; an open dimension is given by its name. */
  inputShape: readonly (number | string)[];
  /**
   * Rejects with a ModelOutputError for numbers that cannot be true, or of another shape than `expected`, in which
   * null means any size.
   */
  run(
    input: Float32Array,
    dims: readonly number[],
    expected: readonly (number | null)[],
  ): Promise<{ data: Float32Array; dims: readonly number[] }>;
  close(): Promise<void>;
};

/**
 * Opens one of the number reader's files and passes it to `prepare`, which checks it and creates the return value.
 * Throws a ModelLoadError that names the file and the reason.
 */
export async function openNumberSession<Network>(
  file: string,
  settings: SessionSettings,
  prepare: (session: NumberSession) => Promise<Network>,
): Promise<Network> {
  let session: InferenceSession | undefined;
  try {
    const bytes = await readModelFile(file);
    const metadata = readModelMetadata(bytes);
    session = await openSession(file, settings);
    return await prepare(describeSession(session, { ...nameModel(file, bytes, metadata), metadata }));
  } catch (error) {
    await session?.release();
    const reason =
      error instanceof ModelOutputError ? error.reason : String(error instanceof Error ? error.message : error);
    throw new ModelLoadError(file, reason, { cause: error });
  }
}

function describeSession(
  session: InferenceSession,
  facts: Pick<NumberSession, "name" | "version" | "metadata">,
): NumberSession {
  const [input, ...others] = session.inputMetadata;
  const [outputName = ""] = session.outputNames;
  const inputShape = shapeOf(input, "float32", 4);
  if (!input || !inputShape || others.length > 0) {
    const inputs = session.inputMetadata.map(describeValue).join(", ");
    throw new Error(`it has the inputs ${inputs}; expected one, float32 of four dimensions`);
  }
  return {
    ...facts,
    inputShape,
    async run(data, dims, expected) {
      const outputs = await session.run({ [input.name]: new Tensor("float32", data, dims) });
      const output = outputs[outputName];
      const given = `${outputName} ${output?.type} [${output?.dims.join(", ")}]`;
      const wanted = `float32 [${expected.map((size) => size ?? "any").join(", ")}]`;
      const shape = output?.dims ?? [];
      const isExpected =
        shape.length === expected.length && expected.every((size, at) => size === null || size === shape[at]);
      if (!(output?.data instanceof Float32Array) || !isExpected) {
        const size = `for an input of [${dims.join(", ")}]`;
        throw new ModelOutputError(facts.name, `its output ${size} is ${given}, expected ${wanted}`);
      }
      checkFinite(facts.name, outputName, output.data);
      return { data: output.data, dims: shape };
    },
    close: () => session.release(),
  };
}
