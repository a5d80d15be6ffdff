import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ComponentType } from "react";
import { ArrowUp, Trash2 } from "lucide";
import { Icon } from "../ui/icon.tsx";
import type { Field, RowsField } from "./setting-kinds.ts";
import { labelOf } from "./setting-labels.ts";
import { problemAt, rowProblem } from "./setting-problems.ts";
import { emptyRow, type Row, type Shown } from "./setting-values.ts";

type Props = {
  field: RowsField;
  rows: readonly Row[];
  change: (rows: Row[]) => void;
  isReadOnly: boolean;
  label: string;
  /** The editor of one field of a row. */
  Editor: ComponentType<EditorProps>;
};

type EditorProps = {
  field: Field;
  shown: Shown;
  change: (shown: Shown) => void;
  isReadOnly: boolean;
  label: string;
};

/** A table of settings. Rows with several lists, or with a table of their own, are shown one below the other. */
export function RowsEditor({ field, rows, change, isReadOnly, label, Editor }: Props) {
  const { columns } = field;
  const lists = columns.filter((column) => column.field.kind === "words").length;
  const isDeep = lists > 1 || columns.some((column) => column.field.kind === "rows");
  const problem = problemAt(field, rows);
  const isRowWrong = rows.some((row) => rowProblem(field, row) !== undefined);
  return (
    <div className="rows-editor">
      {rows.length === 0 && <p className="faint">{t`none`}</p>}
      {rows.length > 0 && (
        <table className={isDeep ? "setting-rows as-blocks" : "setting-rows"} aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.at} scope="col">
                  {labelOf(column.field.path)}
                </th>
              ))}
              {!isReadOnly && (
                <th scope="col">
                  <span className="unseen">{t`Actions`}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // Rows have no identity of their own; each of their fields shows what it is given.
              <SettingRow key={`${rows.length} ${at}`} {...{ field, rows, change, isReadOnly, row, at, Editor }} />
            ))}
          </tbody>
        </table>
      )}
      {problem && !isRowWrong && <p className="setting-problem small">{problem}</p>}
      {isRowWrong && (
        <p className="setting-problem small">{t`In a marked row, the least value is above the greatest.`}</p>
      )}
      {!isReadOnly && (
        <button
          type="button"
          className="quiet"
          aria-label={t`Add row: ${label}`}
          onClick={() => change([...rows, emptyRow(field)])}
        >
          <Trans>Add row</Trans>
        </button>
      )}
    </div>
  );
}

function SettingRow({
  field,
  rows,
  change,
  isReadOnly,
  row,
  at,
  Editor,
}: Omit<Props, "label"> & { row: Row; at: number }) {
  const edit = (column: string, shown: Shown) =>
    change(rows.map((one, index) => (index === at ? { ...one, [column]: shown } : one)));
  const moveUp = () => change([...rows.slice(0, at - 1), row, ...rows.slice(at - 1, at), ...rows.slice(at + 1)]);
  const place = at + 1;
  return (
    <tr className={rowProblem(field, row) === undefined ? undefined : "row-wrong"}>
      {field.columns.map((column) => {
        const name = labelOf(column.field.path) ?? column.field.path;
        return (
          <td key={column.at} data-label={name}>
            <Editor
              field={column.field}
              shown={row[column.at] ?? null}
              change={(shown) => edit(column.at, shown)}
              isReadOnly={isReadOnly}
              label={t`${name}, row ${place}`}
            />
          </td>
        );
      })}
      {!isReadOnly && (
        <td className="row-actions">
          <button
            type="button"
            className="quiet"
            disabled={at === 0}
            aria-label={t`Move row ${place} up`}
            onClick={moveUp}
          >
            <Icon of={ArrowUp} />
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={t`Remove row ${place}`}
            onClick={() => change(rows.filter((_, index) => index !== at))}
          >
            <Icon of={Trash2} />
          </button>
        </td>
      )}
    </tr>
  );
}
