import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { RowsEditor } from "../rules/rows-editor.tsx";
import { ValueEditor } from "../rules/setting-editor.tsx";
import { rowsIn, wordsIn } from "../rules/setting-values.ts";
import { WordsEditor } from "../rules/words-editor.tsx";
import { generalLabels, LISTS, LOOK_ALIKES, NUMBERS, OPTIONAL_LISTS } from "./map-fields.ts";
import type { EditedMapState } from "./use-edited-map.ts";

const NUMBER_NAMES = ["minConfidence", "certainConfidence", "quantityTolerance"] as const;
const LIST_NAMES = ["emptyClasses", "emptyDeclarations"] as const;
const OPTIONAL_NAMES = ["exceptions", "vagueDescriptions", "fillerWords"] as const;

/** Settings of the whole map as sentences, lists of words and a table. */
export function GeneralSettings({ edited, edit }: Pick<EditedMapState, "edited" | "edit">) {
  const [isOpen, setIsOpen] = useState(false);
  const labels = generalLabels();
  return (
    <details className="card" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <strong>{t`Thresholds and general words`}</strong>{" "}
        <span className="faint small">
          <Trans>
            confidence from {edited.minConfidence} %, certain from {edited.certainConfidence} %
          </Trans>
        </span>
      </summary>
      {isOpen && (
        <div className="settings">
          <Numbers edited={edited} edit={edit} />
          {LIST_NAMES.map((name) => (
            <Block key={name} label={labels[name]}>
              <WordsEditor
                field={LISTS[name]}
                words={edited[name]}
                change={(words) => edit({ [name]: words })}
                isReadOnly={false}
                label={labels[name]}
              />
            </Block>
          ))}
          {OPTIONAL_NAMES.map((name) => (
            <Optional
              key={name}
              label={labels[name]}
              isSet={edited[name] !== null}
              set={(isSet) => edit({ [name]: isSet ? [] : null })}
            >
              <WordsEditor
                field={OPTIONAL_LISTS[name]}
                words={wordsIn(edited[name] ?? null)}
                change={(words) => edit({ [name]: words })}
                isReadOnly={false}
                label={labels[name]}
              />
            </Optional>
          ))}
          <LookAlikes edited={edited} edit={edit} />
        </div>
      )}
    </details>
  );
}

/** Goods that a model takes for each other, as a table. */
function LookAlikes({ edited, edit }: Pick<EditedMapState, "edited" | "edit">) {
  const label = generalLabels().lookAlikes;
  return (
    <Optional label={label} isSet={edited.lookAlikes !== null} set={(isSet) => edit({ lookAlikes: isSet ? [] : null })}>
      <RowsEditor
        Editor={ValueEditor}
        field={LOOK_ALIKES}
        rows={rowsIn(edited.lookAlikes)}
        change={(rows) => edit({ lookAlikes: rows })}
        isReadOnly={false}
        label={label}
      />
    </Optional>
  );
}

/** Numbers of the whole map, each a sentence that ends in its percent. */
const Numbers = ({ edited, edit }: Pick<EditedMapState, "edited" | "edit">) =>
  NUMBER_NAMES.map((name) => (
    <div key={name} className="setting-line">
      <span aria-hidden="true">{generalLabels()[name]}</span>
      <ValueEditor
        field={NUMBERS[name]}
        shown={edited[name]}
        change={(shown) => edit({ [name]: shown })}
        isReadOnly={false}
        label={generalLabels()[name]}
      />
    </div>
  ));

const Block = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="setting-block" role="group" aria-label={label}>
    <h3>{label}</h3>
    {children}
  </div>
);

type OptionalProps = { label: string; isSet: boolean; set: (isSet: boolean) => void; children: ReactNode };

/** A list that the bundled map can provide. */
const Optional = ({ label, isSet, set, children }: OptionalProps) => (
  <Block label={label}>
    {isSet ? (
      <>
        {children}
        <button
          type="button"
          className="quiet setting-unset"
          aria-label={t`As in the bundled map: ${label}`}
          onClick={() => set(false)}
        >
          <Trans>As in the bundled map</Trans>
        </button>
      </>
    ) : (
      <div className="setting-absent">
        <span className="faint">{t`as in the bundled map`}</span>
        <button type="button" className="quiet" aria-label={t`Replace: ${label}`} onClick={() => set(true)}>
          <Trans>Replace</Trans>
        </button>
      </div>
    )}
  </Block>
);
