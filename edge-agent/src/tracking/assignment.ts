import { linearSumAssignment } from "linear-sum-assignment";

/**
 * Pairs rows with columns so that the sum of (limit − cost) over all pairs is greatest, each at most once and only
 * where the cost is below the limit. This is what ByteTrack's `lapjv(cost, cost_limit=limit)` minimises: a dear pair is
 * never taken to allow another, as happens when one solves first and drops afterwards. Rows and columns may differ in
 * number; pairs and those left free keep their order.
 */
export function assign<Row, Column>(
  rows: readonly Row[],
  columns: readonly Column[],
  cost: (row: Row, column: Column) => number,
  limit: number,
): { pairs: [Row, Column][]; freeRows: Row[]; freeColumns: Column[] } {
  if (rows.length === 0 || columns.length === 0) return { pairs: [], freeRows: [...rows], freeColumns: [...columns] };
  const gains = rows.map((row) => columns.map((column) => Math.max(0, limit - cost(row, column))));
  const { rowAssignments } = linearSumAssignment(gains, { maximaze: true });
  const pairs: [Row, Column][] = [];
  const freeRows: Row[] = [];
  const taken = new Set<number>();
  for (const [index, row] of rows.entries()) {
    const at = rowAssignments[index] ?? -1;
    const column = columns[at];
    if (column === undefined || (gains[index]?.[at] ?? 0) === 0) {
      freeRows.push(row);
      continue;
    }
    pairs.push([row, column]);
    taken.add(at);
  }
  return { pairs, freeRows, freeColumns: columns.filter((_, index) => !taken.has(index)) };
}
