import type { ManifestImportError } from "@container-inspection/shared-schemas/manifests";
import type { FileRow, ReadManifest } from "../../format/format.ts";
import { invalid } from "../../format/limits.ts";
import { buildFields, type TableFacts } from "./build-fields.ts";
import { isGoods, type Row } from "./read-row.ts";
import type { Cell } from "./table.ts";

type Shared = Map<string, { cell: Cell; number: number; place: string }>;

/** The manifest of some rows. */
export function joinRows(rows: readonly Row[], facts: TableFacts): ReadManifest[] {
  const shared: Shared = new Map();
  const [first, ...others] = rows.map((row) => fileRow(row, [...row.errors, ...takeShared(row, shared)]));
  if (!first) return [];
  const cells = new Map([...shared].map(([column, { cell }]) => [column, cell]));
  const goods = rows.flatMap((row) => {
    const { goods: item } = buildFields(new Map([...row.cells].filter(([column]) => isGoods(column))), facts);
    return item === undefined ? [] : [{ item, number: row.number }];
  });
  const declared = goods.length > 0 ? { declaredGoods: goods.map(({ item }) => item) } : {};
  return [
    {
      rows: [first, ...others],
      notUnderstood: [],
      fields: { ...buildFields(cells, facts), ...declared },
      rowOf: Object.fromEntries([
        ...[...shared].map(([column, { number }]) => [column, number] as const),
        ...goods.map(({ number }, index) => [`declaredGoods.${index}`, number] as const),
      ]),
    },
  ];
}

const fileRow = ({ number, place, notUnderstood, source }: Row, problems: ManifestImportError[]): FileRow => ({
  number,
  place,
  problems,
  notUnderstood,
  cells: source,
});

/**
 * Collects the fields of the manifest itself from a row; the other rows of the manifest repeat them, or leave them
 * empty.
 */
function takeShared({ number, place, cells }: Row, shared: Shared): ManifestImportError[] {
  return [...cells].flatMap(([column, cell]) => {
    if (isGoods(column)) return [];
    const known = shared.get(column) ?? { cell, number, place };
    shared.set(column, known);
    const isSame = known.cell === cell || column === "containerNumber";
    return isSame ? [] : [invalid(column, `must be as in ${known.place} of the same manifest, or empty`)];
  });
}
