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
/** Script that finds texts that a row cuts off at its edge, but for those that end in an ellipsis. */
const CUT = `[...document.querySelectorAll("main :is(time, .chip, .number)")].filter((part) => {
  const row = part.closest(".explore-row, .queue-item, .container-card, .rows > li");
  const isEnded = (element) => getComputedStyle(element).textOverflow === "ellipsis" || (element !== row && isEnded(element.parentElement));
  const isLoad = part.closest(".class-chips") !== null;
  return row && part.checkVisibility() && !isLoad && !isEnded(part) && part.getBoundingClientRect().right > row.getBoundingClientRect().right + 0.5;
}).map((part) => part.textContent)`;
const SMALL = `[...document.querySelectorAll("main :is(button, select, .tick), nav a, header button")]
  .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 43.5)
  .map((control) => control.outerHTML.slice(0, 80))`;

describe("lists that answer at a glance, in a real browser", needs("chromium"), () => {
  let page: Page;
  let browser: TestConsole;
  let sue: TestUser;
  let cloud: Awaited<ReturnType<typeof createTestApp>>;

  beforeAll(async () => {
    cloud = await createTestApp();
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
        expect({ width, cut: await page.evaluate(CUT) }).toEqual({ width, cut: [] });
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

  test("cards have one height, and an escalation whose container has no number keeps within its row", async () => {
    const detections = [{ class_name: "firearm", confidence: 0.99 }];
    await edgeSender(cloud).write(
      "scans/illegal",
      "UNIDENTIFIED-gate-1-9f86d081884c7d65",
      await scanBody({ detections }),
    );
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await browser.openAs(sue, "review");
      await page.locator(".queue-item").nth(2).waitFor();
      expect({ width, cut: await page.evaluate(CUT) }).toEqual({ width, cut: [] });
      await browser.openAs(sue, "containers?view=grid");
      await page.locator(".container-card").nth(3).waitFor();
      const heights: number[] = await page.evaluate(
        `[...document.querySelectorAll(".container-card")].map((card) => card.offsetHeight)`,
      );
      expect({ width, heights: new Set(heights).size }).toEqual({ width, heights: 1 });
    }
  });

  test("a column orders the list, and the user chooses the height of its rows", async () => {
    await edgeSender(cloud).scan("CSQU3054383", await scanBody());
    await page.setViewportSize({ width: 1440, height: 900 });
    await browser.openAs(sue, "containers");
    const numbers = () => page.locator(".explore-row .number").allTextContents();
    const head = (name: string) => page.getByRole("columnheader", { name });
    await expect.poll(async () => (await numbers())[0]).toBe("CSQU3054383");
    expect(await head("First seen").getAttribute("aria-sort")).toBe("none");
    await head("First seen").getByRole("button").click();
    await expect.poll(async () => (await numbers()).slice(1)).toEqual(["MSKU1234565", "TGHU7599330", "CSQU3054383"]);
    expect(await head("First seen").getAttribute("aria-sort")).toBe("descending");
    expect(new URL(page.url()).search).toBe("?sort=created");
    const height = () => page.evaluate(`document.querySelector(".explore-row").offsetHeight`);
    expect(await height()).toBe(44);
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByLabel("Rows of lists").selectOption("compact");
    await expect.poll(height).toBe(32);
    await page.reload();
    await expect.poll(height).toBe(32);
    await page.evaluate("localStorage.removeItem('density')");
    expect(browser.complaints).toEqual([]);
  });
});
