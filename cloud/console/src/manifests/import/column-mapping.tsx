import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import { plural, t } from "@lingui/core/macro";
import { columnName } from "../manifest-fields.ts";
import type { Mapping } from "./map-rows.ts";
import type { Table } from "./import-file.ts";

type Props = {
  table: Table;
  mapping: Mapping;
  /** True if the mapping is fixed by an import that continues. */
  isFixed: boolean;
  change: (mapping: Mapping) => void;
};

/** Choice of the manifest value for each column of the file; a value comes from at most one column. */
export function ColumnMapping({ table, mapping, isFixed, change }: Props) {
  const choose = (index: number, column: string | undefined) =>
    change(mapping.map((one, at) => (at === index ? column : one === column ? undefined : one)));
  const left = mapping.filter((column) => column === undefined).length;
  return (
    <section className="card" aria-label={t`Columns`}>
      <h2>{t`2. Columns`}</h2>
      <p className="faint">
        {t`Check what each column of the file becomes.`}{" "}
        {left > 0 && plural(left, { one: "# column is not imported.", other: "# columns are not imported." })}
      </p>
      <div className="scroll">
        <table className="mapping">
          <thead>
            <tr>
              <th>{t`Column of the file`}</th>
              <th>{t`First values`}</th>
              <th>{t`Becomes`}</th>
            </tr>
          </thead>
          <tbody>
            {table.header.map((name, index) => (
              // Two columns may have one name; they never change places.
              <tr key={index}>
                <td>
                  <bdi>{name || t`column ${index + 1}`}</bdi>
                </td>
                <td className="faint small">
                  <bdi>{examplesOf(table, index)}</bdi>
                </td>
                <td>
                  <select
                    aria-label={t`${name || t`column ${index + 1}`} becomes`}
                    value={mapping[index] ?? ""}
                    disabled={isFixed}
                    onChange={({ target }) => choose(index, target.value || undefined)}
                  >
                    <option value="">{t`Not imported`}</option>
                    {Object.keys(csvColumns).map((column) => (
                      <option key={column} value={column}>
                        {columnName(column)}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The first values of a column that differ. */
function examplesOf({ rows }: Table, index: number): string {
  const cells = rows.slice(0, 50).flatMap((row) => ("cells" in row && row.cells[index]) || []);
  return [...new Set(cells)]
    .slice(0, 3)
    .map((cell) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell))
    .join(" · ");
}
