// How fast the console is in Chromium, on 100,000 containers: first rows over a slow line, from a click to a container,
// frames while the list is scrolled, and requests. Ends with 1 where a limit is exceeded.
// Run: node cloud/console/bench/speed.bench.ts (4 minutes)
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { toolAt } from "../../../deploy/testing/needs.ts";
import { QUIET } from "../../src/testing/chromium.ts";
import { openBareList } from "./bare-list.ts";

const ROUNDS = 7;
/** A line of 1.6 Mbit/s that takes 150 ms for each way there and back. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SCROLL_MS = 10_000;
const LONG_FRAME_MS = 50;
const IDLE_MS = 30_000;

type Served = { base: string; token: string };

const server = fork(path.resolve(import.meta.dirname, "../../bench/console-server.ts"));
const [served]: Served[] = await once(server, "message");
if (!served) throw new Error("the service did not start");
const browser = await chromium.launch({ executablePath: toolAt("chromium with windows"), args: [...QUIET] });
try {
  await measureFirstRows(browser, served);
  const page = await openList(browser, served);
  await measureIdle(page);
  await measureClicks(page, served);
  await measureScrolling(page, served);
} finally {
  await browser.close();
  server.send("stop");
  await once(server, "exit");
}

function report(work: string, measured: number, limit: number, unit: string, more = ""): void {
  const isOver = measured > limit;
  if (isOver) process.exitCode = 1;
  console.log(
    `${work}: ${measured.toFixed(unit === "" ? 2 : 0)}${unit} of ${limit}${unit}${more}${isOver ? " EXCEEDED" : ""}`,
  );
}

/** A function that puts the page on this line, or back on that of this machine. */
async function lineOf(page: Page): Promise<(line: typeof SLOW_LINE | undefined) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  return async (line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }) => {
    await session.send("Network.emulateNetworkConditions", line);
  };
}

async function openPage(on: Browser, { base, token }: Served): Promise<Page> {
  const context = await on.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name: "token", value: token, url: base }]);
  return context.newPage();
}

async function openList(on: Browser, at: Served): Promise<Page> {
  const page = await openPage(on, at);
  await page.goto(`${at.base}/containers`);
  await page.locator(".explore-row").first().waitFor();
  // The scripts of the other pages load during this delay.
  await delay(15_000);
  return page;
}

async function measureFirstRows(on: Browser, at: Served): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openPage(on, at);
    await (
      await lineOf(page)
    )(SLOW_LINE);
    await page.goto(`${at.base}/containers`, { waitUntil: "commit" });
    await page.locator(".explore-row").first().waitFor();
    times.push(await page.evaluate(() => performance.now()));
    await page.context().close();
  }
  report("first rows, cold, at 1.6 Mbit/s and 150 ms", median(times), 2_500, " ms");
}

/** Requests of a list that is left alone. Its pictures are loaded when this begins. */
async function measureIdle(page: Page): Promise<void> {
  const requests: string[] = [];
  const note = (request: { url(): string }) => void requests.push(request.url());
  page.on("request", note);
  await delay(IDLE_MS);
  page.off("request", note);
  report(`requests of an idle list in ${IDLE_MS / 1_000} s`, requests.length, 0, " requests", ` ${requests.join(" ")}`);
}

/**
 * Measures the time from a click to a container's heading. A container that is not preloaded is opened over the slow
 * line, because the API here answers before the screen has shown two frames.
 */
async function measureClicks(page: Page, at: Served): Promise<void> {
  const setLine = await lineOf(page);
  const preloaded: number[] = [];
  const ratios: number[] = [];
  const requests: number[] = [];
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    await page.goto(`${at.base}/containers`);
    const link = page.locator(".explore-row a").nth(round % 8);
    await link.waitFor();
    await delay(1_500);
    const isPreloaded = round % 2 === 0;
    if (isPreloaded) {
      await link.hover();
      await delay(600);
    }
    await setLine(isPreloaded ? undefined : SLOW_LINE);
    let count = 0;
    // The scripts of other pages, which are read ahead after a reload, are none of the container's.
    const note = (request: { url(): string }) => void (count += request.url().includes("/v1/") ? 1 : 0);
    page.on("request", note);
    const [took, own] = await clickThrough(page, (await link.textContent()) ?? "");
    await delay(1_500);
    page.off("request", note);
    await setLine(undefined);
    if (isPreloaded) preloaded.push(took);
    else {
      ratios.push(took / own);
      requests.push(count);
    }
  }
  report("click to a preloaded container", median(preloaded), 100, " ms");
  report("click to another one over that line, by the API's own time there", median(ratios), 1.5, "");
  report("requests of a container's page", Math.max(...requests), 8, " requests");
}

/** Milliseconds from a click on the link of a container to its heading, and how long the API took for it. */
function clickThrough(page: Page, number: string): Promise<[number, number]> {
  return page.evaluate(async (name): Promise<[number, number]> => {
    const links = document.querySelectorAll<HTMLAnchorElement>(".explore-row a");
    const link = [...links].find(({ textContent }) => textContent === name);
    if (!link) throw new Error(`${name} is not shown`);
    const asked = new URL(link.href).pathname.replace(/^\/app/, "/v1");
    const from = performance.now();
    link.click();
    while (document.querySelector("h1")?.textContent !== name)
      await new Promise((shown) => requestAnimationFrame(shown));
    const took = performance.now() - from;
    const answers = performance.getEntriesByType("resource").filter((entry) => new URL(entry.name).pathname === asked);
    return [took, answers.at(-1)?.duration ?? NaN];
  }, number);
}

async function measureScrolling(page: Page, at: Served): Promise<void> {
  const bare = await openPage(browser, at);
  await openBareList(bare, 100_000);
  await page.goto(`${at.base}/containers`);
  await page.locator(".explore-row").first().waitFor();
  const frames = { bare: await scroll(bare), product: await scroll(page) };
  const rows = await page.locator(".explore-row").last().getAttribute("aria-rowindex");
  // A list without a long frame has no ratio: one is allowed in any case.
  report(
    `frames over ${LONG_FRAME_MS} ms in 10 s of scrolling, by those of a bare list`,
    frames.product / Math.max(1, frames.bare),
    1.2,
    "",
    ` (${frames.product} and ${frames.bare}; ${rows} rows)`,
  );
}

/** Scrolls the page and returns the number of long frames. */
async function scroll(page: Page): Promise<number> {
  await page.bringToFront();
  await page.mouse.move(640, 600);
  const counted = page.evaluate(
    async ({ forMs, longMs }) => {
      let long = 0;
      const start = performance.now();
      for (let before = start; before - start < forMs;) {
        const now = await new Promise<number>((shown) => requestAnimationFrame(shown));
        if (now - before > longMs) long += 1;
        before = now;
      }
      return long;
    },
    { forMs: SCROLL_MS, longMs: LONG_FRAME_MS },
  );
  const end = Date.now() + SCROLL_MS;
  while (Date.now() < end) {
    await page.mouse.wheel(0, 300);
    await delay(30);
  }
  return counted;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
