import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestApp } from "../../../src/testing/app.ts";
import { createRuleSetWorld } from "../../../src/inspection/rule-sets/testing.ts";
import { startWorkers } from "../../../src/workers.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("the page of the rules in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let world: Awaited<ReturnType<typeof createRuleSetWorld>>;
  let browser: TestConsole;
  let page: Page;

  beforeAll(async () => {
    cloud = await createTestApp();
    await startWorkers(cloud.parts);
    world = await createRuleSetWorld(cloud);
    const declaredGoods = [{ description: "Shoes", packageCode: "CT", numberOfPackages: 1 }];
    await world.as(world.ann, "POST", "/manifests", { containerNumber: "RULED-1", declaredGoods, status: "VALIDATED" });
    await world.scanWeapon("RULED-1", "north-1", 0.5);
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const changes = () => page.getByRole("region", { name: "Changes" });
  const differences = (name: string) => page.getByRole("region", { name }).locator(".differences li").allTextContents();
  const card = () => page.getByRole("region", { name: "Rule set 2" });
  const confirm = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();
  const sample = () => page.getByLabel("Green, complete visits that are escalated at random: %");

  test("shows supervisors the settings, and operators none", async () => {
    await browser.openAs(world.operator, "containers");
    expect(await page.getByRole("link", { name: "Rules" }).count()).toBe(0);
    await browser.openAs(world.operator, "rules");
    await page.getByText("Only supervisors see the rules").waitFor();
    await browser.openAs(world.sue, "containers");
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByText("Containers are judged by rule set 1").waitFor();
    await page.getByText("Escalations and samples").click();
    expect(await sample().inputValue()).toBe("0");
    expect(await sample().getAttribute("readonly")).toBe("");
  });

  test("proposes what an admin has edited, which the tab keeps, and marks a value out of range at its field", async () => {
    await browser.openAs(world.ann, "rules");
    await page.getByText("Escalations and samples").click();
    await sample().fill("200");
    await page.getByText("Enter a number from 0 to 100 %").waitFor();
    expect(await changes().getByRole("button", { name: "Propose" }).isDisabled()).toBe(true);
    await sample().fill("2");
    await page.getByText("Alerts", { exact: true }).click();
    await page.getByRole("table", { name: /^Classes that are reported/ }).waitFor();
    for (const confidence of await page.getByLabel(/^From confidence, row/).all())
      if ((await confidence.inputValue()) === "40") await confidence.fill("80");
    await page.reload();
    await expect.poll(() => differences("Changes").then(({ length }) => length)).toBe(2);
    await changes().getByLabel("Note").fill("weapons from 0.8");
    await changes().getByRole("button", { name: "Propose" }).click();
    await card().getByText("You proposed it, so another administrator must put it in force").waitFor();
    expect(await changes().count()).toBe(0);
    await expect.poll(() => differences("Rule set 2")).toHaveLength(2);
    expect(await differences("Rule set 2")).toContain("Green, complete visits that are escalated at random: 0 %2 %");
    expect(await card().getByRole("button", { name: "Put in force" }).count()).toBe(0);
  });

  test("replays the proposal, and shows which visits it judges differently", async () => {
    await card().getByText("Not replayed yet").waitFor();
    await card().getByRole("button", { name: "Start replay" }).click();
    await card().getByText("1 visits of the last 90 days, compared with rule set 1").waitFor();
    await card()
      .getByText(/^Escalations a day on average: 1 in force, 0(\.\d+)? with this rule set$/)
      .waitFor();
    const visits = card().getByRole("list", { name: "Visits judged differently" });
    await visits.getByText("RULED-1, visit 1").waitFor();
    // Below the confidence of the alert, the weapon is an object that the map does not know.
    expect(await visits.textContent()).toContain("red → yellow");
    const rows = await card().getByRole("table", { name: "Lanes of the visits" }).locator("tbody tr").allTextContents();
    expect(rows).toEqual(["redyellow1"]);
  });

  test("lets another admin put it in force, and shows why the service refuses one", async () => {
    await world.propose({
      note: "unreplayed",
      rules: (await world.as(world.ann, "GET", "/rule-sets/1")).body.data.rules,
    });
    await browser.openAs(world.bob, "rules?version=3");
    await page.getByRole("button", { name: "Put in force" }).click();
    await confirm("Put in force");
    await page.getByText("Rule set 3 has no finished replay over rule set 1").waitFor();
    await page.getByRole("button", { name: "Withdraw" }).click();
    await confirm("Withdraw");
    await page.getByRole("region", { name: "Rule set 3" }).getByText("withdrawn", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Rule set 2" }).click();
    await card().getByRole("button", { name: "Put in force" }).click();
    await confirm("Put in force");
    await page.getByText("Containers are judged by rule set 2, in force by").waitFor();
    await page.getByRole("combobox", { name: "Site" }).selectOption({ label: "North" });
    await page.getByText("the one for every site: this one has none of its own").waitFor();
    await page.getByText("This site has no rule set of its own").waitFor();
    expect(browser.complaints).toEqual([]);
  });
});
