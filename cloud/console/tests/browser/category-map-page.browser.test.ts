import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { BUILT, openConsole, PROGRAM, type TestConsole } from "./open-console.ts";

describe.skipIf(!PROGRAM || !BUILT)("the page of the category map in a real browser", () => {
  let test: TestApp;
  let browser: TestConsole;
  let page: Page;
  let boss: TestUser;

  beforeAll(async () => {
    test = await createTestApp();
    boss = await test.signIn("admin", "boss@example.com");
    browser = await openConsole(test);
    page = browser.page;
  });

  const changes = () => page.getByRole("region", { name: "Changes" });
  const differences = () => changes().getByRole("listitem");
  const keywords = () => page.getByLabel("Keywords where").first();
  const current = async () =>
    (await test.send("GET", "/v1/admin/category-map", { headers: boss.authorization })).body.data;

  it("shows each difference before it is saved, keeps it through a reload, and puts the map in force", async () => {
    await browser.openAs(boss, "admin/category-map");
    await page.getByText("crate", { exact: true }).click();
    expect(await changes().count()).toBe(0);
    await keywords().fill(`${await keywords().inputValue()}\nslatted frame`);
    await expect.poll(() => differences().allTextContents()).toEqual(["Class crate, keywords slatted frame"]);
    await page.reload();
    await expect.poll(() => differences().allTextContents()).toEqual(["Class crate, keywords slatted frame"]);
    await changes().getByLabel("Note").fill("frames of the pier");
    await changes().getByRole("button", { name: "Put in force" }).click();
    await changes().waitFor({ state: "detached" });
    const { version, note, map } = await current();
    expect([version, note]).toEqual([2, "frames of the pier"]);
    const crate = map.classes.find(({ name }: { name: string }) => name === "crate");
    expect(crate.keywords.at(-1)).toBe("slatted frame");
  });

  it("names the class in which the service refuses a word", async () => {
    await page.getByText("drum", { exact: true }).click();
    const before = await keywords().inputValue();
    await keywords().fill(`${before}\n?`);
    await changes().getByRole("button", { name: "Put in force" }).click();
    const problem = changes().getByRole("alert");
    await problem.waitFor();
    expect(await problem.textContent()).toMatch(/^The class drum\.keywords\.\d+ must hold a letter or a digit\.$/);
    await keywords().fill(before);
    await changes().waitFor({ state: "detached" });
  });

  it("compares versions, and brings an older one back", async () => {
    await page.getByRole("link", { name: "Version 1" }).click();
    const compared = page.getByRole("region", { name: "Version 1" });
    await compared.getByText("slatted frame").waitFor();
    expect(new URL(page.url()).searchParams.get("version")).toBe("1");
    await compared.getByRole("button", { name: "Edit with the content of version 1" }).click();
    await changes().locator("del").waitFor();
    expect(await differences().allTextContents()).toEqual(["Class crate, keywords slatted frame"]);
  });

  it("does not undo what another administrator has put in force since", async () => {
    const { map } = await current();
    const body = { map: { ...map, minConfidence: 0.3 } };
    await test.send("PUT", "/v1/admin/category-map", { headers: boss.authorization, body });
    await changes().getByRole("button", { name: "Put in force" }).click();
    await changes().getByText("Version 3 was put in force after you began with version 2").waitFor();
    expect(await differences().allTextContents()).toContain("Least confidence 0.30.25");
    expect(await changes().getByRole("button", { name: "Put in force" }).isEnabled()).toBe(false);
    await changes().getByRole("button", { name: "Keep my map" }).click();
    await changes().getByRole("button", { name: "Put in force" }).click();
    await changes().waitFor({ state: "detached" });
    expect(await current()).toMatchObject({ version: 4, map: { minConfidence: 0.25 } });
    expect(browser.complaints).toEqual([]);
  });
});
