import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { startPushReceiver } from "../../../src/notices/web-push/testing.ts";
import { startWorkers } from "../../../src/workers.ts";
import { openConsole, type TestConsole, UNTRUSTED_HOST, signedInPage } from "./open-console.ts";

describe("notifications in a real browser", needs("chromium with windows"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let receiver: Awaited<ReturnType<typeof startPushReceiver>>;
  let [ann, sue]: TestUser[] = [];

  beforeAll(async () => {
    receiver = await startPushReceiver();
    cloud = await createTestApp({ settings: { webhookAllowPrivateAddresses: true } });
    await startWorkers(cloud.parts);
    ann = await cloud.signIn("operator", "ann@example.com");
    sue = await cloud.signIn("supervisor", "sue@example.com");
    browser = await openConsole(cloud, "chromium with windows");
    page = browser.page;
    const { origin } = new URL(browser.base);
    await page.context().grantPermissions(["notifications"], { origin });
  });

  const card = () => page.getByRole("region", { name: "Browsers", exact: true });
  const subscriptions = async () =>
    (await cloud.send("GET", "/v1/user/me/push-subscriptions", { headers: sue!.authorization })).body.data
      .subscriptions;

  test("are shown by the service worker, which accepts the service's messages", async () => {
    await browser.openAs(sue!, "account");
    const devtools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
    await devtools.send("ServiceWorker.enable");
    await page.evaluate("navigator.serviceWorker.register('/app/service-worker.js')");
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    const notice = { title: "Container BOX 1 is escalated", body: "the seal", tag: "t", place: "/app/escalations/1" };
    const { origin } = new URL(browser.base);
    const message = { origin, registrationId: await registered, data: JSON.stringify(notice) };
    const shown = `navigator.serviceWorker.ready.then((ready) => ready.getNotifications()).then((all) =>
      all.map(({ title, body, tag, data }) => ({ title, body, tag, place: data })))`;
    const deliverAndLook = async () => {
      await devtools.send("ServiceWorker.deliverPushMessage", message);
      return page.evaluate(shown);
    };
    // The browser drops messages that arrive while the worker starts; a message replaces the last one with the same
    // tag.
    await expect.poll(deliverAndLook, { timeout: 30_000, interval: 500 }).toEqual([notice]);
  });

  test("are switched on in the account, reach this browser's push service, and are switched off", async () => {
    // The push service of Chromium's maker is out of reach of a test: another one takes its place.
    const { endpoint, keys } = receiver.subscribe("sue");
    await page.addInitScript(
      `PushManager.prototype.subscribe = async () => ({ endpoint: ${JSON.stringify(endpoint)},
        getKey: (name) => Uint8Array.from(atob(${JSON.stringify(keys)}[name].replaceAll("-", "+").replaceAll("_", "/")),
          (letter) => letter.codePointAt(0)).buffer });`,
    );
    await browser.openAs(sue!, "account");
    await card().getByText("None.").waitFor();
    await card().getByRole("button", { name: "Receive notifications here" }).click();
    await card().getByText(new URL(endpoint).host).waitFor();
    expect(await subscriptions()).toMatchObject([{ name: "Chrome, Linux" }]);
    const { headers, body } = { headers: ann!.authorization, body: { containerNumber: "BOX 1" } };
    const { id } = (await cloud.send("POST", "/v1/containers", { headers, body })).body.data;
    await cloud.send("POST", `/v1/containers/${id}/escalate`, { headers, body: { reason: "the seal" } });
    await expect.poll(() => receiver.received, { timeout: 60_000 }).toHaveLength(1);
    expect(receiver.received).toMatchObject([{ browser: "sue", body: "the seal" }]);
    await card().getByRole("button", { name: "Remove" }).click();
    await card().getByText("None.").waitFor();
    expect(await subscriptions()).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });

  test("need HTTPS, which the account states", async () => {
    const base = browser.base.replace("127.0.0.1", UNTRUSTED_HOST);
    await signedInPage(page, { base, token: sue!.token }, "account");
    await card().getByText("This page was opened without HTTPS").waitFor();
    expect(await card().getByRole("button", { name: "Receive notifications here" }).count()).toBe(0);
  });
});
