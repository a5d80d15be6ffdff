import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { ADMIN, openConsole, type TestConsole, signedInPage } from "./open-console.ts";

const number = "CSQU3054383";
const TEXT = "the seal looks new";

describe("typed text in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let [boss, sue, sid]: TestUser[] = [];
  let containerId: string;
  let escalationId: string;

  beforeAll(async () => {
    cloud = await createTestApp();
    boss = await cloud.signIn("admin", "boss@example.com");
    sue = await cloud.signIn("supervisor", "sue@example.com");
    sid = await cloud.signIn("supervisor", "sid@example.com");
    containerId = (await scanNow()).body.data.containerId;
    escalationId = (await as(sue, `/containers/${containerId}/escalate`, { reason: "look at it" })).body.data.id;
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const scanNow = async () =>
    edgeSender(cloud).scan(number, await scanBody({ detections: [{ class_name: "drum", confidence: 0.9 }] }));
  const as = (user: TestUser, url: string, body: unknown) =>
    cloud.send("POST", `/v1${url}`, { headers: user.authorization, body });
  const reason = () => page.getByRole("textbox", { name: "Reason" });
  const dialog = () => page.getByRole("dialog", { name: "Your session has ended" });

  test("outlasts an outage: the page stays, states it, and submits once the service responds", async () => {
    await browser.openAs(sue!, "containers");
    // Read before the outage, the list can be shown during it.
    await page.getByRole("link", { name: number }).waitFor();
    await page.getByRole("link", { name: "Review" }).click();
    await page.getByRole("radio", { name: /Hold/ }).check();
    await reason().fill(TEXT);
    await browser.server.stop();
    await page.getByRole("button", { name: "Submit decision" }).click();
    await page.getByText("What you entered is kept").waitFor();
    const banner = page.getByText("The service does not respond.").first();
    await banner.waitFor();
    await page.getByText(/Next try in \d+ s/).waitFor();
    await page.getByRole("link", { name: "Containers" }).first().click();
    await page.getByRole("heading", { name: "Containers" }).waitFor();
    await page.getByRole("link", { name: number }).waitFor();
    await page.goBack();
    await expect.poll(() => reason().inputValue()).toBe(TEXT);
    await browser.server.start();
    // The page also tries by itself, and takes the button away when that was sooner.
    const retry = page.getByRole("button", { name: "Retry now" });
    await retry.click({ timeout: 10_000 }).catch(async (error: unknown) => {
      if (await banner.isVisible()) throw error;
    });
    await banner.waitFor({ state: "detached" });
    expect(await reason().inputValue()).toBe(TEXT);
    expect(await page.getByRole("radio", { name: /Hold/ }).isChecked()).toBe(true);
  });

  test("outlasts a reload, and the claim of another user, who alone may then decide", async () => {
    await page.reload();
    await expect.poll(() => reason().inputValue()).toBe(TEXT);
    await as(sid!, `/escalations/${escalationId}/claim`, {});
    await page.getByText("sid@example.com claimed it").waitFor();
    expect(await reason().inputValue()).toBe(TEXT);
    expect(await reason().isEditable()).toBe(false);
    expect(await page.getByRole("button", { name: "Submit decision" }).count()).toBe(0);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(TEXT);
    await as(sid!, `/escalations/${escalationId}/release`, {});
    await page.getByRole("button", { name: "Submit decision" }).waitFor();
    expect(await reason().inputValue()).toBe(TEXT);
  });

  test("stays with its scan when a newer one arrives", async () => {
    await browser.openAs(sue!, `containers/${containerId}`);
    await page.getByRole("button", { name: "Correct drum 1" }).click();
    const correction = page.getByLabel("What it really is");
    await correction.fill("barrel");
    await scanNow();
    await page.getByRole("button", { name: "Newer scan" }).waitFor();
    expect(await correction.inputValue()).toBe("barrel");
    await page.keyboard.press("Enter");
    await page.locator("td", { hasText: "drum barrel" }).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Undo");
    await page.getByRole("button", { name: "Newer scan" }).click();
    await page.getByRole("button", { name: "Correct drum 1" }).waitFor();
  });

  test("is sent once by a double click; a new key is confirmed and can be copied", async () => {
    await browser.openAs(boss!, "devices");
    await page.getByLabel("Name of the new device").fill("Gate 1");
    await page.getByRole("button", { name: "Add device" }).dblclick();
    await page.getByRole("button", { name: "Copy the code" }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    const { body } = await cloud.send("GET", "/v1/admin/edge-devices", { headers: boss!.authorization });
    expect(body.data.items.map(({ name }: { name: string }) => name)).toEqual(["Gate 1"]);
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(await page.locator(".secret").count()).toBe(0);
  });

  test("stays when it is typed while something else is sent", async () => {
    const typed = Promise.withResolvers<void>();
    await page.route("**/v1/admin/edge-devices", async (route) => {
      if (route.request().method() === "POST") await typed.promise;
      await route.continue();
    });
    const field = page.getByLabel("Name of the new device");
    await field.fill("Gate 2");
    await page.getByRole("button", { name: "Add device" }).dblclick();
    await field.fill("Gate 3");
    typed.resolve();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Gate 2").first().waitFor();
    expect(await field.inputValue()).toBe("Gate 3");
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe("Gate 3");
  });

  test("outlasts the end of the session: the same user continues, another one starts afresh", async () => {
    const token = await signInAtOnce();
    await signedInPage(page, { base: browser.base, token }, `escalations/${escalationId}`);
    await reason().fill(TEXT);
    await page.getByRole("radio", { name: /Clear/ }).check();
    await endSessionBy("POST");
    await page.getByRole("button", { name: "Submit decision" }).click();
    await dialog().getByLabel("Password").fill(ADMIN.password);
    await dialog().getByRole("button", { name: "Sign in" }).click();
    await dialog().waitFor({ state: "detached" });
    expect(await reason().inputValue()).toBe(TEXT);
    await page.getByRole("button", { name: "Submit decision" }).click();
    await page.locator(".page-head").getByText("cleared").waitFor();
    await browser.openAs(sue!, `containers/${containerId}`);
    await page.getByRole("button", { name: "Correct drum 1" }).click();
    await page.getByLabel("What it really is").fill("barrel");
    await endSessionBy("PUT");
    await page.keyboard.press("Enter");
    await dialog().getByLabel("Email").fill(ADMIN.email);
    await dialog().getByLabel("Password").fill(ADMIN.password);
    await dialog().getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${browser.base}/today`);
    await page.unrouteAll();
  });

  test("ends with the sign-out, in all tabs", async () => {
    await browser.openAs(sue!, "containers");
    const other = await page.context().newPage();
    await other.goto(`${browser.base}/containers`);
    await other.getByRole("link", { name: number }).waitFor();
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await other.getByLabel("Password").waitFor();
    expect(await other.getByRole("link", { name: number }).count()).toBe(0);
    expect(browser.complaints).toEqual([]);
  });

  /** Ends the session with the next write: an earlier read would put the dialog over the element to click. */
  const endSessionBy = async (method: string) => {
    let hasEnded = false;
    await page.route("**/v1/**", async (route) => {
      if (route.request().method() === method && !hasEnded) {
        hasEnded = true;
        await page.context().clearCookies();
      }
      await route.continue();
    });
  };

  const signInAtOnce = async (): Promise<string> =>
    (await cloud.send("POST", "/v1/user/auth/email/login", { body: ADMIN })).body.data.token;
});
