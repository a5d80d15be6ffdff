import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { ClassEditor } from "./class-editor.tsx";
import { EMPTY_CLASS } from "./edited-map.ts";
import type { EditedMapState } from "./use-edited-map.ts";
import { OptionalWordsField, WordsField } from "./words-field.tsx";

const numberFields = () =>
  [
    ["minConfidence", t`Least confidence`, t`detections below it do not count`, 1],
    ["certainConfidence", t`Certain from`, t`undeclared goods are critical from here on`, 1],
    ["quantityTolerance", t`Tolerance of quantities`, t`0.1 allows 10 % between count and declaration`, 100],
  ] as const;

const wordFields = () =>
  [
    ["emptyClasses", t`Classes of an empty container`],
    ["emptyDeclarations", t`Declarations of an empty container`],
  ] as const;

const optionalWordFields = () =>
  [
    ["exceptions", t`Exceptions`, t`phrases in which keywords mean something else`],
    ["vagueDescriptions", t`Vague descriptions`, t`words that do not describe goods`],
    ["fillerWords", t`Filler words`, t`words that do not concern the goods`],
    ["lookAlikes", t`Look-alikes`, t`class > taken for, and how many of 1: crate > pallet 0.1`],
  ] as const;

/** The form of the whole map; nothing takes effect before it is saved. */
export function MapEditor({ state: { edited, edit, editClass } }: { state: EditedMapState }) {
  const { classes } = edited;
  // After a removal, the others have other places: all are closed, not one opened in place of the removed.
  const [removals, setRemovals] = useState(0);
  const remove = (at: number) => {
    edit({ classes: classes.filter((_, index) => index !== at) });
    setRemovals(removals + 1);
  };
  return (
    <>
      <General edited={edited} edit={edit} />
      <div className="card-head map-classes">
        <h2>{t`Classes`}</h2>
        <button type="button" className="quiet" onClick={() => edit({ classes: [...classes, EMPTY_CLASS] })}>
          <Trans>Add class</Trans>
        </button>
      </div>
      {classes.map((entry, at) => (
        <ClassEditor
          // Names change while they are typed.
          key={`${removals} ${at}`}
          entry={entry}
          edit={(changed) => editClass(at, changed)}
          remove={() => remove(at)}
        />
      ))}
    </>
  );
}

function General({ edited, edit }: Pick<EditedMapState, "edited" | "edit">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="card" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <strong>{t`Thresholds and general words`}</strong>{" "}
        <span className="faint small">
          <Trans>
            confidence from {edited.minConfidence}, certain from {edited.certainConfidence}
          </Trans>
        </span>
      </summary>
      {isOpen && (
        <div className="map-fields">
          {numberFields().map(([field, label, hint, max]) => (
            <label key={field} className="words-field">
              <span>
                {label} <span className="faint small">{hint}</span>
              </span>
              <input
                type="number"
                step="any"
                min={0}
                max={max}
                value={edited[field]}
                onChange={({ target }) => edit({ [field]: target.value })}
              />
            </label>
          ))}
          {wordFields().map(([field, label]) => (
            <WordsField key={field} label={label} value={edited[field]} change={(value) => edit({ [field]: value })} />
          ))}
          {optionalWordFields().map(([field, label, hint]) => (
            <OptionalWordsField
              key={field}
              label={label}
              hint={hint}
              value={edited[field]}
              change={(value) => edit({ [field]: value })}
            />
          ))}
        </div>
      )}
    </details>
  );
}
