import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signIn, type TestConsole } from "../open-console.ts";
import type { NameOf, Shown, View } from "./views.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Widths below this one, in pixels, have the layout for phones. */
const PHONE_BELOW = 800;

export type Look = { colorScheme: "light" | "dark"; width: number };

/** Goes to the places of views one after the other, as an admin or signed out. */
function createVisitor({ page, base }: Pick<TestConsole, "page" | "base">, { admin }: Shown) {
  const load = async (place: string) => {
    // Two addresses that differ in their fragment alone are one page.
    await page.goto("about:blank");
    await page.goto(`${base}/${place}`);
    await page.evaluate(axe.source);
  };
  /** Navigates with the router, which costs a tenth of a load. */
  const go = async (place: string) => {
    await page.evaluate(`history.pushState({}, "", "/app/${place}")`);
    await expect.poll(() => page.evaluate(RESOLVED)).toBe(`/app/${place}`);
  };
  let isClean = false;
  return async ({ place, open, isSignedOut }: View): Promise<void> => {
    await (isSignedOut ? page.context().clearCookies() : signIn(page, { base, token: admin.token }));
    await (isClean && !open && !isSignedOut ? go : load)(place);
    isClean = !open && !isSignedOut;
  };
}

/** Opens views one after the other, in the language of the page. */
export function createOpener(browser: Pick<TestConsole, "page" | "base">, shown: Shown, nameOf: NameOf) {
  const { page } = browser;
  const visit = createVisitor(browser, shown);
  return async (view: View): Promise<void> => {
    await visit(view);
    const { shows } = view;
    await page
      .getByText(typeof shows === "object" && "text" in shows ? nameOf(shows.text) : shows)
      .first()
      .waitFor({ state: "attached" });
    await settle(page);
    await view.open?.(page, nameOf);
    await settle(page);
  };
}

/** Expands folded sections, which may contain text of the service. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
  await settle(page);
}

/** Waits until nothing is loading, and the texts of the page no longer change. */
export async function settle(page: Page): Promise<void> {
  const text = () => page.evaluate("document.querySelector('.skeleton') ? '' : document.body.innerText");
  for (let before: unknown = ""; ;) {
    const now = await text();
    if (now !== "" && now === before) return;
    before = now;
    await page.waitForTimeout(100);
  }
}

const RESOLVED = `(({ status, resolvedLocation }) => status === "idle" && resolvedLocation.publicHref)(__TSR_ROUTER__.state)`;

/**
 * Returns the faults that axe finds under WCAG 2.2 AA, controls with too faint a border, a second filled button, and a
 * page that scrolls sideways. The contrast of texts, which takes most of the time, can be left out.
 */
export async function findFaults(page: Page, { colorScheme, width }: Look, withContrast = true): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))");
  const violations: string[] = await page.evaluate(`
    axe.run({ runOnly: ${JSON.stringify(TAGS)}, rules: { "color-contrast": { enabled: ${withContrast} } }, resultTypes: ["violations"] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(" "))))`);
  const borders: string[] = await page.evaluate(FAINT_BORDERS);
  const tooWide: string[] = await page.evaluate(TOO_WIDE);
  const tooSmall: string[] = width < PHONE_BELOW ? await page.evaluate(TOO_SMALL) : [];
  const filled: string[] = await page.evaluate(SECOND_FILLED);
  return [...violations, ...borders, ...tooWide, ...tooSmall, ...filled];
}

/** Finds text fields and buttons whose border has a contrast below 3:1 to its background (WCAG 2.2, 1.4.11). */
const FAINT_BORDERS = `(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const [red, green, blue] = rgba(colour).map((part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const paperOf = (element) => {
    const colour = element ? getComputedStyle(element).backgroundColor : "white";
    return rgba(colour)[3] === 255 ? colour : paperOf(element.parentElement);
  };
  const contrast = (one, other) => {
    const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  return [...document.querySelectorAll("input, select, textarea, button")].flatMap((control) => {
    const { borderTopColor, borderTopWidth } = getComputedStyle(control);
    const isField = !control.matches("button, [type=checkbox], [type=radio], [type=range]");
    const hasBorder = borderTopWidth !== "0px" && rgba(borderTopColor)[3] > 0;
    if (!control.checkVisibility() || control.matches(":disabled") || (!isField && !hasBorder)) return [];
    const found = hasBorder ? contrast(borderTopColor, paperOf(control.parentElement)) : 1;
    return found < 3 ? ["border " + found.toFixed(2) + " " + control.outerHTML.slice(0, 200)] : [];
  });
})()`;

/**
 * Script that finds what a thumb can press and is less than 44 px high or wide (WCAG 2.2, 2.5.5); links and buttons
 * within a sentence are exempt.
 */
const TOO_SMALL = `[...document.querySelectorAll("button, a.button, .tabs a, nav a, select, summary, textarea, input:not([type=checkbox], [type=radio], [type=range])")]
  .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !control.matches(".lit-button") && !control.closest(".surface"))
  .flatMap((control) => {
    const { width, height } = control.getBoundingClientRect();
    return width > 1 && Math.min(width, height) < 43.5 ? ["touch " + Math.round(width) + " x " + Math.round(height) + " " + control.outerHTML.slice(0, 160)] : [];
  })`;

/** Script that finds what makes the page scroll sideways; tables may scroll in themselves. */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const isCut = (element) => element && (getComputedStyle(element).overflowX !== "visible" || isCut(element.parentElement));
  const wide = [...document.body.querySelectorAll("*")].filter((element) =>
    element.getBoundingClientRect().right > clientWidth && !isCut(element.parentElement));
  const first = wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 200));
  return scrollWidth > clientWidth ? [scrollWidth + " px wide: " + first.join(" ")] : [];
})()`;

/** Script that finds the filled buttons of a page, or of a dialog over it, that has more than one (DESIGN.md, Buttons). */
const SECOND_FILLED = `(() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.background = "var(--accent)";
  const accent = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const filled = [...document.querySelectorAll("button, a, label")].filter((button) =>
    button.checkVisibility({ visibilityProperty: true }) && getComputedStyle(button).backgroundColor === accent);
  const placeOf = (button) => button.closest("dialog, [role=dialog], [role=alertdialog]");
  return filled
    .filter((button) => filled.some((other) => other !== button && placeOf(other) === placeOf(button)))
    .map((button) => "a second filled button " + button.outerHTML.slice(0, 160));
})()`;
