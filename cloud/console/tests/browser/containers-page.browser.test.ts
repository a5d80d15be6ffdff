import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { drawJpeg, edgeSender } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("the containers in a real browser", needs("chromium"), () => {
  let page: Page;
  let browser: TestConsole;
  let sue: TestUser;
  let cloud: TestApp;

  beforeAll(async () => {
    cloud = await createTestApp();
    sue = await cloud.signIn("supervisor", "sue@example.com");
    const { scan } = edgeSender(cloud);
    const image = (await drawJpeg(1, 320, 240)).toString("base64");
    const scanned = async (number: string, class_name: string, camera_id: string) =>
      (await scan(number, { image, camera_id, detections: [{ class_name, confidence: 0.9 }] })).body.data.containerId;
    const post = (path: string, body: unknown) =>
      cloud.send("POST", `/v1${path}`, { body, headers: sue.authorization });
    const id = await scanned("CSQU3054383", "carton", "gate-1");
    await scanned("MSKU1234565", "drum", "gate-2");
    await scanned("TGHU7599330", "drum", "gate-2");
    await scanned("-1", 'odd "one", really', "gate-3");
    const declaredGoods = [{ description: "Coffee beans" }];
    await post("/manifests", { containerNumber: "MSKU1234565", billOfLading: "HLCUHAM2611", declaredGoods });
    await post(`/containers/${id}/escalate`, { reason: "The seal is broken" });
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const numbers = () => page.locator(".explore-row .number").allTextContents();
  const focused = () => page.evaluate("document.activeElement.textContent");
  const address = () => new URL(page.url()).search;

  test("are found by bill of lading, goods and reason", async () => {
    await browser.openAs(sue, "containers");
    await expect.poll(numbers).toEqual(["-1", "TGHU7599330", "MSKU1234565", "CSQU3054383"]);
    await page.getByText("4 containers").waitFor();
    for (const [text, number] of [
      ["hlcuham", "MSKU1234565"],
      ["coffee", "MSKU1234565"],
      ["seal is", "CSQU3054383"],
    ] as const) {
      await page.getByLabel("Search containers").fill(text);
      await expect.poll(numbers).toEqual([number]);
    }
    expect(address()).toBe("?q=seal+is");
  });

  test("are requested as soon as their script is loaded, while the account is read", async () => {
    await page.route("**/assets/containers-page-*.js", async (route) => {
      // Later, the shell is shown without the page, and reads the account by itself.
      await sleep(100);
      await route.continue();
    });
    await browser.openAs(sue, "containers");
    await page.getByText("4 containers").waitFor();
    await page.unrouteAll();
    const [asked, script] = await page.evaluate<{ startTime: number; responseEnd: number }[]>(
      `["/v1/user/me", "/assets/containers-page-"].map((part) =>
        performance.getEntriesByType("resource").find(({ name }) => name.includes(part)).toJSON())`,
    );
    expect(asked!.startTime).toBeLessThan(script!.responseEnd);
  });

  test("are narrowed by facets with counts, which the address keeps", async () => {
    await browser.openAs(sue, "containers");
    await page.getByLabel("Class").getByText("drum (2)").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Class").selectOption("drum");
    await page.keyboard.press("Escape");
    await expect.poll(numbers).toEqual(["TGHU7599330", "MSKU1234565"]);
    await page.getByText("2 containers").waitFor();
    await page.getByLabel("Camera").getByText("gate-2 (2)").waitFor({ state: "attached" });
    expect(await page.getByLabel("Class").locator("option").allTextContents()).toContain("carton (1)");
    await page.getByRole("button", { name: "Filters (1)" }).click();
    await page.getByLabel("Active to").fill("2001-01-31");
    await page.keyboard.press("Escape");
    await page.getByText("No matching containers").waitFor();
    expect(address()).toBe("?class=drum&to=2001-01-31");
    await page.reload();
    await page.getByText("No matching containers").waitFor();
    expect(await page.locator("select[aria-label='Class']").inputValue()).toBe("drum");
    await page.getByRole("button", { name: "Remove the filter Active to 2001-01-31" }).click();
    await expect.poll(numbers).toEqual(["TGHU7599330", "MSKU1234565"]);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(async () => (await numbers()).length).toBe(4);
    expect(address()).toBe("");
  });

  test("lead from one to those beside it in the list, by links and by keys", async () => {
    const heading = (number: string) => page.getByRole("heading", { name: number, level: 1 }).waitFor();
    await browser.openAs(sue, "containers?class=drum");
    await page.getByText("2 containers").waitFor();
    await page.getByRole("link", { name: "TGHU7599330" }).first().click();
    await heading("TGHU7599330");
    expect(await page.getByRole("link", { name: /^Previous container/ }).count()).toBe(0);
    await page.getByRole("link", { name: "Next container: MSKU1234565" }).click();
    await heading("MSKU1234565");
    expect(await page.getByRole("link", { name: /^Next container/ }).count()).toBe(0);
    await page.keyboard.press("k");
    await heading("TGHU7599330");
    await page.keyboard.press("j");
    await heading("MSKU1234565");
    await page.reload();
    await heading("MSKU1234565");
    expect(await page.getByRole("link", { name: /container: / }).count()).toBe(0);
  });

  test("are exported as CSV, all that the filter shows", async () => {
    const exported = async () => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export CSV" }).click();
      return (await readFile(await (await download).path(), "utf8")).split("\r\n");
    };
    await browser.openAs(sue, "containers?camera=gate-2");
    await page.getByText("2 containers").waitFor();
    const [head, ...rows] = await exported();
    expect(head).toMatch(/^\uFEFF"Container number","Number check",/);
    expect(rows.map((row) => row.split(",")[0])).toEqual(['"TGHU7599330"', '"MSKU1234565"', ""]);
    await page.getByText("2 rows exported").first().waitFor();
    await browser.openAs(sue, "containers?camera=gate-3");
    await page.getByText("1 container", { exact: true }).waitFor();
    // Neither a formula nor a comma or quote of a class moves a column.
    expect((await exported())[1]).toMatch(/^"'-1","not-iso6346",.*,"gate-3","1 odd ""one"", really",/);
  });

  test("keep their places while they are scrolled, follow the changes there, and are found again", async () => {
    const { scan } = edgeSender(cloud);
    const ada = await cloud.signIn("admin", "ada@example.com");
    const body = { image: (await drawJpeg(1, 32, 24)).toString("base64"), detections: [] };
    const ids: string[] = [];
    for (let count = 0; count < 120; count += 1) ids.push((await scan(`BOX-${count}`, body)).body.data.containerId);
    await browser.openAs(sue, "containers");
    const row = (number: string) => page.getByRole("row", { name: new RegExp(`${number}(?!\\d)`) });
    await row("BOX-119").waitFor();
    expect(await page.locator(".explore-row").count()).toBeLessThan(30);
    // The keys go through the list, and read it as far as they go.
    for (let count = 0; count < 400 && (await focused()) !== "BOX-10"; count += 1) await page.keyboard.press("j");
    expect(await focused()).toBe("BOX-10");
    const top = async () => (await row("BOX-10").boundingBox())?.y;
    const at = await top();
    const counted = async () => Number.parseInt((await page.locator(".page-head .faint").textContent()) ?? "");
    const before = await counted();

    await scan("NEW-1", body);
    await page.getByRole("button", { name: "Show the newest activity" }).waitFor();
    await expect.poll(counted).toBe(before + 1);
    const held = { status: "HELD", reason: "Seal" };
    for (const id of [ids[9], ids[8]])
      await cloud.send("POST", `/v1/containers/${id}/escalate`, { body: held, headers: sue.authorization });
    await row("BOX-9").getByText("escalated").waitFor();
    const deleted = await cloud.send("DELETE", `/v1/containers/${ids[7]}`, { headers: ada.authorization });
    expect(deleted.status).toBe(200);
    await row("BOX-7").waitFor({ state: "detached" });
    expect(await top()).toBe(at);

    await row("BOX-10").getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "BOX-10" }).waitFor();
    await page.goBack();
    await row("BOX-10").waitFor();
    await expect.poll(top).toBe(at);
    await page.getByRole("button", { name: "Show the newest activity" }).click();
    await row("NEW-1").waitFor();
    expect(browser.complaints).toEqual([]);
  });

  test("are read on by the user after a page could not be read", async () => {
    let asked = 0;
    await page.route("**/v1/containers?*cursor=*", async (route) => {
      asked += 1;
      await route.fulfill({
        status: 400,
        json: { success: false, error: { code: "VALIDATION_ERROR", message: "No" } },
      });
    });
    await browser.openAs(sue, "containers");
    await page.locator(".explore-row").first().waitFor();
    await page.mouse.move(640, 600);
    await page.mouse.wheel(0, 2_500);
    await page.getByText("The list cannot be updated").waitFor();
    await page.waitForTimeout(1_000);
    expect(asked).toBe(1);
    const height = async () => (await page.locator(".explore-rows").boundingBox())?.height ?? 0;
    const before = await height();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("The list cannot be updated").waitFor({ state: "detached" });
    await expect.poll(height).toBeGreaterThan(before);
    expect(browser.complaints).toEqual([]);
  });

  test("are shown as a grid, which the arrows go through", async () => {
    await browser.openAs(sue, "containers");
    await page.getByRole("button", { name: "Grid" }).click();
    expect(address()).toBe("?view=grid");
    const cards = page.locator(".explore-grid > li");
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    expect(second?.y).toBe(first?.y);
    expect(second?.x).toBeGreaterThan(first?.x ?? 0);
    const texts = await cards.locator(".number").allTextContents();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowRight");
    await expect.poll(focused).toBe(texts[1]);
    await page.keyboard.press("x");
    expect(await cards.nth(1).getByRole("checkbox").isChecked()).toBe(true);
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("open the container").waitFor();
    expect(browser.complaints).toEqual([]);
  });

  test("that are yellow wait with age and owner, and a supervisor takes them over", async () => {
    const declaredGoods = [{ description: "Used cars", hsCode: "870323", numberOfPackages: 2 }];
    const manifest = { containerNumber: "TGHU7599325", declaredGoods, status: "VALIDATED" };
    await cloud.send("POST", "/v1/manifests", { body: manifest, headers: sue.authorization });
    const seen = { class_name: "vehicle", confidence: 0.95, area_percentage: 12 };
    const image = (await drawJpeg(1, 320, 240)).toString("base64");
    await edgeSender(cloud).scan("TGHU7599325", { image, camera_id: "gate-1", detections: [seen, seen, seen, seen] });
    await browser.openAs(sue, "review");
    await page.getByRole("link", { name: /^Yellow containers \(\d\)$/ }).click();
    await expect.poll(numbers).toContain("TGHU7599325");
    expect(address()).toMatch(/verdict=yellow.*sort=laneSince/);
    const row = page.locator(".explore-row", { hasText: "TGHU7599325" });
    const before = await row.innerText();
    expect(before).toMatch(/became yellow .*, with /);
    expect(before).not.toContain(sue.email);
    await page.getByLabel("Select TGHU7599325").check();
    await page.getByRole("button", { name: "Take over" }).click();
    await row.getByText(sue.email).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await row.getByText(sue.email).waitFor({ state: "detached" });
  });
});
