import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { createSwcExtractor } from "@lingui/native-tools";
import { phraseExtractor } from "./build/phrase-extractor.ts";
import { translatedLanguages } from "./src/language/languages.ts";

/**
 * The sources contain the English texts, those of the service in templates that follow `english`; every other language
 * of `src/language/languages.ts` has one catalog, `src/language/catalogs/TAG.po`.
 */
export default defineConfig({
  sourceLocale: "en",
  locales: translatedLanguages(),
  catalogs: [
    {
      path: "<rootDir>/src/language/catalogs/{locale}",
      include: ["<rootDir>/src", "<rootDir>/../src/match", "<rootDir>/../src/inspection"],
      exclude: ["**/*.test.*"],
    },
  ],
  extractors: [phraseExtractor, createSwcExtractor()],
  // Without places in the sources, which change with every edit.
  format: formatter({ origins: false, lineNumbers: false }),
  runtimeConfigModule: { i18n: ["#i18n", "i18n"], Trans: ["#trans", "Trans"] },
});
