/** A grey picture of the scene before the camera, with noise and moving things averaged out. */
export type Scene = {
  widthPixels: number;
  heightPixels: number;
  levels: Float32Array;
  hidden?: Uint8Array | undefined;
};

/** The edges of a scene: what stays the same when the light changes. */
export type View = {
  /**
   * Edges at half the scene's size, for comparing places; `far` at an eighth, for finding how far a camera was turned.
   */
  near: Edges;
  far: Edges;
  /** One entry for each block of the scene, row by row. */
  blocks: Block[];
};

type Edges = { width: number; height: number; across: Float32Array; down: Float32Array };
/** `coarse`: mean change over four pixels, in levels; `detail`: share of change between neighbours in it. */
type Block = { left: number; top: number; coarse: number; detail: number };

/** Pixels of the scene; half as many at half its size. */
const BLOCK_PIXELS = 16;
/** A block with less change shows nothing to compare. */
const TEXTURED_LEVELS = 3;
/** Minimum share of the reference's places left to compare; below it, the picture shows nothing. */
const LEAST_SHARE = 0.05;
/** Edges of a block are the same from this correlation on: others reach it in one of a hundred. */
const SAME_CORRELATION = 0.5;
/** Sway of a mast, in pixels at half size. */
const SWAY_PIXELS = 2;
/** Share of a view found at its place from which it is not searched elsewhere. */
const CERTAIN_SHARE = 0.5;
/** Share of the picture by which a turned camera is still recognised. */
const SHIFT_SHARE = 0.3;

/** Finds the edges of a scene. */
export function describeView(scene: Scene): View {
  const half = halve(scene);
  return { near: findEdges(half), far: findEdges(halve(halve(half))), blocks: describeBlocks(scene) };
}

export type Comparison = {
  /** Share of the reference's places whose edges are found again, 0 to 1; 1 for a reference without edges. */
  sameShare: number;
  /** The whole picture is found again beside its place: the camera was turned a little. */
  isShifted: boolean;
  /** Fine detail in proportion to the reference's, in the sharpest tenth of its places; 1 is as sharp. */
  sharpness: number;
};

/** Compares the current view of a camera with an earlier one of the same size. */
export function compareViews(reference: View, now: View): Comparison {
  const textured = reference.blocks.flatMap((block, at) => (block.coarse >= TEXTURED_LEVELS ? [{ block, at }] : []));
  if (textured.length === 0) return { sameShare: 1, isShifted: false, sharpness: 1 };
  const sway = bestShift(reference.near, now.near, SWAY_PIXELS, SWAY_PIXELS);
  const same = textured.filter(({ block }) => isSame(block, reference.near, now.near, sway));
  const sameShare = same.length / textured.length;
  const isShifted = sameShare < CERTAIN_SHARE && isBeside(reference.far, now.far);
  return { sameShare, isShifted, sharpness: compareSharpness(textured, now.blocks) };
}

function isBeside(reference: Edges, now: Edges): boolean {
  const { width, height } = reference;
  const shift = bestShift(reference, now, Math.floor(width * SHIFT_SHARE), Math.floor(height * SHIFT_SHARE));
  const atPlace = bestShift(reference, now, 1, 1);
  const isAway = Math.abs(shift.x) > 1 || Math.abs(shift.y) > 1;
  return isAway && shift.correlation > 0.3 && shift.correlation > 1.3 * atPlace.correlation + 0.1;
}

/** Compares where both have something to show; next to nothing to show any longer is no sharpness at all. */
function compareSharpness(textured: { block: Block; at: number }[], now: readonly Block[]): number {
  const ratios = textured
    .flatMap(({ block, at }) => {
      const { coarse, detail } = now[at] ?? { coarse: 0, detail: 0 };
      return coarse < TEXTURED_LEVELS ? [] : [detail / block.detail];
    })
    .toSorted((a, b) => b - a);
  return ratios.length < LEAST_SHARE * textured.length ? 0 : (ratios[Math.floor(ratios.length / 10)] ?? 0);
}

type Shift = { x: number; y: number; correlation: number };

function bestShift(reference: Edges, now: Edges, reachX: number, reachY: number): Shift {
  let best: Shift = { x: 0, y: 0, correlation: -1 };
  const all = { left: 0, top: 0, right: reference.width, bottom: reference.height };
  // A third of the rows of a large picture decides as well.
  const rowStep = reference.height > 40 ? 3 : 1;
  for (let y = -reachY; y <= reachY; y++) {
    for (let x = -reachX; x <= reachX; x++) {
      const found = correlate(reference, now, all, { x, y }, rowStep);
      if (found > best.correlation) best = { x, y, correlation: found };
    }
  }
  return best;
}

function isSame({ left, top }: Block, reference: Edges, now: Edges, shift: Shift): boolean {
  const size = BLOCK_PIXELS / 2;
  const area = { left: left / 2, top: top / 2, right: left / 2 + size, bottom: top / 2 + size };
  return correlate(reference, now, area, shift) >= SAME_CORRELATION;
}

type Area = { left: number; top: number; right: number; bottom: number };

/** Returns the similarity of edges in an area of the reference: 1 if the same, however strong, about 0 if different. */
function correlate(reference: Edges, now: Edges, area: Area, { x, y }: { x: number; y: number }, rowStep = 1): number {
  const { width, height } = reference;
  const [left, right] = [Math.max(area.left, -x), Math.min(area.right, width - x)];
  const [top, bottom] = [Math.max(area.top, -y), Math.min(area.bottom, height - y)];
  let [both, first, second] = [0, 0, 0];
  for (let row = top; row < bottom; row += rowStep) {
    for (let column = left; column < right; column++) {
      const at = row * width + column;
      const to = at + y * width + x;
      const rx = reference.across[at] ?? 0;
      const ry = reference.down[at] ?? 0;
      const nx = now.across[to] ?? 0;
      const ny = now.down[to] ?? 0;
      both += rx * nx + ry * ny;
      first += rx * rx + ry * ry;
      second += nx * nx + ny * ny;
    }
  }
  return first > 0 && second > 0 ? both / Math.sqrt(first * second) : 0;
}

/** Strong edges count no more than this many levels, so that one lamp does not outweigh the rest. */
const MAX_EDGE_LEVELS = 12;

function findEdges({ widthPixels: width, heightPixels: height, levels, hidden }: Scene): Edges {
  const across = new Float32Array(levels.length);
  const down = new Float32Array(levels.length);
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      if (hidden?.[at]) continue;
      const x = (levels[at + 1] ?? 0) - (levels[at - 1] ?? 0);
      const y = (levels[at + width] ?? 0) - (levels[at - width] ?? 0);
      const scale = Math.min(1, MAX_EDGE_LEVELS / Math.max(1, Math.hypot(x, y)));
      across[at] = x * scale;
      down[at] = y * scale;
    }
  }
  return { width, height, across, down };
}

function describeBlocks(scene: Scene): Block[] {
  const blocks: Block[] = [];
  for (let top = 0; top + BLOCK_PIXELS <= scene.heightPixels; top += BLOCK_PIXELS) {
    for (let left = 0; left + BLOCK_PIXELS <= scene.widthPixels; left += BLOCK_PIXELS) {
      blocks.push(describeBlock(scene, left, top));
    }
  }
  return blocks;
}

function describeBlock({ widthPixels: width, levels, hidden }: Scene, left: number, top: number): Block {
  let [fine, coarse, count] = [0, 0, 0];
  const between = (one: number, other: number) => (levels[one] ?? 0) - (levels[other] ?? 0);
  // Without the rim, so that no neighbour lies outside.
  for (let row = top + 2; row < top + BLOCK_PIXELS - 2; row++) {
    for (let column = left + 2; column < left + BLOCK_PIXELS - 2; column++) {
      const at = row * width + column;
      if (hidden?.[at]) continue;
      fine += Math.abs(between(at, at - 1) - between(at + 1, at));
      fine += Math.abs(between(at, at - width) - between(at + width, at));
      coarse += Math.abs(between(at + 2, at - 2)) + Math.abs(between(at + 2 * width, at - 2 * width));
      count += 1;
    }
  }
  // A block that is hidden in part shows too little.
  const isSeen = count > BLOCK_PIXELS ** 2 / 4;
  return { left, top, coarse: isSeen ? coarse / count : 0, detail: fine / Math.max(coarse, 1) };
}

/** A picture of half the size; a pixel is hidden when one of its four is. */
function halve({ widthPixels: width, heightPixels: height, levels, hidden }: Scene): Scene {
  const [widthPixels, heightPixels] = [Math.floor(width / 2), Math.floor(height / 2)];
  const halved = new Float32Array(widthPixels * heightPixels);
  const halfHidden = hidden && new Uint8Array(halved.length);
  for (let row = 0, to = 0; row < heightPixels; row++) {
    for (let column = 0; column < widthPixels; column++, to++) {
      const at = 2 * (row * width + column);
      const below = at + width;
      const sum = (levels[at] ?? 0) + (levels[at + 1] ?? 0) + (levels[below] ?? 0) + (levels[below + 1] ?? 0);
      halved[to] = sum / 4;
      if (!hidden || !halfHidden) continue;
      halfHidden[to] = hidden[at] || hidden[at + 1] || hidden[below] || hidden[below + 1] ? 1 : 0;
    }
  }
  return { widthPixels, heightPixels, levels: halved, hidden: halfHidden };
}
