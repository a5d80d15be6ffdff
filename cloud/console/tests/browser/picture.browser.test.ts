import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { drawJpeg, edgeSender } from "../../../src/intake/testing.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

const number = "CSQU3054383";

describe("the picture of a scan in a real browser", needs("chromium"), () => {
  let page: Page;
  let browser: TestConsole;
  let sue: TestUser;
  let id: string;
  let scanAgain: () => Promise<unknown>;

  beforeAll(async () => {
    const cloud = await createTestApp();
    sue = await cloud.signIn("supervisor", "sue@example.com");
    const goods = [
      { description: "Coffee", hsCode: "090111", packageCode: "BG" },
      { description: "Cartons of shoes", hsCode: "640399", quantity: 5, packageCode: "CT" },
    ];
    const manifest = { containerNumber: number, declaredGoods: goods, status: "VALIDATED" };
    await cloud.send("POST", "/v1/manifests", { body: manifest, headers: sue.authorization });
    const { scan } = edgeSender(cloud);
    const found = (class_name: string, left: number) => ({
      class_name,
      confidence: 0.9,
      polygon: { x: [left, left + 60, left + 60, left], y: [60, 60, 140, 140] },
      area_percentage: 6,
    });
    const detections = [found("carton", 20), found("carton", 120), found("drum", 220)];
    const image = (await drawJpeg(1, 320, 240)).toString("base64");
    id = (await scan(number, { detections, image })).body.data.containerId;
    scanAgain = async () => scan(number, { detections, image: (await drawJpeg(2, 400, 240)).toString("base64") });
    browser = await openConsole(cloud);
    page = browser.page;
    await browser.openAs(sue, `containers/${id}`);
  });

  const frame = () => page.getByRole("group", { name: /^Picture: plus and minus/ });
  const outline = (name: RegExp) => page.getByRole("button", { name });
  const zoom = async () => Number.parseInt((await page.locator(".picture-zoom").textContent()) ?? "", 10);
  const boxOf = async (place: Locator) => (await place.boundingBox())!;
  const leftOfPicture = async () => Math.round((await boxOf(frame().getByRole("img"))).x - (await boxOf(frame())).x);

  test("is enlarged by buttons, keys and the wheel, and its outlines and names keep their thickness and size", async () => {
    await outline(/^3 drum/).waitFor();
    const drum = page.locator(".outline", { hasText: "drum" });
    const [name, drawn] = [await boxOf(drum.locator("text")), await boxOf(drum)];
    await page.getByRole("button", { name: "Zoom in" }).click();
    await frame().press("+");
    expect(await zoom()).toBe(196);
    const enlarged = await boxOf(drum);
    expect(enlarged.width / drawn.width).toBeGreaterThan(1.85);
    expect((await boxOf(drum.locator("text"))).height).toBeCloseTo(name.height, 0);
    await frame().hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(zoom).toBeGreaterThan(220);
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await zoom()).toBe(100);
    expect(await leftOfPicture()).toBe(0);
  });

  test("is moved by keys and by the mouse, never beyond its edge", async () => {
    await frame().press("+");
    const { x, y, width } = await boxOf(frame());
    const before = await leftOfPicture();
    await frame().press("ArrowRight");
    expect(await leftOfPicture()).toBeLessThan(before);
    await page.mouse.move(x + 40, y + 40);
    await page.mouse.down();
    await page.mouse.move(x + width, y + 60, { steps: 3 });
    await page.mouse.up();
    await expect.poll(leftOfPicture).toBe(0);
    await frame().press("0");
  });

  test("leaves the wheel to the page until it is used", async () => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.getByRole("heading", { level: 1 }).focus();
    await frame().hover();
    await page.mouse.wheel(0, -200);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate("window.scrollY")).toBeGreaterThan(0);
    expect(await zoom()).toBe(100);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test("has outlines in reach of the keyboard, each with its row; Enter enlarges one", async () => {
    await frame().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.locator("tr.lit").allTextContents()).toEqual([expect.stringContaining("3 drum")]);
    await page.keyboard.press("Enter");
    expect(await zoom()).toBeGreaterThan(150);
    const [seen, drum] = [await boxOf(frame()), await boxOf(outline(/^3 drum/))];
    expect(Math.abs(drum.x + drum.width / 2 - seen.x - seen.width / 2)).toBeLessThan(seen.width / 3);
  });

  test("keeps zoom, light and classes when a newer scan is shown", async () => {
    const before = await zoom();
    await page.getByLabel("contrast").fill("200");
    await page.getByRole("button", { name: "carton", pressed: true }).click();
    await scanAgain();
    await page.getByRole("button", { name: "Newer scan: show it" }).click();
    await expect.poll(() => page.evaluate("document.querySelector('.scan-picture img').naturalWidth")).toBe(400);
    expect(await zoom()).toBe(before);
    expect(await page.locator(".stage-picture").getAttribute("style")).toContain("contrast(200%)");
    expect(await page.locator(".outline").allTextContents()).toEqual(["drum 90 %"]);
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await page.locator(".outline").count()).toBe(3);
    expect(await page.locator(".stage-picture").getAttribute("style")).toBeFalsy();
  });

  test("fills the screen and comes back", async () => {
    const width = (await boxOf(frame())).width;
    await page.getByRole("button", { name: "Full screen" }).click();
    await page.getByRole("button", { name: "Exit full screen" }).waitFor();
    await expect.poll(async () => (await boxOf(frame())).width).toBeGreaterThan(width + 100);
    await page.getByRole("button", { name: "Exit full screen" }).click();
    await expect.poll(async () => (await boxOf(frame())).width).toBe(width);
  });

  test("lights up a finding and the declared line that explains it, by mouse and focus, both ways", async () => {
    const lit = (kind: string) => page.locator(`${kind}.lit`);
    await page.getByRole("row", { name: /Cartons of shoes/ }).hover();
    await expect.poll(() => lit(".finding").count()).toBeGreaterThan(0);
    expect(await lit(".finding").first().textContent()).toMatch(/declared in .*line 2/);
    await page.getByRole("heading", { level: 1 }).hover();
    expect(await lit(".finding").count()).toBe(0);
    await page
      .getByRole("button", { name: /declared in .*line 2/ })
      .first()
      .focus();
    expect(await lit("tr.declared").allTextContents()).toContainEqual(expect.stringContaining("Cartons of shoes"));
    await page.getByRole("button", { name: /^Line 2: \d finding/ }).focus();
    expect(await lit(".finding").count()).toBeGreaterThan(0);
    expect(browser.complaints).toEqual([]);
  });
});
