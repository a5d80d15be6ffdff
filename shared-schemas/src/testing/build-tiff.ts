type Values =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;
type Entry = [tag: number, type: number, value: number, count?: number];

const [ASCII, SHORT, LONG] = [2, 3, 4];

/**
 * A TIFF as X-ray scanners and instruments write it: little-endian, uncompressed, one strip, its values of the type of
 * the array; grey, or colours of three values each. `pages` repeats the picture; `software` is a text of the header,
 * byte for byte; `isInverted` states that zero is white; `privateTags` are numbers that only one program knows.
 */
export function buildTiff(
  { width, height }: { width: number; height: number },
  values: Values,
  { pages = 1, software = "", colours = false, isInverted = false, privateTags = [] as readonly number[] } = {},
): Buffer {
  const data = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const [bits, format] = [values.BYTES_PER_ELEMENT * 8, sampleFormat(values)];
  const three = Buffer.from(Uint16Array.from([bits, bits, bits, format, format, format]).buffer);
  const text = Buffer.from(software, "latin1");
  const afterData = 8 + data.length;
  const entries: Entry[] = [
    [256, LONG, width],
    [257, LONG, height],
    colours ? [258, SHORT, afterData, 3] : [258, SHORT, bits],
    [259, SHORT, 1], // not compressed
    [262, SHORT, colours ? 2 : isInverted ? 0 : 1], // RGB, zero is white, or zero is black
    [273, LONG, 8], // where the strip begins
    [277, SHORT, colours ? 3 : 1],
    [278, LONG, height], // rows of the strip
    [279, LONG, data.length],
    [305, ASCII, afterData + three.length, text.length],
    colours ? [339, SHORT, afterData + 6, 3] : [339, SHORT, format],
    ...privateTags.map((tag): Entry => [tag, LONG, 12_345]),
  ];
  const kept = entries.filter(([tag]) => tag !== 305 || software !== "");
  const start = afterData + three.length + text.length;
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  header.writeUInt32LE(start, 4);
  const sizeBytes = 2 + kept.length * 12 + 4;
  const directories = Array.from({ length: pages }, (_, page) =>
    buildDirectory(kept, page < pages - 1 ? start + (page + 1) * sizeBytes : 0),
  );
  return Buffer.concat([header, data, three, text, ...directories]);
}

function buildDirectory(entries: Entry[], next: number): Buffer {
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, type, value, count = 1]] of entries.entries()) {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  directory.writeUInt32LE(next, directory.length - 4);
  return directory;
}

/** 1 for unsigned, 2 for signed, 3 for floating point (TIFF 6.0, SampleFormat). */
function sampleFormat(values: Values): number {
  if (values instanceof Float32Array || values instanceof Float64Array) return 3;
  return values instanceof Int8Array || values instanceof Int16Array || values instanceof Int32Array ? 2 : 1;
}
