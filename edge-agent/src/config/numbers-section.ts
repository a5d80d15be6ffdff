import { z } from "zod";
import { executionProvider, path, share } from "./primitives.ts";

/** The reader of container numbers. */
export const numbersSection = z
  .strictObject({
    characters: path.meta({ examples: ["number-characters.onnx"] }),
    lines: path.meta({ examples: ["number-lines.onnx"] }),
    executionProvider,
    minimumConfidence: share.default(0.9).meta({ examples: [0.9] }),
  })
  .meta({ examples: ["{ characters: number-characters.onnx, lines: number-lines.onnx }"] });
