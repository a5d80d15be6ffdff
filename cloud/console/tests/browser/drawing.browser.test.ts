import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { drawJpeg, edgeSender } from "../../../src/intake/testing.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

const box = (x1: number, y1: number, x2: number, y2: number) => ({ x: [x1, x2, x2, x1], y: [y1, y1, y2, y2] });

describe("boxes drawn on a picture in a real browser", needs("chromium"), () => {
  let page: Page;
  let browser: TestConsole;
  let sue: TestUser;
  let ann: TestUser;
  let id: string;
  /** The verdicts on the scan, as stored. */
  let verdicts: () => Promise<{ index: number; verdict: string; className: string | null; polygon: unknown }[]>;

  beforeAll(async () => {
    const cloud = await createTestApp();
    [ann, sue] = [
      await cloud.signIn("operator", "ann@example.com"),
      await cloud.signIn("supervisor", "sue@example.com"),
    ];
    const { scan } = edgeSender(cloud);
    const found = { class_name: "carton", confidence: 0.9, polygon: box(20, 60, 80, 140), area_percentage: 6 };
    const image = (await drawJpeg(1, 320, 240)).toString("base64");
    const { data } = (await scan("CSQU3054383", { detections: [found], image, user_email: ann.email })).body;
    id = data.containerId;
    verdicts = async () =>
      (await cloud.send("GET", `/v1/containers/${id}/scans/${data.scanId}`, { headers: sue.authorization })).body.data
        .verdicts;
    browser = await openConsole(cloud);
    page = browser.page;
    await browser.openAs(sue, `containers/${id}`);
  });

  const frame = () => page.getByRole("group", { name: /^Picture: plus and minus/ });
  const outline = (name: string | RegExp) => page.getByRole("button", { name });
  const className = () => page.getByLabel("class", { exact: true });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Brings the focus to an object, which can be changed from when the change before it is saved. */
  const takeUp = async (name: string) => {
    await outline(name).focus();
    await expect.poll(() => outline(name).getAttribute("aria-pressed")).toBe("true");
  };
  const placeOf = async (place: Locator) => (await place.boundingBox())!;
  /** Drags between two points of the picture, which has 320 × 240 pixels. */
  const drag = async (from: [number, number], to: [number, number]) => {
    const { x, y, width } = await placeOf(page.locator(".stage svg"));
    const at = ([px, py]: [number, number]) => [x + (px * width) / 320, y + (py * width) / 320] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to), { steps: 4 });
    await page.mouse.up();
  };

  test("are moved and stretched with the keyboard alone, saved with Enter and taken back", async () => {
    await outline(/^1 carton/).waitFor();
    await frame().focus();
    await press("Tab", "ArrowRight", "Shift+ArrowDown", "e", "ArrowLeft", "Enter");
    await expect.poll(verdicts).toMatchObject([{ index: 0, verdict: "corrected", polygon: box(20, 70, 81, 150) }]);
    await outline("1 carton corrected").waitFor();
    await frame().press("Control+z");
    await expect.poll(verdicts).toEqual([]);
  });

  test("are left as they were by Escape, and stepwise by Undo", async () => {
    await takeUp("1 carton 90 %");
    await press("ArrowRight", "ArrowRight", "Control+z");
    const { x } = await placeOf(outline(/^1 carton/));
    await press("Control+z");
    await expect.poll(async () => (await placeOf(outline(/^1 carton/))).x).toBeLessThan(x);
    await press("ArrowRight", "Escape");
    expect(await page.locator(".handle").count()).toBe(0);
    expect(await verdicts()).toEqual([]);
  });

  test("are added with the keyboard alone, named, and removed", async () => {
    await frame().press("b");
    await press("Enter", "ArrowLeft", "Enter");
    await expect.poll(() => page.evaluate("document.activeElement.matches('.drawing-form input')")).toBe(true);
    await className().fill("pistol");
    await press("Enter");
    await expect
      .poll(verdicts)
      .toMatchObject([{ index: 1, verdict: "added", className: "pistol", polygon: box(119, 90, 199, 150) }]);
    await page.getByRole("row", { name: /^2 pistol/ }).waitFor();
    await takeUp("2 pistol added");
    await press("Delete");
    await expect.poll(verdicts).toEqual([]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(verdicts).toMatchObject([{ index: 2, className: "pistol", polygon: box(119, 90, 199, 150) }]);
    await page.getByRole("button", { name: "Remove pistol 3" }).click();
    await expect.poll(verdicts).toEqual([]);
  });

  test("are drawn, moved and stretched with the mouse, also on an enlarged picture", async () => {
    await frame().press("+");
    await page.getByRole("button", { name: "Draw a box b" }).click();
    await drag([130, 100], [190, 140]);
    await className().fill("drum");
    await drag([150, 120], [160, 110]);
    await drag([200, 130], [210, 150]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(verdicts).toHaveLength(1);
    const [{ polygon } = { polygon: undefined }] = await verdicts();
    const near = (values: number[]) => values.map((value) => expect.closeTo(value, -0.5));
    expect(polygon).toEqual({ x: near([140, 210, 210, 140]), y: near([90, 90, 150, 150]) });
    await frame().press("0");
  });

  test("are shown to operators, who change none", async () => {
    await browser.openAs(ann, `containers/${id}`);
    await outline(/drum added$/).focus();
    expect(await page.locator(".handle").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Draw a box b" }).count()).toBe(0);
    expect(browser.complaints).toEqual([]);
  });
});
