export type Point = { x: number; y: number };
/** A direction or a homogeneous point: three numbers. */
export type Vector3 = readonly [number, number, number];
/** Position of a square in a picture: its point (u, v) is at `across` · u + `along` · v + `origin`, homogeneous. */
export type Homography = { across: Vector3; along: Vector3; origin: Vector3 };

/**
 * The mapping of the unit square to four corners, in order: (0, 0), (1, 0), (1, 1), (0, 1). Its numbers are not finite
 * where three corners are on one line. Source: P. Heckbert, "Fundamentals of Texture Mapping" (1989), section 2.2.3.
 */
export function fromUnitSquare([a, b, c, d]: readonly [Point, Point, Point, Point]): Homography {
  const [dx1, dx2, dx3] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, dy3] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const scale = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / scale;
  const h = (dx1 * dy3 - dx3 * dy1) / scale;
  return {
    across: [b.x - a.x + g * b.x, b.y - a.y + g * b.y, g],
    along: [d.x - a.x + h * d.x, d.y - a.y + h * d.y, h],
    origin: [a.x, a.y, 1],
  };
}
