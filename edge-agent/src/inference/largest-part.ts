/** Neighbours of a sample: above, right, below, left. */
const ACROSS = [0, 1, 0, -1];
const DOWN = [-1, 0, 1, 0];

/** A mask's logits at points of a regular grid, row by row; above 0 means inside, beyond the grid is outside. */
export type Samples = { logits: Float64Array; columns: number; rows: number };

/**
 * The outer ring of the part that has the most samples, of those that are joined along rows and columns: closed (its
 * last point is its first), in units of the grid, in which the sample of column 0 and row 0 lies at (0.5, 0.5). Between
 * a sample inside and one outside it passes where the logit, straight between both, is 0. Null when all are outside.
 */
export function traceLargestPart(samples: Samples): { x: number; y: number }[] | null {
  const first = findLargestPart(samples);
  return first === null ? null : followBorder(samples, first);
}

/** The first sample, row by row, of the largest part. */
function findLargestPart({ logits, columns, rows }: Samples): number | null {
  const isSeen = new Uint8Array(logits.length);
  const stack = new Int32Array(logits.length);
  let largest: number | null = null;
  let largestCount = 0;
  for (let start = 0; start < logits.length; start += 1) {
    if (isSeen[start] === 1 || !isInside(logits[start])) continue;
    let count = 0;
    let height = 0;
    const reach = (sample: number) => {
      if (isSeen[sample] === 1 || !isInside(logits[sample])) return;
      isSeen[sample] = 1;
      stack[height] = sample;
      height += 1;
    };
    reach(start);
    while (height > 0) {
      height -= 1;
      count += 1;
      const sample = stack[height] ?? 0;
      const column = sample % columns;
      if (column > 0) reach(sample - 1);
      if (column < columns - 1) reach(sample + 1);
      if (sample >= columns) reach(sample - columns);
      if (sample < columns * (rows - 1)) reach(sample + columns);
    }
    if (count <= largestCount) continue;
    largest = start;
    largestCount = count;
  }
  return largest;
}

const isInside = (logit: number | undefined): boolean => logit !== undefined && logit > 0;

/** Goes round a part clockwise from the upper side of its first sample, one side of one sample after the other. */
function followBorder({ logits, columns, rows }: Samples, first: number): { x: number; y: number }[] {
  const logitAt = (column: number, row: number): number | undefined =>
    column < 0 || column >= columns || row < 0 || row >= rows ? undefined : logits[row * columns + column];
  const [firstColumn, firstRow] = [first % columns, Math.floor(first / columns)];
  const ring: { x: number; y: number }[] = [];
  let [column, row, side] = [firstColumn, firstRow, 0];
  do {
    const [across, down] = [ACROSS[side] ?? 0, DOWN[side] ?? 0];
    const [within, beyond] = [logitAt(column, row) ?? 0, logitAt(column + across, row + down)];
    const share = beyond === undefined ? 0.5 : within / (within - beyond);
    ring.push({ x: column + 0.5 + share * across, y: row + 0.5 + share * down });
    const turned = (side + 1) % 4;
    const [aheadColumn, aheadRow] = [column + (ACROSS[turned] ?? 0), row + (DOWN[turned] ?? 0)];
    if (!isInside(logitAt(aheadColumn, aheadRow))) {
      side = turned;
    } else if (isInside(logitAt(aheadColumn + across, aheadRow + down))) {
      [column, row, side] = [aheadColumn + across, aheadRow + down, (side + 3) % 4];
    } else {
      [column, row] = [aheadColumn, aheadRow];
    }
  } while (column !== firstColumn || row !== firstRow || side !== 0);
  return [...ring, ...ring.slice(0, 1)];
}
