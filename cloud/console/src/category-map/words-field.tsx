import { t } from "@lingui/core/macro";
type Props = {
  label: string;
  /** One word or phrase on each line. */
  value: string;
  change: (value: string) => void;
  hint?: string | undefined;
  /** The most lines that are shown at once. */
  maxRows?: number;
};

/** A list of words, one on each line. */
export const WordsField = ({ label, value, change, hint, maxRows = 8 }: Props) => (
  <label className="words-field">
    <span>
      {label} {hint && <span className="faint small">{hint}</span>}
    </span>
    <textarea
      rows={Math.min(maxRows, Math.max(2, value.split("\n").length))}
      spellCheck={false}
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  </label>
);

type OptionalProps = Omit<Props, "value" | "change"> & {
  /** Null: the bundled map provides the list. */
  value: string | null;
  change: (value: string | null) => void;
};

/** A list that the bundled map can provide. */
export const OptionalWordsField = ({ value, change, label, hint, maxRows }: OptionalProps) => (
  <div className="words-field">
    {value === null ? (
      <span>{label}</span>
    ) : (
      <WordsField label={label} hint={hint} value={value} change={change} maxRows={maxRows} />
    )}
    <label className="faint small">
      <input type="checkbox" checked={value === null} onChange={({ target }) => change(target.checked ? null : "")} />{" "}
      {t`as in the bundled map`}
    </label>
  </div>
);
