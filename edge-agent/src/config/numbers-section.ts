import { z } from "zod";
import { executionProvider, path, share } from "./primitives.ts";

/** One file, or two whose networks vote: one as the bundled one, and a recogniser of real text. */
const lines = z.union([path, z.array(path).min(1).max(2)]).transform((given) => [given].flat());

/** The reader of container numbers. */
export const numbersSection = z
  .strictObject({
    characters: path.meta({ examples: ["number-characters.onnx"] }),
    lines: lines.meta({ examples: ["number-lines.onnx"] }),
    executionProvider,
    /** A number with less is not announced. */
    minimumConfidence: share.default(0.95).meta({ examples: [0.95] }),
    /** A number is announced once this many pictures show it, or when its vehicle has left. */
    enoughLooks: z
      .int()
      .min(1)
      .max(8)
      .default(5)
      .meta({ examples: [5] }),
    /** Time in seconds without a picture that shows its number after which a vehicle has left. */
    goneSeconds: z
      .number()
      .min(0.5)
      .max(600)
      .default(3)
      .meta({ examples: [3] }),
  })
  .meta({ examples: ["{ characters: number-characters.onnx, lines: number-lines.onnx }"] });
export type NumbersConfig = z.output<typeof numbersSection>;
