import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { createNames, createReader, createSearch } from "../left-over.ts";
import { ADMIN, BUILT, openConsole, openContext, PROGRAM, type TestConsole } from "../open-console.ts";
import { createVisitor, findFaults, type Look } from "./look.ts";
import { createRecord } from "./record.ts";
import { type Shown, VIEWS } from "./views.ts";

const PHONE: Look = { colorScheme: "light", width: 320 };

describe.skipIf(!PROGRAM || !BUILT)("the console in Spanish, in a real browser", () => {
  let shown: Shown;
  let browser: TestConsole;
  let page: Page;
  let read: ReturnType<typeof createReader>;
  const search = createSearch();
  const nameOf = createNames();
  const leftOver = async () => search(await read());

  beforeAll(async () => {
    shown = await createRecord();
    browser = await openConsole(shown.cloud);
    page = await (await openContext({ locale: "es-ES", viewport: { width: 1280, height: 900 } })).newPage();
    page.on("pageerror", (error) => browser.complaints.push(error.message));
    read = createReader(page);
  });

  it("signs in, and shows the day, a container, the queue and the account", async () => {
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

  it("writes dates and numbers as Spanish does, in the plural form that fits", async () => {
    await page.goto(`${browser.base}/account`);
    const since = page.getByRole("region", { name: "Cuenta", exact: true }).locator("time").first();
    const at = new Date((await since.getAttribute("datetime")) ?? "");
    expect(await since.textContent()).toBe(at.toLocaleString("es-ES", { dateStyle: "medium", timeStyle: "medium" }));
    await page.goto(`${browser.base}/containers`);
    await page.getByText(/^\d+ contenedores$/).waitFor();
    await page.goto(`${browser.base}/containers?q=CSQU3054383`);
    await page.getByText("1 contenedor", { exact: true }).waitFor();
  });

  it("changes to the language that the user chooses, and keeps it", async () => {
    await page.goto(`${browser.base}/account`);
    await page.getByLabel("Idioma").selectOption("en");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    await page.getByLabel("Language").selectOption("es");
    await page.getByRole("heading", { name: "Su cuenta" }).waitFor();
  });

  it.each(Object.entries(VIEWS))("%s has nothing left in English, and passes axe on a phone", async (_, viewsOf) => {
    const visit = createVisitor({ page, base: browser.base }, shown);
    for (const view of viewsOf(shown)) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit(view);
      await page.locator("h1").first().waitFor();
      await settle(page);
      if (view.open) {
        await view.open(page, nameOf);
        await settle(page);
      }
      expect({ view, leftOver: await leftOver() }).toEqual({ view, leftOver: [] });
      // Spanish is longer than English, and has its colours.
      expect({ view, faults: await findFaults(page, PHONE, false) }).toEqual({ view, faults: [] });
    }
    expect(browser.complaints).toEqual([]);
  });

  it.each(["containers", "review"])("shows the labels of filters whole in %s, on a phone too", async (place) => {
    await page.context().addCookies([{ name: "token", value: shown.admin.token, url: browser.base }]);
    await page.goto(`${browser.base}/${place}`);
    await page.getByRole("search").waitFor();
    await settle(page);
    for (const width of [1280, 1024, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect({ width, cut: await page.evaluate(CUT_OFF) }).toEqual({ width, cut: [] });
    }
  });

  it.each([1280, 1200])("has all links and the account in one row at %i px", async (width) => {
    await page.context().addCookies([{ name: "token", value: shown.admin.token, url: browser.base }]);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${browser.base}/containers`);
    await page.getByRole("link", { name: "Administración" }).waitFor();
    await page.getByRole("link", { name: /^Revisión \d/ }).waitFor();
    const places = await page
      .locator(".bar img, .bar nav a, .bar-user > *")
      .evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ x, right, bottom }) => ({ x, right, bottom })),
      );
    expect(Math.max(...places.map(({ bottom }) => bottom))).toBeLessThan(60);
    const overlaps = places.filter(({ x }, index) => index > 0 && x < places[index - 1]!.right);
    expect(overlaps).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });

  it("is in English where its texts cannot be loaded", async () => {
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

/** Waits until nothing is loading, and the texts of the page no longer change. */
async function settle(page: Page): Promise<void> {
  const text = () => page.evaluate("document.querySelector('.skeleton') ? '' : document.body.innerText");
  for (let before: unknown = ""; ;) {
    const now = await text();
    if (now !== "" && now === before) return;
    before = now;
    await page.waitForTimeout(100);
  }
}
