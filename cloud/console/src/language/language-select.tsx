import { t } from "@lingui/core/macro";
import { chooseLanguage, languageInUse } from "./language.ts";
import { LANGUAGES } from "./languages.ts";

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
