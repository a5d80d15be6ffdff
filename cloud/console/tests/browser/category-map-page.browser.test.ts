import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

/** Script that finds controls of the page that a thumb may miss. */
const SMALL = `[...document.querySelectorAll("main :is(button, select, input:not([type=checkbox]), summary)")]
  .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 43.5)
  .map((control) => control.outerHTML.slice(0, 120))`;

describe("the page of the category map in a real browser", needs("chromium"), () => {
  let browser: TestConsole;
  let page: Page;
  let boss: TestUser;
  let cloud: TestApp;

  beforeAll(async () => {
    cloud = await createTestApp();
    boss = await cloud.signIn("admin", "boss@example.com");
    browser = await openConsole(cloud);
    page = browser.page;
  });

  test("maps a class that is not mapped yet by keys alone, and puts it in force, on a phone", async () => {
    const detections = [{ class_name: "surfboard", confidence: 0.9 }];
    await edgeSender(cloud).scan("TGHU7599330", await scanBody({ detections, user_email: boss.email }));
    await page.setViewportSize({ width: 390, height: 844 });
    await browser.openAs(boss, "admin/category-map");
    const list = page.getByRole("region", { name: "Classes that the map does not name" });
    await list.getByLabel("Map surfboard to").focus();
    await page.keyboard.type("carton");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await list.getByText("carton, once it is in force").waitFor();
    const changes = page.getByRole("region", { name: "Changes" });
    expect(await page.evaluate(SMALL)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await changes.getByRole("button", { name: "Put in force" }).click();
    await changes.waitFor({ state: "detached" });
    await list.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(browser.complaints).toEqual([]);
  });

  test("lists the classes that the map does not name, which lead to their containers", async () => {
    const detections = [{ class_name: "wine rack", confidence: 0.9 }];
    await edgeSender(cloud).scan("CSQU3054383", await scanBody({ detections, user_email: boss.email }));
    await browser.openAs(boss, "admin/category-map");
    const list = page.getByRole("region", { name: "Classes that the map does not name" });
    expect(await list.getByRole("row").nth(1).getByRole("cell").first().textContent()).toBe("wine rack");
    await list.getByRole("link", { name: "wine rack" }).click();
    await page.getByText("CSQU3054383").first().waitFor();
    expect(new URL(page.url()).searchParams.get("class")).toBe("wine rack");
    expect(browser.complaints).toEqual([]);
  });
});
