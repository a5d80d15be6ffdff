import { setupI18n } from "@lingui/core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../../deploy/testing/needs.ts";
import { fewOrMany } from "../../../../../deploy/testing/few-or-many.ts";
import { translatedLanguages } from "../../../src/language/languages.ts";
import { createNames, createReader, createSearch, englishName, textOf } from "../left-over.ts";
import { ADMIN, openConsole, openContext, signedInPage, type TestConsole } from "../open-console.ts";
import { createRecord } from "./record.ts";
import { createOpener, findFaults, type Look, settle, unfold } from "./look.ts";
import { type Shown, VIEWS } from "./views.ts";

const [WIDE, NARROW] = [1280, 320];
const PHONE: Look = { colorScheme: "light", width: NARROW };
const LOOKS: Look[] = [
  { colorScheme: "dark", width: WIDE },
  { colorScheme: "light", width: WIDE },
  { colorScheme: "dark", width: NARROW },
  { colorScheme: "light", width: NARROW },
];
/** One of the wide looks for each view, in turn, and that of a phone. By night all four, in English as well. */
const looksOf = (index: number) => fewOrMany(LOOKS.slice(index % 2, (index % 2) + 1), LOOKS);

const LANGUAGES = translatedLanguages();
/** One of the languages for each two views, in turn, so that each has both wide looks. By night all of them. */
const languagesOf = (index: number) =>
  fewOrMany(LANGUAGES.slice(index % LANGUAGES.length, (index % LANGUAGES.length) + 1), LANGUAGES);
/** The tag of a language in the region where most people speak it, as browsers have it. */
function tagOf(language: string): string {
  const { region } = new Intl.Locale(language).maximize();
  return `${language}-${region}`;
}

const beginning = (name: RegExp) => new RegExp(`^(?:${name.source})`);

/**
 * Each view is opened in another language than English: its texts are longer than the English ones, its structure and
 * colours are the same.
 */
describe("the views of the console, in a real browser", needs("chromium"), () => {
  let shown: Shown;
  let browser: TestConsole;
  const pages = new Map<string, Awaited<ReturnType<typeof openPage>>>();

  async function openPage(language: string) {
    const context = await openContext({ locale: tagOf(language), viewport: { width: WIDE, height: 900 } });
    const page = await context.newPage();
    page.on("pageerror", (error) => browser.complaints.push(error.message));
    const read = createReader(page);
    const search = createSearch(language);
    const nameOf = createNames(language);
    const open = createOpener({ page, base: browser.base }, shown, nameOf);
    return { page, nameOf, open, leftOver: async () => search(await read()) };
  }
  const pageIn = (language: string) => pages.get(language)!;

  beforeAll(async () => {
    shown = await createRecord();
    browser = await openConsole(shown.cloud);
    for (const language of LANGUAGES) pages.set(language, await openPage(language));
  });

  test.each(LANGUAGES)("shows sign-in, the day, a container, the queue and the account in %s", async (language) => {
    const { page, nameOf, leftOver } = pageIn(language);
    await page.goto(`${browser.base}/sign-in`);
    await page.getByRole("heading", { name: nameOf("Container inspection") }).waitFor();
    expect(await leftOver()).toEqual([]);
    await page.getByLabel(nameOf("Email")).fill(ADMIN.email);
    await page.getByLabel(nameOf("Password")).fill(ADMIN.password);
    await page
      .getByRole("button", { name: nameOf("Sign in") })
      .and(page.locator("[type=submit]"))
      .click();
    await page.getByRole("heading", { name: nameOf("Today") }).waitFor();
    expect(await page.title()).toMatch(nameOf("Today"));
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    await page.getByRole("link", { name: /CSQU3054383/ }).click();
    await page.getByRole("heading", { name: nameOf("Manifest match") }).waitFor();
    await page.getByRole("button", { name: nameOf("Actions") }).click();
    await page.getByRole("menuitem", { name: nameOf("Case file") }).waitFor();
    expect(await leftOver()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: beginning(nameOf("Review")) }).click();
    const claim = page.getByRole("button", { name: beginning(nameOf("Claim")) }).first();
    await claim.click();
    await page.getByText(nameOf("You claimed it <0/>.")).waitFor();
    await page.getByLabel(nameOf("Hold")).check();
    expect(await leftOver()).toEqual([]);
    // The next language finds it unclaimed.
    await page
      .getByRole("button", { name: beginning(nameOf("Release")) })
      .first()
      .click();
    await claim.waitFor();
  });

  test.each(LANGUAGES)("writes dates and numbers as %s does, in the plural form that fits", async (language) => {
    const { page, nameOf } = pageIn(language);
    await page.goto(`${browser.base}/account`);
    const since = page
      .getByRole("main")
      .getByRole("region", { name: nameOf("Account") })
      .locator("time")
      .first();
    const at = new Date((await since.getAttribute("datetime")) ?? "");
    expect(await since.textContent()).toBe(
      at.toLocaleString(tagOf(language), { dateStyle: "medium", timeStyle: "medium" }),
    );
    const [one, other] = [1, 2].map((counted) => countOf(language, counted).replaceAll(String(counted), "\\d+"));
    await page.goto(`${browser.base}/containers`);
    await page.getByText(new RegExp(`^${other}$`)).waitFor();
    await page.goto(`${browser.base}/containers?q=CSQU3054383`);
    await page.getByText(new RegExp(`^${one}$`)).waitFor();
    expect(one).not.toBe(other);
  });

  test.each(LANGUAGES)("changes to the language that the user chooses, and back to %s", async (language) => {
    const { page, nameOf } = pageIn(language);
    await page.goto(`${browser.base}/account`);
    await page.getByRole("main").getByLabel(nameOf("Language")).selectOption("en");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    await page.getByRole("main").getByLabel("Language").selectOption(language);
    await page.getByRole("heading", { name: nameOf("Your account") }).waitFor();
  });

  test("are listed in the table of views", async () => {
    await browser.openAs(shown.admin, "account");
    const routes: string[] = await browser.page.evaluate(
      "Object.values(__TSR_ROUTER__.routesById).filter(({ children }) => !children).map(({ fullPath }) => fullPath)",
    );
    expect(routes.toSorted()).toEqual(Object.keys(VIEWS).toSorted());
  });

  test.each(Object.entries(VIEWS))(
    "%s has nothing left in English, passes axe, and fits a phone",
    async (path, viewsOf) => {
      const place = Object.keys(VIEWS).indexOf(path);
      for (const [index, view] of viewsOf(shown).entries())
        for (const language of languagesOf(Math.floor((place + index) / 2))) {
          const { page, open, leftOver } = pageIn(language);
          await page.setViewportSize({ width: WIDE, height: 900 });
          await open(view);
          expect({ view, language, leftOver: await leftOver() }).toEqual({ view, language, leftOver: [] });
          await unfold(page);
          for (const look of looksOf(place + index))
            expect({ view, language, look, faults: await findFaults(page, look) }).toMatchObject({ faults: [] });
          // Its contrast is that of the wide looks.
          expect({ view, language, faults: await findFaults(page, PHONE, false) }).toMatchObject({ faults: [] });
        }
      expect(browser.complaints).toEqual([]);
    },
  );

  test.each(fewOrMany([], Object.entries(VIEWS)))("%s passes axe in English, in all looks", async (_, viewsOf) => {
    const openInEnglish = createOpener(browser, shown, englishName);
    for (const view of viewsOf(shown)) {
      await openInEnglish(view);
      await unfold(browser.page);
      for (const look of LOOKS)
        expect({ view, look, faults: await findFaults(browser.page, look) }).toMatchObject({ faults: [] });
    }
  });

  test.each(["containers", "review"])("shows the labels of filters whole in %s, on a phone too", async (place) => {
    for (const language of LANGUAGES) {
      const { page } = pageIn(language);
      await signedInPage(page, { base: browser.base, token: shown.admin.token }, place);
      await page.getByRole("search").waitFor();
      await settle(page);
      for (const width of [1280, 1024, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect({ language, width, cut: await page.evaluate(CUT_OFF) }).toEqual({ language, width, cut: [] });
      }
    }
  });

  test.each(LANGUAGES)("has all links, the search and the account in one row, in %s", async (language) => {
    const { page, nameOf } = pageIn(language);
    await page.setViewportSize({ width: WIDE, height: 900 });
    await signedInPage(page, { base: browser.base, token: shown.admin.token }, "containers");
    await page.getByRole("link", { name: nameOf("Admin") }).waitFor();
    await page.getByRole("link", { name: new RegExp(`${beginning(nameOf("Review")).source} \\d`) }).waitFor();
    for (const width of [1920, 1440, 1280, 1200, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const places = await page
        .locator(".bar-brand img, .bar-nav > a, .bar-end > button")
        .evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect()).map(({ x, right, bottom }) => ({ x, right, bottom })),
        );
      expect(Math.max(...places.map(({ bottom }) => bottom))).toBeLessThan(60);
      const overlaps = places.filter(({ x }, index) => index > 0 && x < places[index - 1]!.right);
      expect({ width, overlaps }).toEqual({ width, overlaps: [] });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  });

  test.each(LANGUAGES)("is in English where the texts of %s cannot be loaded", async (language) => {
    const other = await (await openContext({ locale: tagOf(language) })).newPage();
    await other.route(`**/assets/${language}-*.js`, (route) => route.abort());
    await other.goto(`${browser.base}/sign-in`);
    await other.getByRole("heading", { name: "Container inspection" }).waitFor();
    expect(await other.locator("html").getAttribute("lang")).toBe("en");
  });
});

/** A count of containers as the list writes it. */
function countOf(language: string, counted: number): string {
  const message = "{count, plural, one {container} other {containers}}";
  const i18n = setupI18n({ locale: language, messages: { [language]: { [message]: textOf(language, message) } } });
  return `${counted} ${i18n._(message, { count: counted })}`;
}

/** Lists whose label, the choice for everything, is wider than they are, and those that are wider than their place. */
const CUT_OFF = `[...document.querySelectorAll("search select")].filter(({ value }) => value === "").flatMap((select) => {
  const alone = select.cloneNode(false);
  alone.append(select.selectedOptions[0].cloneNode(true));
  alone.style = "position: absolute; width: max-content; min-width: 0; max-width: none";
  select.after(alone);
  const needed = alone.offsetWidth;
  alone.remove();
  const isCut = needed > select.offsetWidth || select.offsetWidth > select.closest('search').parentElement.clientWidth;
  return isCut ? [alone.textContent + ": " + needed + " > " + select.offsetWidth] : [];
})`;
