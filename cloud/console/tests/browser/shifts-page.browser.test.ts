import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("shifts in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let [ann, sue]: TestUser[] = [];

  beforeAll(async () => {
    cloud = await createTestApp();
    const boss = await cloud.signIn("admin");
    ann = await cloud.signIn("operator", "ann@example.com");
    await cloud.signIn("operator", "bob@example.com");
    sue = await cloud.signIn("supervisor", "sue@example.com");
    const body = { sites: [{ name: "North", lanes: [{ name: "In 1" }, { name: "In 2" }] }] };
    await cloud.send("PUT", "/v1/admin/topology", { headers: boss.authorization, body });
    for (const number of ["BOX-1", "BOX-2"]) await edgeSender(cloud).scan(number, await scanBody());
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const lane = (name: string) => page.getByRole("listitem", { name });
  const shifts = async () =>
    (await cloud.send("GET", "/v1/shifts?active=true", { headers: sue!.authorization })).body.data.items.map(
      ({ lane, operator }: { lane: { name: string }; operator: { email: string } }) => `${lane.name} ${operator.email}`,
    );

  test("an operator takes a lane, and ends the shift", async () => {
    await browser.openAs(ann!, "shifts");
    await lane("In 2").waitFor();
    const names = await page
      .getByRole("main")
      .getByRole("button", { name: /Take lane/ })
      .all();
    expect(await Promise.all(names.map((button) => button.getAttribute("aria-label")))).toEqual([
      "Take lane: In 1",
      "Take lane: In 2",
    ]);
    await lane("In 1").getByRole("button", { name: "Take lane" }).click();
    await lane("In 1").getByText("ann@example.com").waitFor();
    expect(await shifts()).toEqual(["In 1 ann@example.com"]);
    expect(await lane("In 1").getByRole("button", { name: "Take lane" }).count()).toBe(0);
    await page.getByLabel("Length of the shift").selectOption("for 12 hours");
    await lane("In 1").getByRole("button", { name: "Extend the shift" }).click();
    await lane("In 1")
      .getByText(/in 1[12] h/)
      .waitFor();
    expect(await shifts()).toEqual(["In 1 ann@example.com"]);
    await lane("In 1").getByRole("button", { name: "End shift" }).click();
    await lane("In 1").getByText("no operator").waitFor();
    expect(await shifts()).toEqual([]);
    expect(await page.getByLabel("Operator").count()).toBe(0);
  });

  test("a supervisor takes a lane for an operator, and confirms that the shift before it ends", async () => {
    await browser.openAs(sue!, "shifts");
    const take = async (email: string) => {
      await page.getByLabel("Operator").fill(email);
      await lane("In 2").getByRole("button", { name: "Take lane" }).click();
    };
    await page.locator("datalist option").waitFor({ state: "attached" });
    expect(await page.locator("datalist option").getAttribute("value")).toBe("ann@example.com");
    await take("unknown@example.com");
    await page.getByText("No active account").waitFor();
    await take("ann@example.com");
    await lane("In 2").getByText("taken by sue@example.com").waitFor();
    await take("bob@example.com");
    await page.getByText("The shift of ann@example.com in this lane ends now.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Take lane" }).click();
    await lane("In 2").getByText("bob@example.com").waitFor();
    expect(await shifts()).toEqual(["In 2 bob@example.com"]);
  });

  test("fit a phone", async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    for (const place of ["shifts", "containers"]) {
      await browser.openAs(sue!, place);
      await page.locator(".shifts li, .explore-row").first().waitFor();
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
    }
    expect(browser.complaints).toEqual([]);
  });
});
