import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

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

  const changes = () => page.getByRole("region", { name: "Changes" });
  const keywords = () => page.getByLabel("Keywords where").first();

  test("names the class in which the service refuses a word", async () => {
    await browser.openAs(boss, "admin/category-map");
    await page.getByText("drum", { exact: true }).click();
    const before = await keywords().inputValue();
    await keywords().fill(`${before}\n?`);
    await changes().getByRole("button", { name: "Put in force" }).click();
    const problem = changes().getByRole("alert");
    await problem.waitFor();
    expect(await problem.textContent()).toMatch(/^The class drum\.keywords\.\d+ must hold a letter or a digit\.$/);
    await keywords().fill(before);
    await changes().waitFor({ state: "detached" });
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
