import { ALPHABET } from "../reading/number-grammar.ts";
import type { Picture } from "../base/pictures/picture.ts";
import { type NumberSession, openNumberSession } from "./number-session.ts";
import type { SessionSettings } from "./runner.ts";

/** The detector of characters, as `edge-agent/models/training/container_numbers` trains it. */
export type CharacterNetwork = Pick<NumberSession, "name" | "version" | "close"> & {
  /** Finds the characters of a picture; rows and columns are a quarter of its size. */
  findCharacters(picture: Picture): Promise<{ data: Float32Array; rows: number; columns: number }>;
};

/** Sides of the input are whole multiples of this. */
const SIDE_STEP = 32;
/** Pixels of the input for each cell of the output. */
const CELL_PIXELS = 4;
/** Number of output channels: presence of a character (1), its place (4), and its class. */
const CHANNELS = 5 + ALPHABET.length;
const TRIAL_PICTURE = { rgb: new Uint8Array(96 * 64 * 3).fill(128), widthPixels: 96, heightPixels: 64 };

/** Opens the ONNX file and runs it once. Throws a ModelLoadError. */
export function openCharacterNetwork(file: string, settings: SessionSettings): Promise<CharacterNetwork> {
  return openNumberSession(file, settings, async (session) => {
    const { name, version, inputShape } = session;
    const [, channels, ...sides] = inputShape;
    if (channels !== 3 || sides.some((side) => typeof side === "number")) {
      throw new Error(
        `its input is [${inputShape.join(", ")}]; expected [1, 3, height, width] with both sides left open: ` +
          "it is not a detector of a container number's characters",
      );
    }
    const findCharacters: CharacterNetwork["findCharacters"] = async (picture) => {
      const { data, height, width } = planesOf(picture);
      const [rows, columns] = [height / CELL_PIXELS, width / CELL_PIXELS];
      const { data: output } = await session.run(data, [1, 3, height, width], [1, CHANNELS, rows, columns]);
      return { data: output, rows, columns };
    };
    await findCharacters(TRIAL_PICTURE);
    return { name, version, findCharacters, close: () => session.close() };
  });
}

/** Returns the planes R, G, B as values 0..1; grey pads the sides to whole multiples of 32. */
function planesOf({ rgb, widthPixels, heightPixels }: Picture) {
  const width = Math.ceil(widthPixels / SIDE_STEP) * SIDE_STEP;
  const height = Math.ceil(heightPixels / SIDE_STEP) * SIDE_STEP;
  const plane = width * height;
  const data = new Float32Array(3 * plane).fill(114 / 255);
  for (let y = 0; y < heightPixels; y += 1) {
    let from = y * widthPixels * 3;
    for (let to = y * width; to < y * width + widthPixels; to += 1, from += 3) {
      data[to] = (rgb[from] ?? 0) / 255;
      data[plane + to] = (rgb[from + 1] ?? 0) / 255;
      data[2 * plane + to] = (rgb[from + 2] ?? 0) / 255;
    }
  }
  return { data, width, height };
}
