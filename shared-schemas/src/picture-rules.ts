/**
 * Rules for picture files that the device and the cloud share, so that neither keeps a file that the other refuses. A
 * decoder's warning is not damage: many cameras and scanners write files that cause one and decode to their last pixel.
 * An error is, and a truncated file.
 */
export const pictureRules: { failOn: "error"; maxPixels: number } = { failOn: "error", maxPixels: 100_000_000 };

/** Facts that a decoder reports of a picture file before it decodes it; the names are libvips's. */
export type PictureFacts = { depth: string; channels: number; space: string; pages?: number | undefined };

/** The type of one channel's values, for a person. */
const DEPTH_NAMES: Partial<Record<string, string>> = {
  char: "signed 8-bit values",
  short: "signed 16-bit values",
  uint: "32-bit values",
  int: "signed 32-bit values",
  float: "floating-point values",
};
const STRETCHED_GREY = new Set(["short", "uint", "int", "float"]);
/** Share of values that is ignored at either end of the range, so that dead pixels do not decide. */
const OUTLIER_SHARE = 0.005;
/** Number of values, evenly spread, that show the range of a picture. */
const SAMPLE_VALUES = 262_144;

/**
 * True for a picture whose values are not levels of 0 to 255, as X-ray scanners write them: before anything looks at
 * it, its own range is stretched to that. Taken as levels, nearly all of it would be black or white.
 */
export const isDeepPicture = ({ depth }: Pick<PictureFacts, "depth">): boolean => depth !== "uchar";

/** Explains why a picture of this kind is refused; undefined for one that can be looked at. */
export function explainRefusedPicture({ depth, channels, space, pages = 1 }: PictureFacts): string | undefined {
  if (pages > 1) return `it has ${pages} pages; only pictures of one page are taken`;
  if (depth === "uchar" || depth === "ushort") return undefined;
  const isGrey = channels < 3 && (space === "b-w" || space === "grey16");
  if (isGrey && STRETCHED_GREY.has(depth)) return undefined;
  return `its pixels are ${isGrey ? "" : "colours of "}${DEPTH_NAMES[depth] ?? `values of the type ${depth}`}, which are not taken`;
}

const VIEWS = { ushort: Uint16Array, uint: Uint32Array, int: Int32Array, float: Float32Array };

/**
 * Options that make a decoder return the values of a deep picture as they are in the file: the type of each and the
 * colour space that changes none. `raise` is to be added first: decoders cut signed 16-bit values off at zero.
 */
export function describeValues({ depth, channels }: Pick<PictureFacts, "depth" | "channels">) {
  if (depth === "uint" || depth === "int" || depth === "float")
    return { type: depth, space: "b-w", raise: 0, white: 255 } as const;
  const space = channels >= 3 ? "rgb16" : "grey16";
  return { type: "ushort", space, raise: depth === "short" ? 32_768 : 0, white: 65_535 } as const;
}

/** Reads the output of a decoder as values of a type. */
export function viewValues(data: Uint8Array<ArrayBuffer>, type: keyof typeof VIEWS): Values {
  return new VIEWS[type](data.buffer, data.byteOffset, data.length / VIEWS[type].BYTES_PER_ELEMENT);
}

/** The reason to refuse a deep picture that has no range. */
export const NO_RANGE = "all of its pixels have the same value, so it shows nothing";

/** The values of a deep picture that become black and white. */
export type BrightnessRange = { darkest: number; brightest: number };

type Values = Uint16Array | Uint32Array | Int32Array | Float32Array;

/**
 * The values between which all but the outliers lie, or the whole range where only outliers differ. Undefined where all
 * values are the same, or none is a number.
 */
export function findBrightnessRange(values: Values): BrightnessRange | undefined {
  const sample = takeSample(values).filter(Number.isFinite).toSorted();
  const outliers = Math.floor(sample.length * OUTLIER_SHARE);
  return rangeFrom(sample.at(outliers), sample.at(-1 - outliers)) ?? findWholeRange(values);
}

function takeSample(values: Values): Float64Array {
  const step = Math.max(1, values.length / SAMPLE_VALUES);
  const length = Math.floor(values.length / step);
  return Float64Array.from({ length }, (_, at) => values[Math.floor(at * step)] ?? Number.NaN);
}

function findWholeRange(values: Iterable<number>): BrightnessRange | undefined {
  let [darkest, brightest] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < darkest) darkest = value;
    if (value > brightest) brightest = value;
  }
  return rangeFrom(darkest, brightest);
}

function rangeFrom(darkest: number | undefined, brightest: number | undefined): BrightnessRange | undefined {
  return darkest !== undefined && brightest !== undefined && brightest > darkest ? { darkest, brightest } : undefined;
}
