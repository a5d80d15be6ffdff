import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import type { ImportColumn } from "@container-inspection/shared-schemas/manifest-imports";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { columnName } from "../manifest-fields.ts";

type Chosen = { header: string; column: string | null };
type Props = {
  columns: readonly ImportColumn[];
  isFixed: boolean;
  /** Reads the file again with these columns, which are remembered. */
  readAgain: (columns: Chosen[]) => void;
};

/** The value of a manifest that each column of the file becomes; a person can choose another one. */
export function ImportColumns({ columns, isFixed, readAgain }: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string | null>>(new Map());
  const columnAt = (index: number) =>
    chosen.get(index) ?? (chosen.has(index) ? null : (columns[index]?.column ?? null));
  const choose = (index: number, column: string | null) => {
    const other = columns.findIndex((_column, at) => at !== index && column !== null && columnAt(at) === column);
    setChosen(new Map([...chosen, ...(other === -1 ? [] : [[other, null] as const]), [index, column]]));
  };
  const left = columns.filter((_column, index) => columnAt(index) === null).length;
  // A list of the service's own names alone needs no look. It stays open or closed until the file is read again.
  const isOpen = !isFixed && columns.some(({ source }) => source !== "name" && source !== "answer");
  const send = () =>
    readAgain([...chosen].map(([index, column]) => ({ header: columns[index]?.header ?? "", column })));
  return (
    <section className="card" aria-label={t`Columns`}>
      <details open={isOpen}>
        <summary>
          {t`Columns`} <span className="faint small">{t`${columns.length - left} of ${columns.length} are read`}</span>
        </summary>
        {left > 0 && (
          <p className="import-warnings">
            {plural(left, { one: "# column is not imported.", other: "# columns are not imported." })}
          </p>
        )}
        <div className="scroll">
          <table className="mapping">
            <thead>
              <tr>
                <th>{t`Column of the file`}</th>
                <th>{t`First values`}</th>
                <th>{t`Read as`}</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column, index) => (
                // Two columns may have one name; they never change places.
                <ColumnRow
                  key={index}
                  column={column}
                  name={column.header || t`column ${index + 1}`}
                  value={columnAt(index)}
                  isChanged={chosen.has(index)}
                  isFixed={isFixed}
                  choose={(value) => choose(index, value)}
                />
              ))}
            </tbody>
          </table>
        </div>
        {!isFixed && chosen.size > 0 && (
          <div className="form-actions">
            <button type="button" onClick={send}>{t`Read again with these columns`}</button>
            <span className="faint small">{t`They are remembered for your later files.`}</span>
          </div>
        )}
      </details>
    </section>
  );
}

type RowProps = {
  column: ImportColumn;
  name: string;
  value: string | null;
  isChanged: boolean;
  isFixed: boolean;
  choose: (column: string | null) => void;
};

const ColumnRow = ({ column: { examples, source }, name, value, isChanged, isFixed, choose }: RowProps) => (
  <tr>
    <td>
      <bdi>{name}</bdi>
    </td>
    <td className="faint small">
      <bdi>{examples.join(" · ")}</bdi>
    </td>
    <td className={value === null ? "left-out" : undefined}>
      <select
        aria-label={t`${name} is read as`}
        value={value ?? ""}
        disabled={isFixed}
        onChange={({ target }) => choose(target.value || null)}
      >
        <option value="">{t`Not imported`}</option>
        {Object.keys(csvColumns).map((column) => (
          <option key={column} value={column}>
            {columnName(column)}
          </option>
        ))}
      </select>{" "}
      <span className="faint small">{isChanged ? "" : reasonOf(source, value)}</span>
    </td>
  </tr>
);

/** The reason for which a column is read as it is. */
function reasonOf(source: ImportColumn["source"], column: string | null): string {
  if (source === "none") return t`It is not known what it holds.`;
  if (source === "answer") return t`As you chose.`;
  if (source === "remembered") return column === null ? t`As you left it out before.` : t`As you chose before.`;
  if (source === "content") return t`By its values.`;
  return t`By its name.`;
}
