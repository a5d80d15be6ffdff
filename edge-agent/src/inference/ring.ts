/** A corner of a ring; a ring is a list of corners, the last of which is joined to the first. */
export type Point = { x: number; y: number };

/** Twice the area of the triangle a, b, c; its sign is the side of the line a–b on which c lies. */
const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Returns true if no two edges of a ring share a point except the corner between neighbours. */
export function isSimple(ring: readonly Point[]): boolean {
  const edges = ring.map((from, index) => ({ from, to: ring[(index + 1) % ring.length] ?? from }));
  for (const [index, edge] of edges.entries()) {
    const next = edges[(index + 1) % edges.length] ?? edge;
    if (foldsBack(edge.from, edge.to, next.to)) return false;
    // The first edge and the last are neighbours, too.
    const end = index === 0 ? edges.length - 1 : edges.length;
    for (let other = index + 2; other < end; other += 1) {
      const { from, to } = edges[other] ?? edge;
      if (touch(edge.from, edge.to, from, to)) return false;
    }
  }
  return true;
}

/** Returns true if the edge from b to c lies on that from a to b. */
const foldsBack = (a: Point, b: Point, c: Point): boolean =>
  turn(a, b, c) === 0 && (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0;

function touch(a: Point, b: Point, c: Point, d: Point): boolean {
  if (isApart(a.x, b.x, c.x, d.x) || isApart(a.y, b.y, c.y, d.y)) return false;
  return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
}

const isApart = (a: number, b: number, c: number, d: number): boolean =>
  Math.max(a, b) < Math.min(c, d) || Math.max(c, d) < Math.min(a, b);

/** The corners of the convex hull, by Andrew's monotone chain; fewer than three where all points lie on one line. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const hull = [...halfHull(sorted), ...halfHull(sorted.toReversed())];
  return hull.length < 3 ? [] : hull;
}

/** One side of the hull of points sorted along it, without its last corner. */
function halfHull(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    for (let [a, b] = chain.slice(-2); a && b && turn(a, b, point) <= 0; [a, b] = chain.slice(-2)) chain.pop();
    chain.push(point);
  }
  return chain.slice(0, -1);
}
