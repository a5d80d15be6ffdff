import { t } from "@lingui/core/macro";
import { screen } from "@testing-library/dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { i18n } from "../../src/language/i18n.ts";
import { languageInUse, locales, startLanguage } from "../../src/language/language.ts";
import { LANGUAGES, translatedLanguages } from "../../src/language/languages.ts";
import { openPage } from "./kit/open-page.tsx";

const browserSpeaks = (...tags: string[]) => vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);

beforeEach(() => void browserSpeaks());
afterEach(() => {
  vi.restoreAllMocks();
  i18n.loadAndActivate({ locale: "en", locales: undefined, messages: {} });
});

describe("the language in use", () => {
  test.each([
    [["pt-BR", "en"], "pt"],
    [["PT-pt"], "pt"],
    [["de", "es-MX", "pt"], "es"],
    [["en-GB", "pt"], "en"],
    [["de-AT", "fr"], "en"],
    [[], "en"],
  ])("is the first that the console has of a browser's languages %j", (tags, language) => {
    browserSpeaks(...tags);
    expect(languageInUse()).toBe(language);
  });

  test.each(Object.keys(LANGUAGES))("is %s where it was chosen in the browser", (language) => {
    browserSpeaks("es", "pt", "en");
    localStorage.setItem("language", language);
    expect(languageInUse()).toBe(language);
  });

  test("is not one that the console no longer has", () => {
    localStorage.setItem("language", "tlh");
    expect(languageInUse()).toBe("en");
  });
});

describe.each(translatedLanguages())("a browser set to %s", (language) => {
  test("shows texts of its catalog, and dates and numbers of its region", async () => {
    browserSpeaks(`${language}-419`);
    const english = t`Container inspection`;
    await startLanguage();
    expect(document.documentElement.lang).toBe(language);
    expect(t`Container inspection`).not.toBe(english);
    expect(locales()).toBe(`${language}-419`);
  });
});

test("each language is offered by its own name", async () => {
  await openPage("account");
  const [choice] = await screen.findAllByLabelText("Language");
  const offered = [...choice!.querySelectorAll("option")].map(({ value, lang, text }) => [value, lang, text]);
  expect(offered).toEqual(Object.entries(LANGUAGES).map(([tag, name]) => [tag, tag, name]));
  for (const [tag, name] of Object.entries(LANGUAGES))
    expect(new Intl.DisplayNames(tag, { type: "language" }).of(tag)?.toLowerCase()).toBe(name.toLowerCase());
});
