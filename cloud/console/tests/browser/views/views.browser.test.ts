import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../../deploy/testing/needs.ts";
import { fewOrMany } from "../../../../../deploy/testing/few-or-many.ts";
import { createNames, createReader, createSearch } from "../left-over.ts";
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

/** Each view is opened once, in Spanish: its texts are longer than the English ones, its structure and colours are the same. */
describe("the views of the console, in a real browser", needs("chromium"), () => {
  let shown: Shown;
  let browser: TestConsole;
  let page: Page;
  let read: ReturnType<typeof createReader>;
  let open: ReturnType<typeof createOpener>;
  const search = createSearch();
  const leftOver = async () => search(await read());

  beforeAll(async () => {
    shown = await createRecord();
    browser = await openConsole(shown.cloud);
    page = await (await openContext({ locale: "es-ES", viewport: { width: WIDE, height: 900 } })).newPage();
    page.on("pageerror", (error) => browser.complaints.push(error.message));
    read = createReader(page);
    open = createOpener({ page, base: browser.base }, shown, createNames());
  });

  test("signs in, and shows the day, a container, the queue and the account", async () => {
    await page.goto(`${browser.base}/sign-in`);
    await page.getByRole("heading", { name: "Inspección de contenedores" }).waitFor();
    expect(await leftOver()).toEqual([]);
    await page.getByLabel("Correo electrónico").fill(ADMIN.email);
    await page.getByLabel("Contraseña").fill(ADMIN.password);
    await page.getByRole("button", { name: "Iniciar sesión", exact: true }).click();
    await page.getByRole("heading", { name: "Hoy" }).waitFor();
    expect(await page.title()).toMatch(/^Hoy/);
    expect(await page.locator("html").getAttribute("lang")).toBe("es");
    await page.getByRole("link", { name: /CSQU3054383/ }).click();
    await page.getByRole("heading", { name: "Cotejo con el manifiesto" }).waitFor();
    await page.getByRole("button", { name: "Acciones" }).click();
    await page.getByRole("menuitem", { name: "Expediente" }).waitFor();
    expect(await leftOver()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: /^Revisión/ }).click();
    await page.getByRole("button", { name: "Asignarme" }).click();
    await page.getByText("Se lo asignó usted").waitFor();
    await page.getByLabel("Retener").check();
    expect(await leftOver()).toEqual([]);
  });

  test("writes dates and numbers as Spanish does, in the plural form that fits", async () => {
    await page.goto(`${browser.base}/account`);
    const since = page.getByRole("region", { name: "Cuenta", exact: true }).locator("time").first();
    const at = new Date((await since.getAttribute("datetime")) ?? "");
    expect(await since.textContent()).toBe(at.toLocaleString("es-ES", { dateStyle: "medium", timeStyle: "medium" }));
    await page.goto(`${browser.base}/containers`);
    await page.getByText(/^\d+ contenedores$/).waitFor();
    await page.goto(`${browser.base}/containers?q=CSQU3054383`);
    await page.getByText("1 contenedor", { exact: true }).waitFor();
  });

  test("changes to the language that the user chooses, and keeps it", async () => {
    await page.goto(`${browser.base}/account`);
    await page.getByRole("main").getByLabel("Idioma").selectOption("en");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    await page.getByRole("main").getByLabel("Language").selectOption("es");
    await page.getByRole("heading", { name: "Su cuenta" }).waitFor();
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
      for (const [index, view] of viewsOf(shown).entries()) {
        await page.setViewportSize({ width: WIDE, height: 900 });
        await open(view);
        expect({ view, leftOver: await leftOver() }).toEqual({ view, leftOver: [] });
        await unfold(page);
        for (const look of looksOf(place + index))
          expect({ view, look, faults: await findFaults(page, look) }).toMatchObject({ faults: [] });
        // Its contrast is that of the wide looks.
        expect({ view, faults: await findFaults(page, PHONE, false) }).toMatchObject({ faults: [] });
      }
      expect(browser.complaints).toEqual([]);
    },
  );

  test.each(fewOrMany([], Object.entries(VIEWS)))("%s passes axe in English, in all looks", async (_, viewsOf) => {
    const openInEnglish = createOpener(browser, shown, (name) => name);
    for (const view of viewsOf(shown)) {
      await openInEnglish(view);
      await unfold(browser.page);
      for (const look of LOOKS)
        expect({ view, look, faults: await findFaults(browser.page, look) }).toMatchObject({ faults: [] });
    }
  });

  test.each(["containers", "review"])("shows the labels of filters whole in %s, on a phone too", async (place) => {
    await signedInPage(page, { base: browser.base, token: shown.admin.token }, place);
    await page.getByRole("search").waitFor();
    await settle(page);
    for (const width of [1280, 1024, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect({ width, cut: await page.evaluate(CUT_OFF) }).toEqual({ width, cut: [] });
    }
  });

  test.each([1920, 1440, 1280, 1200, 1024])(
    "has all links, the search and the account in one row at %i px",
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await signedInPage(page, { base: browser.base, token: shown.admin.token }, "containers");
      await page.getByRole("link", { name: "Administración" }).waitFor();
      await page.getByRole("link", { name: /^Revisión \d/ }).waitFor();
      const places = await page
        .locator(".bar-brand img, .bar-nav > a, .bar-end > button")
        .evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect()).map(({ x, right, bottom }) => ({ x, right, bottom })),
        );
      expect(Math.max(...places.map(({ bottom }) => bottom))).toBeLessThan(60);
      const overlaps = places.filter(({ x }, index) => index > 0 && x < places[index - 1]!.right);
      expect(overlaps).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    },
  );

  test("is in English where its texts cannot be loaded", async () => {
    const other = await (await openContext({ locale: "es-ES" })).newPage();
    await other.route("**/assets/es-*.js", (route) => route.abort());
    await other.goto(`${browser.base}/sign-in`);
    await other.getByRole("heading", { name: "Container inspection" }).waitFor();
    expect(await other.locator("html").getAttribute("lang")).toBe("en");
  });
});

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
