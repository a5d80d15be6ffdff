import { readFile } from "node:fs/promises";
import { decodePicture } from "../base/pictures/decode-picture.ts";
import { classify } from "./layouts/classify.ts";
import { fillInput, fitPicture } from "./letterbox.ts";
import type { ModelMetadata } from "./model-metadata.ts";
import { createRunner } from "./runner.ts";

/** The features of pictures, and the input size for which they were made. */
export type Embedded = { rows: Float32Array[]; input: NonNullable<ModelMetadata["inputSize"]> };

/** Input size of a network that leaves it open: the short side of a small camera stream or more. */
const OPEN_SIZE = { heightPixels: 640, widthPixels: 640 };

/** A network whose only output is the features of a picture, and picture files. */
export type Embedding = {
  file: string;
  inputSize: ModelMetadata["inputSize"];
  threads: number;
  pictures: readonly string[];
};

/**
 * The features of each picture, which is brought to the network's input as for a model of the layout `classify`.
 * Throws an Error that names the first picture that cannot be read.
 */
export async function embedPictures({ file, inputSize, threads, pictures }: Embedding): Promise<Embedded> {
  const runner = await createRunner(file, inputSize ?? OPEN_SIZE, { threads });
  try {
    const rows: Float32Array[] = [];
    const input = new Float32Array(runner.inputLength);
    for (const name of pictures) {
      const picture = await decodePicture(await readFile(name)).catch((error: unknown) => {
        throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
      fillInput(classify.fit, picture, fitPicture(classify.fit, picture, runner.input), input);
      const [features] = await runner.run(input, picture);
      if (features?.dims.length !== 2) throw new Error("the base gives no features of a picture");
      rows.push(Float32Array.from(features.data));
    }
    return { rows, input: runner.input };
  } finally {
    await runner.close();
  }
}
