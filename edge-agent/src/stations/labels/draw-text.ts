import outlines from "./letters.json" with { type: "json" };

type Letter = { width: number; outline: string };

/** Letters of DejaVu Sans, so that labels are the same on every machine, also on one that has no font. */
const letters = new Map<string, Letter>(Object.entries(outlines));
const UNITS_PER_EM = 2048;
/** Another script is drawn with a font of the machine; its characters are as wide as high. */
const FALLBACK_FONTS = "DejaVu Sans, Liberation Sans, Arial, sans-serif";

/** The width of a text in pixels at this size. */
export const widthOfText = (text: string, sizePixels: number): number =>
  Array.from(text).reduce((sum, character) => sum + (letters.get(character)?.width ?? UNITS_PER_EM), 0) *
  (sizePixels / UNITS_PER_EM);

type Place = { x: number; y: number; sizePixels: number; colour: string };

/** Returns SVG that draws a text, which begins at `x` with its baseline at `y`. */
export function drawText(text: string, { x, y, sizePixels, colour }: Place): string {
  const characters = Array.from(text);
  if (!characters.every((character) => letters.has(character)))
    return `<text x="${x}" y="${y}" font-family="${FALLBACK_FONTS}" font-size="${sizePixels}" fill="${colour}">${escapeXml(text)}</text>`;
  const scale = sizePixels / UNITS_PER_EM;
  let at = 0;
  const paths = characters.map((character) => {
    const { width = 0, outline = "" } = letters.get(character) ?? {};
    const path = outline && `<path transform="translate(${at} 0)" d="${outline}"/>`;
    at += width;
    return path;
  });
  return `<g fill="${colour}" transform="translate(${x} ${y}) scale(${scale})">${paths.join("")}</g>`;
}

/** Class names come from model files: nothing in them may become markup. */
function escapeXml(text: string): string {
  const printable = text.replaceAll(/[^\x20-\ud7ff\ue000-\ufffd]/g, "?");
  return printable.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
