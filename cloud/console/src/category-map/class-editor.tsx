import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { WordsEditor } from "../rules/words-editor.tsx";
import type { EditedClass } from "./edited-map.ts";
import { CLASS_LISTS, classLists } from "./map-fields.ts";

type Props = { entry: EditedClass; edit: (changed: Partial<EditedClass>) => void };

/** Every field of one class: by which words, packages and HS codes it is recognised on a manifest. */
export function ClassFields({ entry, edit }: Props) {
  const { translations } = entry;
  const name = useRef<HTMLInputElement>(null);
  const [isNew] = useState(entry.name === "");
  // A new class is the last row, which may be far below.
  useEffect(() => {
    if (isNew) name.current?.focus();
  }, [isNew]);
  const editLanguage = (language: string, words: readonly string[]) =>
    edit({ translations: { ...translations, [language]: words } });
  return (
    <div className="map-fields">
      <label className="map-field">
        {t`Name`}
        <input ref={name} value={entry.name} maxLength={100} onChange={({ target }) => edit({ name: target.value })} />
      </label>
      <label className="map-field">
        {t`Plural`}
        <input value={entry.plural} maxLength={100} onChange={({ target }) => edit({ plural: target.value })} />
      </label>
      <div className="map-field">
        <label className="map-check">
          <input type="checkbox" checked={entry.carrier} onChange={({ target }) => edit({ carrier: target.checked })} />
          {t`carries other goods, such as a pallet`}
        </label>
        <label className="map-check">
          <input type="checkbox" checked={entry.whole} onChange={({ target }) => edit({ whole: target.checked })} />
          {t`shows the goods themselves, such as a vehicle`}
        </label>
      </div>
      {classLists().map(([list, label]) => (
        <div key={list} className="map-field" role="group" aria-label={label}>
          <span>{label}</span>
          <WordsEditor
            field={CLASS_LISTS[list]}
            words={entry[list]}
            change={(words) => edit({ [list]: words })}
            isReadOnly={false}
            label={label}
          />
        </div>
      ))}
      {Object.entries(translations).map(([language, words]) => (
        <div key={language} className="map-field" role="group" aria-label={t`Keywords (${language})`}>
          <span>{t`Keywords (${language})`}</span>
          <WordsEditor
            field={CLASS_LISTS.keywords}
            words={words}
            change={(changed) => editLanguage(language, changed)}
            isReadOnly={false}
            label={t`Keywords (${language})`}
          />
        </div>
      ))}
      <AddLanguage add={(language) => editLanguage(language, translations[language] ?? [])} />
    </div>
  );
}

function AddLanguage({ add }: { add: (language: string) => void }) {
  const [language, setLanguage] = useState("");
  const isCode = /^[a-z]{2,3}$/.test(language);
  const submit = () => {
    add(language);
    setLanguage("");
  };
  return (
    <div className="add-word">
      <input
        aria-label={t`Code of another language`}
        placeholder={t`Language, such as de`}
        maxLength={3}
        value={language}
        onChange={({ target }) => setLanguage(target.value.toLowerCase())}
      />
      <button type="button" className="quiet" disabled={!isCode} onClick={submit}>{t`Add keywords`}</button>
    </div>
  );
}
