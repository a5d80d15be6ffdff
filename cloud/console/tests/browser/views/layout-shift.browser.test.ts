import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../../deploy/testing/needs.ts";
import { fewOrMany } from "../../../../../deploy/testing/few-or-many.ts";
import { openConsole, openContext, signIn, type TestConsole } from "../open-console.ts";
import { createRecord } from "./record.ts";
import { type Shown, VIEWS } from "./views.ts";

/** Maximum sum of the layout shifts of a view while it loads; 0.1 counts as good on the web. */
const LIMIT = 0.02;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** A page has loaded when its text stayed the same for so many frames, with no reply held back and no skeleton. */
const STILL_FRAMES = 10;
/** The reply that arrives next, of those that are held. By night also the worst order: the last request first. */
const ORDERS = fewOrMany(["first"] as const, ["first", "last"] as const);

describe("what a view shows stays where it is while the rest arrives", needs("chromium"), () => {
  let shown: Shown;
  let browser: TestConsole;
  let page: Page;
  let replies: Replies;

  beforeAll(async () => {
    shown = await createRecord();
    browser = await openConsole(shown.cloud);
    page = await (await openContext()).newPage();
    await page.addInitScript(NOTE_SHIFTS);
    replies = await holdReplies(page);
  });

  const findShifts = async (place: string): Promise<Shift[]> => {
    await page.goto(`${browser.base}/${place}`, { waitUntil: "commit" });
    for (const order of ORDERS) {
      if (order !== ORDERS[0]) await page.reload({ waitUntil: "commit" });
      await replies.releaseAll(order);
      const shifts: Shift[] = await page.evaluate("window.shifts");
      if (shifts.reduce((sum, { value }) => sum + value, 0) > LIMIT) return shifts;
    }
    return [];
  };

  test.each(Object.entries(VIEWS))("%s", async (_, viewsOf) => {
    const views = new Map(viewsOf(shown).map((view) => [view.place, view]));
    for (const { place, isSignedOut } of views.values())
      for (const size of SIZES) {
        await page.goto("about:blank");
        await page.setViewportSize(size);
        const session = { base: browser.base, token: shown.admin.token };
        await (isSignedOut ? page.context().clearCookies() : signIn(page, session));
        expect.soft({ place, size, shifts: await findShifts(place) }).toEqual({ place, size, shifts: [] });
      }
  });
});

type Shift = { value: number; moved: string[] };
type Replies = { releaseAll: (next: (typeof ORDERS)[number]) => Promise<void> };

/** Script that notes each shift of the layout that follows no input, with what moved from where to where. */
const NOTE_SHIFTS = `
  window.shifts = [];
  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? element.localName + "." + element.className + " " + element.textContent.slice(0, 40) : "removed";
  };
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifts.push({ value, moved: sources.map(({ node, previousRect, currentRect }) =>
          nameOf(node) + ": " + place(previousRect) + " to " + place(currentRect)) });
  }).observe({ type: "layout-shift", buffered: true });`;

/**
 * Holds the replies of the service, pictures among them, and releases them one by one. Each is drawn before the next one
 * arrives, so that every state of a page that loads is seen at any speed of the machine: no time is waited for.
 */
async function holdReplies(page: Page): Promise<Replies> {
  const held: Route[] = [];
  await page.route("**/v1/**", async (route) => {
    // A long poll waits in the service, and a page is whole without its reply.
    await (route.request().url().includes("waitSeconds=") ? route.continue() : void held.push(route));
  });
  const release = async (route: Route) => {
    // The page may have cancelled the request.
    const response = await route.fetch().catch(() => undefined);
    if (!response) return;
    await route.fulfill({ response });
    await (await route.request().response())?.finished();
    await page.evaluate(DRAWN);
  };
  const releaseAll: Replies["releaseAll"] = async (next) => {
    let before: unknown = "";
    for (let still = 0; still < STILL_FRAMES;) {
      const route = next === "first" ? held.shift() : held.pop();
      await (route ? release(route) : page.evaluate(DRAWN));
      const now = await page.evaluate(TEXT);
      still = route || now === "" || now !== before ? 0 : still + 1;
      before = now;
    }
  };
  return { releaseAll };
}

/** Script that reads the text of a page that is no longer loading. */
const TEXT = "document.querySelector('.skeleton') ? '' : (document.body?.innerText ?? '')";
const DRAWN = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done))))";
