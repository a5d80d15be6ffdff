import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { EditedClass } from "./edited-map.ts";
import { WordsField } from "./words-field.tsx";

type Props = { entry: EditedClass; edit: (changed: Partial<EditedClass>) => void; remove: () => void };

/** One class: by which words, packages and HS codes it is recognised on a manifest. */
export function ClassEditor({ entry, edit, remove }: Props) {
  const [isOpen, setIsOpen] = useState(entry.name === "");
  const counts = [
    [entry.keywords, t`keywords`],
    [entry.packageCodes, t`package codes`],
    [entry.hsCodes, t`HS codes`],
  ] as const;
  return (
    <details className="card" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <strong>
          <bdi>{entry.name || t`New class`}</bdi>
        </strong>{" "}
        <span className="faint small">
          {counts.map(([text, name]) => `${text.split("\n").filter(Boolean).length} ${name}`).join(", ")}
        </span>
      </summary>
      {isOpen && <ClassFields entry={entry} edit={edit} remove={remove} />}
    </details>
  );
}

const classFields = () =>
  [
    ["aliases", t`Other names in models`, undefined],
    ["packageCodes", t`Package codes`, t`UN/ECE recommendation 21, such as CT`],
    ["hsChapters", t`HS chapters`, t`two digits`],
    ["hsCodes", t`HS codes`, t`two to six first digits`],
    ["packageWords", t`Package words`, t`name the packages in any language`],
    ["keywords", t`Keywords`, t`where neither package code nor HS code decides`],
  ] as const;

function ClassFields({ entry, edit, remove }: Props) {
  const languages = Object.entries(entry.translations);
  return (
    <div className="map-fields">
      <label className="words-field">
        {t`Name`}
        <input value={entry.name} maxLength={100} onChange={({ target }) => edit({ name: target.value })} />
      </label>
      <label className="words-field">
        {t`Plural`}
        <input value={entry.plural} maxLength={100} onChange={({ target }) => edit({ plural: target.value })} />
      </label>
      <div className="words-field">
        <label>
          <input type="checkbox" checked={entry.carrier} onChange={({ target }) => edit({ carrier: target.checked })} />{" "}
          {t`carries other goods, such as a pallet`}
        </label>
        <label>
          <input type="checkbox" checked={entry.whole} onChange={({ target }) => edit({ whole: target.checked })} />{" "}
          {t`shows the goods themselves, such as a vehicle`}
        </label>
      </div>
      {classFields().map(([field, label, hint]) => (
        <WordsField
          key={field}
          label={label}
          hint={hint}
          value={entry[field]}
          change={(value) => edit({ [field]: value })}
        />
      ))}
      {languages.map(([language, text]) => (
        <WordsField
          key={language}
          label={t`Keywords (${language})`}
          value={text}
          change={(value) => edit({ translations: { ...entry.translations, [language]: value } })}
        />
      ))}
      <AddLanguage add={(language) => edit({ translations: { [language]: "", ...entry.translations } })} />
      <div>
        <button type="button" className="quiet" onClick={remove}>{t`Remove class`}</button>
      </div>
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
    <div className="inline-form">
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
