import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("the page of the category map in a real browser", needs("chromium"), () => {
  let browser: TestConsole;
  let page: Page;
  let boss: TestUser;

  beforeAll(async () => {
    const cloud = await createTestApp();
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
});
