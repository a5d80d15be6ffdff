import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { setUp, startReceiver, verify } from "../../../src/notices/webhooks/testing.ts";
import { BUILT, openConsole, PROGRAM, type TestConsole } from "./open-console.ts";

describe.skipIf(!PROGRAM || !BUILT)("the pages of webhooks in a real browser", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let world: Awaited<ReturnType<typeof setUp>>;
  let browser: TestConsole;
  let page: Page;
  let isDown = false;
  let secret: string;

  beforeAll(async () => {
    receiver = await startReceiver();
    receiver.answer = (_request, response) => {
      if (isDown) response.writeHead(503).end("closed for the night");
      else response.writeHead(204).end();
    };
    world = await setUp();
    world.work();
    browser = await openConsole(world.cloud);
    page = browser.page;
  });

  const secretText = async () => (await page.locator(".secret code").textContent()) ?? "";
  const confirm = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();
  const deliveries = () => page.getByRole("region", { name: "Deliveries" }).locator("tbody tr");
  const listed = async () => (await world.call("GET")).body.data.items;

  it("add a webhook, whose secret is shown once and signs what the receiver gets", async () => {
    await browser.openAs(world.admin, "admin/webhooks");
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.getByText("Select at least one kind of event.").waitFor();
    await page.getByLabel("recorded").check();
    await page.getByLabel("Description").fill("Terminal system");
    await page.getByRole("button", { name: "Add webhook" }).click();
    secret = await secretText();
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
  });

  it("show what the receiver answered, and send an event again", async () => {
    isDown = true;
    await page.getByRole("button", { name: "Send test event" }).click();
    await deliveries().first().getByText("It answered 503: closed for the night").waitFor();
    expect(await deliveries().first().textContent()).toContain("pending503");
    await page.getByLabel("Status").selectOption("failed");
    await page.getByText("No deliveries with this status.").waitFor();
    await page.getByLabel("Status").selectOption("pending");
    await page.getByText("failing", { exact: true }).waitFor();
    isDown = false;
    await deliveries().getByRole("button", { name: "Send again" }).click();
    await page.getByText("No deliveries with this status.").waitFor();
    await page.getByLabel("Status").selectOption("");
    await expect.poll(() => deliveries().count()).toBe(2);
    // The list is shown as it was last seen until the new one has arrived.
    await expect.poll(() => page.getByRole("button", { name: "Send again" }).count()).toBe(0);
    await deliveries().first().locator("summary").click();
    expect(await deliveries().first().locator("pre").textContent()).toContain('"type": "webhook.test"');
  });

  it("change, rotate, disable and delete it", async () => {
    await page.getByText("Settings").click();
    await page.getByLabel("Description").fill("Yard system");
    // Another admin changes the events meanwhile.
    const [{ id }] = await listed();
    const body = { events: ["escalation.raised"] };
    await world.call("PUT", `/${id}`, body);
    await page.locator("summary", { hasText: /^Settings escalation\.raised$/ }).waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await listed())[0].description).toBe("Yard system");
    expect((await listed())[0].events).toEqual(["escalation.raised"]);
    await page.getByRole("button", { name: "Select all" }).click();
    await page.getByLabel("seen").uncheck();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await listed())[0].events.length).toBeGreaterThan(10);
    expect((await listed())[0]).toMatchObject({ url: receiver.url, description: "Yard system" });
    expect((await listed())[0].events).not.toContain("camera.seen");
    await page.getByRole("button", { name: "New secret" }).click();
    await confirm("Create secret");
    expect(await secretText()).not.toBe(secret);
    await page.getByText("signed with the new and the previous secret").waitFor();
    await page.getByRole("button", { name: "Disable" }).click();
    await confirm("Disable webhook");
    await page.getByText("disabled", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Send test event" }).count()).toBe(0);
    await page.getByRole("button", { name: "Delete" }).click();
    await confirm("Delete webhook");
    await page.getByText("No webhooks yet.").waitFor();
  });

  it("show no webhook that another admin has deleted", async () => {
    await world.call("POST", "", { url: receiver.url, events: ["scan.recorded"] });
    const [{ id }] = await listed();
    await browser.openAs(world.admin, `admin/webhooks/${id}`);
    await page.getByRole("button", { name: "Send test event" }).waitFor();
    await world.call("DELETE", `/${id}`);
    await page.getByText("This webhook cannot be shown").waitFor();
    expect(await page.getByRole("button", { name: "Send test event" }).count()).toBe(0);
    expect(browser.complaints).toEqual([]);
  });
});
