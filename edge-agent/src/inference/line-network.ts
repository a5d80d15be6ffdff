import { logSoftmax } from "../reading/find-characters.ts";
import { SYMBOLS } from "../reading/number-grammar.ts";
import type { Strip, StripSize } from "../reading/strip.ts";
import type { LineReader } from "./line-reader.ts";
import { openNumberSession } from "./number-session.ts";
import { isRecogniser, openRecogniser } from "./open-recogniser.ts";
import type { SessionSettings } from "./runner.ts";

/** Input size of the reader that `edge-agent/models/training/container_numbers` trains. */
export const OWN_STRIP: StripSize = { heightPixels: 32, widthPixels: 384 };
/** Pixels of a strip for each column of the output. */
const COLUMN_PIXELS = 4;

/** Opens the ONNX file and runs it on two strips. Throws a ModelLoadError. */
export function openLineNetwork(file: string, settings: SessionSettings): Promise<LineReader> {
  return openNumberSession(file, settings, async (session) => {
    if (isRecogniser(session)) return openRecogniser(file, session);
    const { name, version, inputShape } = session;
    const { heightPixels: height, widthPixels: width } = OWN_STRIP;
    if (typeof inputShape[0] === "number" || inputShape.slice(1).join() !== [1, height, width].join()) {
      throw new Error(
        `its input is [${inputShape.join(", ")}]; expected [lines, 1, ${height}, ${width}] with the number of lines ` +
          "left open, or [1, 3, 48, width] of a PP-OCR recogniser: it is not a reader of a container number's lines",
      );
    }
    const readStrips: LineReader["readStrips"] = async (strips) => {
      const steps = width / COLUMN_PIXELS;
      const dims = [strips.length, 1, height, width];
      const { data: output } = await session.run(joinLevels(strips), dims, [strips.length, SYMBOLS, steps]);
      return strips.map((strip, line) => {
        const logits = output.subarray(line * SYMBOLS * steps, (line + 1) * SYMBOLS * steps);
        const used = Math.min(steps, Math.ceil(strip.width / COLUMN_PIXELS));
        return Array.from({ length: used }, (_, step) =>
          logSoftmax(Float32Array.from({ length: SYMBOLS }, (__, symbol) => logits[symbol * steps + step] ?? 0)),
        );
      });
    };
    const trial = { levels: new Float32Array(height * width).fill(0.5), width, widthPixels: width };
    await readStrips([trial, trial]);
    return { name, version, strip: OWN_STRIP, readStrips, close: () => session.close() };
  });
}

function joinLevels(strips: readonly Strip[]): Float32Array {
  const size = OWN_STRIP.heightPixels * OWN_STRIP.widthPixels;
  const whole = new Float32Array(strips.length * size);
  for (const [index, { levels }] of strips.entries()) whole.set(levels, index * size);
  return whole;
}
