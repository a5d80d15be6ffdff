import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestApp } from "../../../src/testing/app.ts";
import { startMailServer } from "../../../src/notices/mail/testing.ts";
import { startWorkers } from "../../../src/workers.ts";
import { ADMIN, openConsole, type TestConsole, signedInPage } from "./open-console.ts";

const PASSWORD = "four words of harbour";

describe("the own account in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let browser: TestConsole;
  let page: Page;

  beforeAll(async () => {
    mail = await startMailServer();
    cloud = await createTestApp({ settings: mail.settings });
    await startWorkers(cloud.parts);
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const card = (name: string) => page.getByRole("region", { name, exact: true });
  const signIn = (email: string, password: string) =>
    cloud.send("POST", "/v1/user/auth/email/login", { body: { email, password } });

  test("shows the phones that receive notifications, and takes one off the list", async () => {
    const { token } = (await signIn(ADMIN.email, ADMIN.password)).body.data;
    const headers = { Authorization: `Bearer ${token}` };
    const phone = { deviceId: "phone-1", platform: "android", appVersion: "1", deviceModel: "Pixel 9" };
    await cloud.send("POST", "/v1/devices/register", { headers, body: { ...phone, pushToken: "token" } });
    await signedInPage(page, { base: browser.base, token }, "containers");
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("link", { name: "Your account" }).click();
    await card("Phones").getByRole("button", { name: "Unregister" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unregister" }).click();
    await card("Phones").getByText("None.").waitFor();
    expect((await cloud.send("GET", "/v1/devices", { headers })).body.data.total).toBe(0);
  });

  test("takes another name and password, and this browser continues", async () => {
    await card("Name").getByLabel("Your name").fill("Eve Adams");
    await page.getByRole("button", { name: "Save name" }).click();
    await card("Account").getByText("Eve Adams").waitFor();
    await card("Password").getByLabel("Current password").fill("not the password");
    await card("Password").getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await card("Password").getByRole("alert").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await card("Password").getByLabel("Current password").fill(ADMIN.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The password is changed.").waitFor();
    expect(await card("Password").getByLabel("New password").inputValue()).toBe("");
    expect((await signIn(ADMIN.email, ADMIN.password)).status).toBe(401);
    await page.reload();
    await card("Account").getByText("Eve Adams").waitFor();
  });

  test("chooses what to receive by mail", async () => {
    const headers = { Authorization: `Bearer ${(await signIn(ADMIN.email, PASSWORD)).body.data.token}` };
    const chosen = async () => (await cloud.send("GET", "/v1/user/me/notifications", { headers })).body.data;
    await card("Notifications").getByLabel("A device is silent").uncheck();
    await card("Notifications").getByLabel("Shift reports").selectOption("sites");
    await expect.poll(async () => (await chosen()).shiftReports).toBe("sites");
    expect((await chosen()).alerts).not.toContain("device-silent");
    await page.reload();
    await expect.poll(() => card("Notifications").getByLabel("A device is silent").isChecked()).toBe(false);
    expect(await card("Notifications").getByLabel("A camera is down or faulty").isChecked()).toBe(true);
  });

  test("has a link mailed to another address, which the account has from then on", async () => {
    await card("Email address").getByLabel("New email address").fill("eve@port.example");
    await card("Email address").getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Send confirmation link" }).click();
    await page.getByText("A link was sent to eve@port.example.").waitFor();
    await cloud.send("POST", "/v1/user/auth/email/verify", {
      body: { token: await mail.tokenFor("eve@port.example") },
    });
    expect((await signIn("eve@port.example", PASSWORD)).status).toBe(200);
    expect(browser.complaints).toEqual([]);
  });
});
