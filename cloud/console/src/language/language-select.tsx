import { t } from "@lingui/core/macro";
import { chooseLanguage, LANGUAGES, languageInUse } from "./language.ts";

/** The choice of the language, kept in this browser. */
export const LanguageSelect = () => (
  <select aria-label={t`Language`} value={languageInUse()} onChange={({ target }) => chooseLanguage(target.value)}>
    {Object.entries(LANGUAGES).map(([language, name]) => (
      <option key={language} value={language} lang={language}>
        {name}
      </option>
    ))}
  </select>
);
