import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ChangeEvent, memo, useCallback, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import type { SchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { offerUndo } from "../ui/undo.ts";
import { FormField } from "./form-field.tsx";
import { type Field, goodsFields } from "./manifest-fields.ts";
import { type GoodsRow, goodsRowOf, keyOf, type ManifestForm } from "./manifest-form.ts";
import type { ManifestInput } from "./manifests-api.ts";

const MOST_LINES = 1_000;
/** Fields of a line that are always shown: the others are folded. */
const FIRST_FIELDS = 5;

type Props = { form: SchemaForm<ManifestForm, ManifestInput> };

/** The lines of goods, which are added, changed and removed. */
export function GoodsFields({ form: { control, getValues, setValue } }: Props) {
  const rows = useWatch({ control, name: "goods" });
  const [addedId, setAddedId] = useState<number>();
  const adding = useRef<HTMLButtonElement>(null);
  const change = useCallback(
    (id: number, key: string, text: string) => {
      const changed = (row: GoodsRow) => (row.id === id ? { ...row, texts: { ...row.texts, [key]: text } } : row);
      setValue("goods", getValues("goods").map(changed));
    },
    [getValues, setValue],
  );
  const add = () => {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
    setValue("goods", [...rows, goodsRowOf(null, id)]);
    setAddedId(id);
  };
  const remove = useCallback(
    (removed: GoodsRow) => {
      const before = getValues("goods");
      const index = before.findIndex(({ id }) => id === removed.id);
      setValue("goods", before.toSpliced(index, 1));
      adding.current?.focus();
      const text = t`Line ${index + 1} removed`;
      announce(text);
      const undo = async () => setValue("goods", getValues("goods").toSpliced(index, 0, removed));
      offerUndo({ text, undo, groups: [] });
    },
    [getValues, setValue],
  );
  return (
    <section className="card" aria-label={t`Goods`}>
      <div className="card-head">
        <h2>{t`Goods`}</h2>
        <button ref={adding} type="button" className="quiet" disabled={rows.length >= MOST_LINES} onClick={add}>
          <Trans>Add line</Trans>
        </button>
      </div>
      {rows.length === 0 && (
        <p className="faint">
          <Trans>
            No lines. A manifest that stated goods before declares an empty container when all lines are removed.
          </Trans>
        </p>
      )}
      {rows.map((row, index) => (
        <GoodsLine key={row.id} row={row} line={index + 1} isNew={row.id === addedId} change={change} remove={remove} />
      ))}
    </section>
  );
}

type LineProps = {
  row: GoodsRow;
  line: number;
  /** True if the user has just added the line and begins to type. */
  isNew: boolean;
  change: (id: number, key: string, text: string) => void;
  remove: (row: GoodsRow) => void;
};

/** Rendered again only when it changes: a manifest may have a thousand lines. */
const GoodsLine = memo(function GoodsLine({ row, line, isNew, change, remove }: LineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const fieldOf = ({ path, ...field }: Field, index: number) => (
    <FormField
      key={path}
      field={{ path, ...field }}
      isFocused={isNew && index === 0}
      input={{
        value: row.texts[keyOf(path)] ?? "",
        onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
          change(row.id, keyOf(path), target.value),
      }}
      value={row.texts[keyOf(path)]}
    />
  );
  return (
    <fieldset className="form-group goods-line">
      <legend>{t`Line ${line}`}</legend>
      {goodsFields().slice(0, FIRST_FIELDS).map(fieldOf)}
      <details className="wide" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="faint">{t`Weight, volume, dangerous goods`}</summary>
        {isOpen && (
          <div className="form-group">
            {goodsFields()
              .slice(FIRST_FIELDS)
              .map((field) => fieldOf(field, -1))}
          </div>
        )}
      </details>
      <button type="button" className="quiet remove" aria-label={t`Remove line ${line}`} onClick={() => remove(row)}>
        <Trans>Remove</Trans>
      </button>
    </fieldset>
  );
});
