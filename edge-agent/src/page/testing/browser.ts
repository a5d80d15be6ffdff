import { type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { toolAt } from "../../../../deploy/testing/needs.ts";
import { QUIET } from "../../../../cloud/src/testing/chromium.ts";

/** A phone, whose page waits as long as a busy machine needs; closed after the test. */
export async function openPhone(options: BrowserContextOptions = {}) {
  const browser = await chromium.launch({ executablePath: toolAt("chromium"), args: [...QUIET] });
  onTestFinished(() => browser.close());
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await browser.newPage({ ...phone, ...options });
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on("request", (request) => asked.push(request.url()));
  return { page, complaints, asked };
}

/** Moves a finger along corners, given as shares of the element. */
export async function drawWithFinger(page: Page, surface: Locator, corners: [number, number][]): Promise<void> {
  const box = await surface.boundingBox();
  if (!box) throw new Error("the surface is not on the screen");
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: [number, number]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at ? [{ x: box.x + at[0] * box.width, y: box.y + at[1] * box.height }] : [],
    });
  const [start = [0, 0]] = corners;
  await touch("touchStart", start);
  for (const [index, [x, y]] of corners.entries()) {
    const [fromX, fromY] = corners[index - 1] ?? start;
    for (let step = 1; step <= 8; step++) {
      await touch("touchMove", [fromX + ((x - fromX) * step) / 8, fromY + ((y - fromY) * step) / 8]);
    }
  }
  await touch("touchEnd");
}
