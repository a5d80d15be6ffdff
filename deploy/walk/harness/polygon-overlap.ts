/** A closed outline in picture pixels. */
export type Outline = { x: number[]; y: number[] };

/**
 * Intersection over union of two outlines, 0..1, counted in whole pixels of a picture of the given size: a pixel
 * belongs to an outline when its centre lies inside by the even-odd rule.
 */
export function polygonOverlap(a: Outline, b: Outline, widthPixels: number, heightPixels: number): number {
  const [maskA, maskB] = [fill(a, widthPixels, heightPixels), fill(b, widthPixels, heightPixels)];
  let both = 0;
  let either = 0;
  for (let pixel = 0; pixel < maskA.length; pixel += 1) {
    const inA = maskA[pixel] === 1;
    const inB = maskB[pixel] === 1;
    if (inA && inB) both += 1;
    if (inA || inB) either += 1;
  }
  return either === 0 ? 0 : both / either;
}

function fill({ x, y }: Outline, widthPixels: number, heightPixels: number): Uint8Array {
  const mask = new Uint8Array(widthPixels * heightPixels);
  for (let row = 0; row < heightPixels; row += 1) {
    const crossings = crossingsOf(x, y, row + 0.5);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const from = Math.max(0, Math.ceil((crossings[index] ?? 0) - 0.5));
      const to = Math.min(widthPixels, Math.ceil((crossings[index + 1] ?? 0) - 0.5));
      if (from < to) mask.fill(1, row * widthPixels + from, row * widthPixels + to);
    }
  }
  return mask;
}

/** Returns the positions at which the outline crosses a horizontal line, from left to right. */
function crossingsOf(x: number[], y: number[], line: number): number[] {
  const crossings: number[] = [];
  for (let index = 0; index < x.length; index += 1) {
    const next = (index + 1) % x.length;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [x[index], y[index], x[next], y[next]];
    if (y1 <= line !== y2 <= line) crossings.push(x1 + ((line - y1) / (y2 - y1)) * (x2 - x1));
  }
  return crossings.sort((left, right) => left - right);
}
