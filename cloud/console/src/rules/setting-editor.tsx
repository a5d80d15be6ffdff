import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { wordOf } from "../language/words.ts";
import { RowsEditor } from "./rows-editor.tsx";
import type { Field } from "./setting-kinds.ts";
import { labelOf } from "./setting-labels.ts";
import { problemAt } from "./setting-problems.ts";
import { unitOf } from "./setting-units.ts";
import { rowsIn, type Shown, textIn, wordsIn } from "./setting-values.ts";
import { WordsEditor } from "./words-editor.tsx";

type Props<Kind extends Field = Field> = {
  field: Kind;
  shown: Shown;
  change: (shown: Shown) => void;
  isReadOnly: boolean;
  /** Name of the field for screen readers, where it has no label beside it. */
  label?: string;
};

/** A setting with its sentence: one line for a value, a block for a list or a table. */
export function SettingEditor({ field, shown, change, isReadOnly }: Props) {
  const label = labelOf(field.path) ?? field.path;
  const { kind } = field;
  if (kind !== "words" && kind !== "rows")
    return (
      <div className="setting-line">
        <span aria-hidden="true">{label}</span>
        <ValueEditor {...{ field, shown, change, isReadOnly, label }} />
      </div>
    );
  return (
    <div className="setting-block" role="group" aria-label={label}>
      <h3>{label}</h3>
      <ValueEditor {...{ field, shown, change, isReadOnly, label }} />
    </div>
  );
}

/** The editor of a value, by its kind. */
export function ValueEditor({ field, shown, change, isReadOnly, label = "" }: Props) {
  const { kind } = field;
  if (kind === "number" || kind === "text") return <TextEditor {...{ field, shown, change, isReadOnly, label }} />;
  if (kind === "choice")
    return (
      <select
        aria-label={label}
        disabled={isReadOnly}
        value={textIn(shown)}
        onChange={({ target }) => change(target.value)}
      >
        {field.isOptional && <option value="">{t`as inside`}</option>}
        {field.options.map((option) => (
          <option key={option} value={option}>
            {wordOf(option)}
          </option>
        ))}
      </select>
    );
  if (shown === null)
    return (
      <div className="setting-absent">
        <span className="faint">{t`not set`}</span>
        {!isReadOnly && (
          <button type="button" className="quiet" aria-label={t`Set: ${label}`} onClick={() => change([])}>
            <Trans>Set</Trans>
          </button>
        )}
      </div>
    );
  const unset = field.isOptional && !isReadOnly ? () => change(null) : undefined;
  return (
    <>
      {kind === "words" ? (
        <WordsEditor field={field} words={wordsIn(shown)} {...{ change, isReadOnly, label }} />
      ) : (
        <RowsEditor Editor={ValueEditor} field={field} rows={rowsIn(shown)} {...{ change, isReadOnly, label }} />
      )}
      {unset && (
        <button type="button" className="quiet setting-unset" aria-label={t`Leave out: ${label}`} onClick={unset}>
          <Trans>Leave out</Trans>
        </button>
      )}
    </>
  );
}

function TextEditor({ field, shown, change, isReadOnly, label = "" }: Props) {
  const problem = problemAt(field, shown);
  const id = useId();
  const isNumber = field.kind === "number";
  return (
    <span className="setting-value">
      <input
        className={isNumber ? "setting-number" : undefined}
        inputMode={isNumber ? "decimal" : undefined}
        aria-label={isNumber ? `${label} ${unitOf(field)}`.trim() : label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && id}
        value={textIn(shown)}
        readOnly={isReadOnly}
        onChange={({ target }) => change(target.value)}
      />
      {isNumber && unitOf(field) !== "" && (
        <span className="faint" aria-hidden="true">
          {unitOf(field)}
        </span>
      )}
      {problem && (
        <span id={id} className="setting-problem small">
          {problem}
        </span>
      )}
    </span>
  );
}
