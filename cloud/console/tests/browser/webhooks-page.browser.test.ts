import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { setUp, startReceiver, verify } from "../../../src/notices/webhooks/testing.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("the pages of webhooks in a real browser", needs("chromium"), () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let world: Awaited<ReturnType<typeof setUp>>;
  let browser: TestConsole;
  let page: Page;

  beforeAll(async () => {
    receiver = await startReceiver();
    receiver.answer = (_request, response) => void response.writeHead(204).end();
    world = await setUp();
    world.work();
    browser = await openConsole(world.cloud);
    page = browser.page;
  });

  const secretText = async () => (await page.locator(".secret code").textContent()) ?? "";
  const deliveries = () => page.getByRole("region", { name: "Deliveries" }).locator("tbody tr");
  const listed = async () => (await world.call("GET")).body.data.items;

  test("add a webhook, whose secret is shown once and signs the deliveries", async () => {
    await browser.openAs(world.admin, "admin/webhooks");
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.getByText("Select at least one kind of event.").waitFor();
    await page.getByLabel("recorded").check();
    await page.getByLabel("Description").fill("Terminal system");
    await page.getByRole("button", { name: "Add webhook" }).click();
    const secret = await secretText();
    expect(await listed()).toMatchObject([
      { url: receiver.url, events: ["scan.recorded"], description: "Terminal system" },
    ]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByText("No deliveries yet.").waitFor();
    await page.getByRole("button", { name: "Send test event" }).click();
    await deliveries().getByText("delivered", { exact: true }).waitFor();
    expect(verify(secret, receiver.received[0]!)).toMatchObject({ type: "webhook.test" });
    expect(await page.getByText(secret).count()).toBe(0);
    expect(browser.complaints).toEqual([]);
  });
});
