import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

/** Texts that are broken into lines or cut, and controls that a thumb may miss. */
const BROKEN = `[...document.querySelectorAll("main .number")].filter((number) => {
  const { lineHeight } = getComputedStyle(number);
  return number.scrollWidth > number.clientWidth + 1 || number.offsetHeight > Number.parseFloat(lineHeight) * 1.5;
}).map((number) => number.textContent + " " + number.clientWidth + " of " + number.scrollWidth)`;
const SMALL = `[...document.querySelectorAll("main :is(button, select, .tick), nav a, header button")]
  .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 43.5)
  .map((control) => control.outerHTML.slice(0, 80))`;

describe("lists that answer at a glance, in a real browser", needs("chromium"), () => {
  let page: Page;
  let browser: TestConsole;
  let sue: TestUser;

  beforeAll(async () => {
    const cloud = await createTestApp();
    sue = await cloud.signIn("supervisor", "sue@example.com");
    const { scan } = edgeSender(cloud);
    for (const number of ["CSQU3054383", "TGHU7599330", "MSKU1234565"]) {
      const { containerId } = (await scan(number, await scanBody())).body.data;
      const body = { reason: "The seal is broken and the door shows fresh paint over its hinges" };
      if (number !== "MSKU1234565")
        await cloud.send("POST", `/v1/containers/${containerId}/escalate`, { body, headers: sue.authorization });
    }
    browser = await openConsole(cloud);
    page = browser.page;
  });

  test.each(["containers", "escalations", "review"])(
    "%s: every number is whole and in one line, from a phone to a control room",
    async (place) => {
      for (const width of [390, 1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await browser.openAs(sue, place);
        await page.locator("main .number").first().waitFor();
        expect({ width, broken: await page.evaluate(BROKEN) }).toEqual({ width, broken: [] });
      }
    },
  );

  test("a row has the colour of its state and the reason", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await browser.openAs(sue, "containers");
    const row = page.getByRole("row", { name: /CSQU3054383/ });
    await row.getByText("escalated").waitFor();
    await row.getByText(/^The seal is broken/).waitFor();
    const edge = (number: string): Promise<unknown> =>
      page.evaluate(
        `getComputedStyle([...document.querySelectorAll(".explore-row")].find((row) => row.textContent.includes("${number}"))).boxShadow`,
      );
    expect(await edge("CSQU3054383")).toBe(await edge("TGHU7599330"));
    expect(await edge("CSQU3054383")).not.toBe(await edge("MSKU1234565"));
  });

  test("a phone shows the first container at once, its filters behind one button, and targets of a thumb's size", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await browser.openAs(sue, "containers");
    const first = page.locator(".explore-row").first();
    await first.waitFor();
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(260);
    expect(await page.evaluate(SMALL)).toEqual([]);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Status").selectOption("ESCALATED");
    await page.getByRole("button", { name: "Filters (1)" }).waitFor();
    await expect.poll(() => page.locator(".explore-row").count()).toBe(2);
    expect(browser.complaints).toEqual([]);
  });
});
