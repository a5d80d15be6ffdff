/** A 16-bit greyscale TIFF as X-ray scanners write it: little-endian, uncompressed, one strip. */
export function buildGreyTiff({ width, height }: { width: number; height: number }, pixels: Uint16Array): Buffer {
  const [SHORT, LONG] = [3, 4];
  const dataBytes = width * height * 2;
  const entries: [tag: number, type: number, value: number][] = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 16], // bits per sample
    [259, SHORT, 1], // not compressed
    [262, SHORT, 1], // zero is black
    [273, LONG, 8], // where the strip begins
    [277, SHORT, 1], // samples per pixel
    [278, LONG, height], // rows of the strip
    [279, LONG, dataBytes],
  ];
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  header.writeUInt32LE(8 + dataBytes, 4);
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, type, value]] of entries.entries()) {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([header, Buffer.from(pixels.buffer, pixels.byteOffset, dataBytes), directory]);
}
