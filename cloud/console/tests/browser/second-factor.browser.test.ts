import type { CDPSession, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestApp } from "../../../src/testing/app.ts";
import { codeAt, withPassword } from "../../../src/people/second-factors/testing.ts";
import { ADMIN, openConsole, openContext, type TestConsole } from "./open-console.ts";

/** A key in the device, with a lock that its user opens at each question. */
const DEVICE_KEY = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

type Person = Awaited<ReturnType<typeof withPassword>>;

describe("second factors in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let base: string;
  let page: Page;
  let keys: CDPSession;
  let person: Person;

  beforeAll(async () => {
    cloud = await createTestApp({ clockRuns: false });
    browser = await openConsole(cloud);
    ({ page } = browser);
    base = browser.base.replace("127.0.0.1", "localhost");
    keys = await page.context().newCDPSession(page);
    await keys.send("WebAuthn.enable");
    await keys.send("WebAuthn.addVirtualAuthenticator", { options: DEVICE_KEY });
    person = await withPassword(cloud);
  });

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const factors = () => page.getByRole("region", { name: "Second factor" });
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const enterPassword = async (place = "account") => {
    await page.goto(`${base}/sign-in?to=/${place}`);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await button("Sign in").click();
  };
  const signOut = async () => {
    await button("Account menu").click();
    await button("Sign out").click();
    await button("Sign in").waitFor();
  };
  const confirmWithPassword = async (name: string, action: string) => {
    await dialog(name).getByLabel("Current password").fill(person.password);
    await dialog(name).getByRole("button", { name: action }).click();
  };
  const shownCodes = async () => {
    const items = dialog("Store your recovery codes").getByRole("listitem");
    await items.last().waitFor();
    return items.allTextContents();
  };
  let secret: string;
  let codes: string[];

  test("an authenticator app is added with its first code, and the recovery codes stay until they are stored", async () => {
    await enterPassword();
    await button("Add an authenticator app").click();
    await confirmWithPassword("Set up an authenticator app", "Continue");
    const scan = dialog("Scan this code with the app");
    await scan.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    secret = (await scan.locator("code").textContent())!.replaceAll(" ", "");
    await scan.getByLabel("The code that the app shows").fill("000000");
    await button("Add app").click();
    expect(await scan.getByRole("alert").textContent()).toMatch(/The code is wrong/);
    await scan.getByLabel("The code that the app shows").fill(codeAt(secret, cloud.parts.nowMs()));
    await button("Add app").click();
    codes = await shownCodes();
    expect(new Set(codes).size).toBe(10);
    await page.keyboard.press("Escape");
    await button("I have stored them").click();
    await factors().getByText("10 recovery codes left.").waitFor();
    await factors().getByText("Authenticator app", { exact: true }).waitFor();
    cloud.advanceMs(30_000);
  });

  test("the sign-in then asks for a code of the app, or a recovery code", async () => {
    await signOut();
    await enterPassword();
    const code = page.getByLabel("Code of your authenticator app, or a recovery code");
    await code.fill("000000");
    await button("Continue").click();
    expect(await page.getByRole("alert").textContent()).toMatch(/is wrong, or was used before/);
    await code.fill(codeAt(secret, cloud.parts.nowMs()));
    await button("Continue").click();
    await factors().waitFor();
    await signOut();
    await enterPassword();
    await code.fill(codes[0]!.toUpperCase());
    await button("Continue").click();
    await factors().getByText("9 recovery codes left.").waitFor();
  });

  test("a passkey is added, signs in after the password, and alone", async () => {
    await button("Add a passkey").click();
    await dialog("Add a passkey").getByLabel("Name").fill("Laptop");
    await confirmWithPassword("Add a passkey", "Continue");
    await factors().getByText("Laptop").waitFor();
    await signOut();
    await enterPassword();
    await button("Use a passkey").click();
    await factors().getByText("Laptop").waitFor();
    await signOut();
    await button("Use a passkey").click();
    await button("Account menu").waitFor();
    await page.goto(`${base}/account`);
    const current = page
      .getByRole("region", { name: "Sessions" })
      .getByRole("listitem")
      .filter({ hasText: "this one" });
    expect(await current.textContent()).toContain("by passkey");
  });

  test("the end of a session asks for the second step over the page, which continues", async () => {
    await page.getByRole("region", { name: "Name" }).getByLabel("Your name").fill("Eve Adams");
    const { items } = (await person.send("GET", "/user/me/sessions", undefined, await tokenOf(page))).body.data;
    const current = items.find((one: { current: boolean }) => one.current);
    await person.send("DELETE", `/user/me/sessions/${current.id}`, undefined, await tokenOf(page));
    await button("Save name").click();
    await dialog("Your session has ended").getByLabel("Password").fill(person.password);
    await button("Sign in").click();
    await dialog("Second step").getByRole("button", { name: "Use a passkey" }).click();
    await dialog("Second step").waitFor({ state: "detached" });
    await button("Save name").click();
    await page.getByRole("region", { name: "Account" }).getByText("Eve Adams").waitFor();
    expect((await person.send("GET", "/user/me", undefined, await tokenOf(page))).body.data.name).toBe("Eve Adams");
  });

  test("new recovery codes replace the earlier ones, and factors are removed with the password", async () => {
    await button("New recovery codes").click();
    await confirmWithPassword("New recovery codes", "Create codes");
    const shown = await shownCodes();
    expect(shown.filter((code) => codes.includes(code))).toEqual([]);
    await button("I have stored them").click();
    await button("Remove Laptop").click();
    await confirmWithPassword("Remove Laptop?", "Remove");
    await factors().getByText("Laptop").waitFor({ state: "detached" });
    await button("Remove Authenticator app").click();
    await confirmWithPassword("Remove Authenticator app?", "Remove");
    await factors().getByText("None.").waitFor();
    expect(browser.complaints).toEqual([]);
  });

  test("a role that requires one sees nothing else, until one is added", async () => {
    const context = await openContext();
    const boss = await context.newPage();
    await boss.goto(`${base}/sign-in?to=/admin/users`);
    await boss.getByLabel("Email").fill(ADMIN.email);
    await boss.getByLabel("Password").fill(ADMIN.password);
    await boss.getByRole("button", { name: "Sign in", exact: true }).click();
    await boss.getByRole("checkbox", { name: "operator" }).click();
    await boss.getByRole("alertdialog").getByRole("button", { name: "Require it" }).click();
    await boss.getByRole("alertdialog").waitFor({ state: "detached" });
    await expect.poll(() => boss.getByRole("checkbox", { name: "operator" }).isChecked()).toBe(true);
    // The page that was open asks for one with its next request.
    await page.getByRole("link", { name: "Containers" }).click();
    await page.getByRole("heading", { name: "Add a second factor" }).waitFor();
    expect(await page.getByRole("navigation").count()).toBe(0);
    await button("Add a passkey").click();
    await confirmWithPassword("Add a passkey", "Continue");
    await button("I have stored them").click();
    await page.getByRole("button", { name: "Add container" }).waitFor();

    await boss.reload();
    const row = boss.getByRole("row", { name: person.email });
    await row.getByRole("button", { name: "Reset second factor" }).click();
    await boss.getByRole("alertdialog").getByRole("button", { name: "Reset second factor" }).click();
    await row.getByText("second factor", { exact: true }).waitFor({ state: "detached" });
    expect((await person.login()).status).toBe(200);
  });
});

/** The session that a page's browser has. */
async function tokenOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === "token")?.value ?? "";
}
