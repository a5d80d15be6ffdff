import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { ADMIN, openConsole, type TestConsole } from "./open-console.ts";

/** One page of a list holds fifty. */
const COUNT = 55;
const LONG_NUMBER = `BOX${"8".repeat(61)}`;

describe("the places of the console, in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let sue: TestUser;

  beforeAll(async () => {
    cloud = await createTestApp();
    sue = await cloud.signIn("supervisor", "sue@example.com");
    const { scan } = edgeSender(cloud);
    const body = await scanBody();
    await scan(LONG_NUMBER, body);
    for (let number = 1; number < COUNT; number++) await scan(numberOf(number), body);
    browser = await openConsole(cloud);
    page = browser.page;
  });

  /** No number is a part of another. */
  const numberOf = (index: number) => `BOX${String(index).padStart(3, "0")}`;
  const search = () => new URL(page.url()).searchParams;
  const row = (name: string, on = page) => on.getByRole("link", { name });
  const focused = () => page.evaluate("document.activeElement.tagName + ' ' + document.activeElement.textContent");

  test("are returned to after the sign-in", async () => {
    await page.goto(`${browser.base}/escalations?show=All`);
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password").fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Escalations" }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/app/escalations?show=All");
  });

  test("keep the page of a list in the address, through Back and a reload", async () => {
    const headers = sue.authorization;
    for (let number = 0; number < COUNT; number++)
      await cloud.send("POST", "/v1/manifests", { body: { billOfLading: numberOf(number) }, headers });
    await browser.openAs(sue, "manifests?attached=no");
    await page.getByRole("link", { name: "Older →" }).click();
    await row(numberOf(0)).waitFor();
    expect(await page.evaluate("window.scrollY")).toBe(0);
    await row(numberOf(1)).click();
    await page.getByRole("heading", { name: numberOf(1) }).waitFor();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Manifests" }).click();
    await row(numberOf(0)).waitFor();
    expect(search().get("attached")).toBe("no");
    await page.goBack();
    await page.goBack();
    await row(numberOf(0)).waitFor();
    await page.reload();
    await row(numberOf(0)).waitFor();
    await page.getByRole("link", { name: "← Newer" }).click();
    await row(numberOf(COUNT - 1)).waitFor();
    expect(search().get("cursor")).toBeNull();
  });

  test("are named in the title and receive the focus on their heading; an unknown one has a heading, too", async () => {
    await browser.openAs(sue, "containers?status=SCANNED");
    await row(numberOf(COUNT - 1)).click();
    await expect.poll(() => page.title()).toBe(`${numberOf(COUNT - 1)} · Container inspection`);
    await expect.poll(focused).toBe(`H1 ${numberOf(COUNT - 1)}`);
    await browser.openAs(sue, "no-such-page");
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    await browser.openAs(sue, "cameras/no-such-camera");
    await page.getByRole("heading", { level: 1, name: "Camera not found" }).waitFor();
  });

  test("search once the user pauses, not with each letter", async () => {
    const tab = await page.context().newPage();
    await tab.clock.install();
    await tab.goto(`${browser.base}/containers`);
    await row(numberOf(COUNT - 1), tab).waitFor();
    const asked: string[] = [];
    tab.on("request", (request) => request.url().includes("containers?search=") && asked.push(request.url()));
    // However slow the machine is, no letter follows the one before later than this.
    await tab.clock.pauseAt(Date.now() + 600_000);
    for (const part of ["no ", "such", " box"]) {
      await tab.getByLabel("Search containers").pressSequentially(part);
      await tab.clock.runFor(100);
    }
    expect(asked).toEqual([]);
    await tab.clock.resume();
    await tab.getByText("No matching containers").waitFor();
    expect(asked.map((url) => new URL(url).searchParams.get("search"))).toEqual(["no such box"]);
    await tab.close();
  });

  test("show grey rows while a list is read", async () => {
    await page.route("**/v1/containers?**", async (route) => {
      await page.getByRole("img", { name: "Loading" }).first().waitFor();
      await route.continue();
    });
    await browser.openAs(sue, "containers?status=SCANNED");
    await row(numberOf(COUNT - 1)).waitFor();
    expect(await page.getByRole("img", { name: "Loading" }).count()).toBe(0);
    await page.unrouteAll();
  });

  test("load in seven tabs of one browser, which share one stream", async () => {
    const tabs: Page[] = [];
    let streams = 0;
    page.context().on("request", (request) => void (streams += request.url().endsWith("/v1/events") ? 1 : 0));
    for (let count = 0; count < 7; count++) {
      const tab = await page.context().newPage();
      tabs.push(tab);
      await tab.goto(`${browser.base}/containers?q=NEWBOX`);
      await tab.getByText("No matching containers").waitFor();
    }
    await edgeSender(cloud).scan("NEWBOX-1", await scanBody());
    for (const tab of tabs) await tab.getByRole("link", { name: "NEWBOX-1" }).waitFor();
    expect(streams).toBeLessThan(2);
    await Promise.all(tabs.map((tab) => tab.close()));
  });

  test("fit a phone also with a number of 64 characters", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await browser.openAs(sue, `containers?q=${LONG_NUMBER}`);
    await row(LONG_NUMBER).waitFor();
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await row(LONG_NUMBER).click();
    await page.getByRole("heading", { name: LONG_NUMBER }).waitFor();
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(browser.complaints).toEqual([]);
  });
});
