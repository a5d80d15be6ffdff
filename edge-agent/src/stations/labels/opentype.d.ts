/** The part that the letters need: the types of others include those of browsers. */
declare module "opentype.js/dist/opentype.mjs" {
  type Path = { toPathData(decimalPlaces: number): string };
  type Glyph = { index: number; advanceWidth?: number; getPath(x: number, y: number, fontSize: number): Path };
  type Font = { unitsPerEm: number; charToGlyph(character: string): Glyph };
  export function parse(bytes: ArrayBuffer): Font;
}
