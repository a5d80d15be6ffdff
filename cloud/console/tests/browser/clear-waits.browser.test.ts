import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("a decision to clear waits for its undo, in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let page: Page;
  let browser: TestConsole;
  let sue: TestUser;
  let containerId: string;
  let place: string;

  beforeAll(async () => {
    cloud = await createTestApp();
    sue = await cloud.signIn("supervisor", "sue@example.com");
    containerId = (await edgeSender(cloud).scan("CSQU3054383", await scanBody())).body.data.containerId;
    const { body } = await cloud.send("POST", `/v1/containers/${containerId}/escalate`, {
      body: { reason: "odd" },
      headers: sue.authorization,
    });
    place = `escalations/${body.data.id}`;
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const status = async () =>
    (await cloud.send("GET", `/v1/containers/${containerId}`, { headers: sue.authorization })).body.data.status;
  const reason = () => page.getByLabel("Reason");
  const clear = async () => {
    await page.getByRole("radio", { name: /Clear/ }).check();
    await reason().fill("the seal is right");
    await page.getByRole("button", { name: "Submit decision" }).click();
    await page.getByText(/^CSQU3054383 is cleared in \d+ s$/).waitFor();
  };

  test("is undone by one click, and nothing is sent", async () => {
    const sent: string[] = [];
    page.on("request", (request) => request.url().endsWith("/resolve") && sent.push(request.url()));
    await browser.openAs(sue, place);
    await clear();
    await page.getByRole("region", { name: "Decisions that wait" }).getByRole("button", { name: "Undo" }).click();
    await page.getByText("CSQU3054383 is not cleared.").waitFor();
    expect(await reason().inputValue()).toBe("the seal is right");
    expect(sent).toEqual([]);
  });

  test("is not sent by a page that was closed, which the next page reports", async () => {
    await clear();
    await page.goto("about:blank");
    await browser.openAs(sue, place);
    await page.getByText("CSQU3054383: not cleared. The page was closed before the decision was sent.").waitFor();
    expect(await status()).toBe("ESCALATED");
  });

  test("is sent after ten seconds", async () => {
    await clear();
    await page.locator(".page-head").getByText("cleared").waitFor();
    expect(await status()).toBe("CLEARED");
    expect(browser.complaints).toEqual([]);
  });
});
