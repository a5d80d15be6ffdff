import { describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp } from "../../../src/testing/app.ts";
import { openConsole } from "./open-console.ts";

describe("a page whose script has not arrived", needs("chromium"), () => {
  test("has the frame of every page, which stays in its place when the script arrives", async () => {
    const cloud = await createTestApp();
    const browser = await openConsole(cloud);
    const { page } = browser;
    await browser.openAs(await cloud.signIn("admin"), "containers");
    const arrives = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arrives.promise;
      await route.continue();
    });
    void page.reload();
    await page.locator("main[aria-busy=true] .skeleton").first().waitFor();
    const boxes = async () =>
      Promise.all(["header", "header img"].map((part) => page.locator(part).first().boundingBox()));
    const before = await boxes();
    expect(before[0]).toMatchObject({ x: 0, y: 0, height: 48 });
    arrives.resolve();
    await page.getByRole("heading", { name: "Containers", level: 1 }).waitFor();
    expect(await boxes()).toEqual(before);
    await page.unrouteAll();
  });

  test("is announced in plain words during an outage, without a loop, and follows with the connection", async () => {
    const cloud = await createTestApp();
    const browser = await openConsole(cloud);
    const { page } = browser;
    let failed = 0;
    let isCut = true;
    // The scripts of other pages have not been loaded ahead when the line is cut.
    await page.route(/\/assets\/(manifests|cameras)-page/, (route) => (isCut ? route.abort() : route.continue()));
    await browser.openAs(await cloud.signIn("admin"), "containers");
    await page.getByRole("heading", { name: "Containers", level: 1 }).waitFor();
    page.on("console", (message) => (failed += message.type() === "error" ? 1 : 0));
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Manifests" }).click();
    await page.getByText("This page could not be loaded.").waitFor();
    await page.getByRole("link", { name: "Cameras" }).click();
    await page.getByText("This page could not be loaded.").waitFor();
    await page.getByText(/Next try in \d+ s/).waitFor();
    expect(failed).toBeLessThan(40);
    isCut = false;
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Cameras", level: 1 }).waitFor();
  });
});
