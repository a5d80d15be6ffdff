import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestApp } from "../../../src/testing/app.ts";
import { PASSWORD, withPassword } from "../../../src/people/second-factors/testing.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("sessions in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let person: Awaited<ReturnType<typeof withPassword>>;

  beforeAll(async () => {
    cloud = await createTestApp();
    browser = await openConsole(cloud);
    ({ page } = browser);
    person = await withPassword(cloud);
  });

  /** Signs the person in with another browser. */
  const signInWith = async (userAgent: string): Promise<string> => {
    const body = { email: person.email, password: PASSWORD };
    const headers = { "User-Agent": userAgent };
    return (await cloud.send("POST", "/v1/user/auth/email/login", { headers, body })).body.data.token;
  };
  const statusOf = async (token: string) =>
    (await cloud.send("GET", "/v1/user/me", { headers: { Authorization: `Bearer ${token}` } })).status;
  const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const asUser = ({ id, email, token }: typeof person) => ({ id, email, token, authorization: { Authorization: "" } });

  test("are listed with their browsers, and ended one by one or all but this one", async () => {
    const [phone, tablet] = [await signInWith(FIREFOX), await signInWith("curl/8.14.1")];
    await browser.openAs(asUser(person), "account");
    const sessions = page.getByRole("region", { name: "Sessions" });
    await sessions.getByText("this one").waitFor();
    await sessions.getByRole("button", { name: "End the session of Firefox 140 on Linux" }).click();
    await sessions.getByText("Firefox 140 on Linux").waitFor({ state: "detached" });
    expect([await statusOf(phone), await statusOf(tablet)]).toEqual([401, 200]);
    await sessions.getByRole("button", { name: "End all other sessions" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End sessions" }).click();
    await sessions.getByText("curl/8.14.1").waitFor({ state: "detached" });
    expect([await statusOf(tablet), await statusOf(person.token)]).toEqual([401, 200]);
  });

  test("show their times in the zone that the user has chosen, on every device", async () => {
    const since = page.getByRole("region", { name: "Account" }).locator("time");
    const zone = page.getByRole("region", { name: "Time zone" });
    await zone.getByLabel("Times are shown in").selectOption("Asia/Tokyo");
    await zone.getByText("Asia/Tokyo (GMT+9)").waitFor();
    const text = (timeZone: string) =>
      page.evaluate(
        ([at, name]) =>
          new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium", timeZone: name }),
        [new Date(cloud.parts.nowMs()).toISOString(), timeZone] as const,
      );
    expect((await since.textContent())?.split(":")[0]).toBe((await text("Asia/Tokyo")).split(":")[0]);
    await page.reload();
    await zone.getByText("Asia/Tokyo (GMT+9)").waitFor();
    const me = await person.send("GET", "/user/me");
    expect(me.body.data.timeZone).toBe("Asia/Tokyo");
    await zone.getByLabel("Times are shown in").selectOption("");
    await expect.poll(async () => (await person.send("GET", "/user/me")).body.data.timeZone).toBe(null);
  });

  test("of a user are ended by an administrator", async () => {
    const [phone, tablet] = [await signInWith(FIREFOX), await signInWith("curl/8.14.1")];
    await browser.openAs(await cloud.signIn("admin", "boss@example.com"), "admin/users");
    await page.getByRole("button", { name: `Sessions of ${person.email}` }).click();
    const dialog = page.getByRole("dialog", { name: `Sessions of ${person.email}` });
    await dialog.getByRole("button", { name: "End the session of Firefox 140 on Linux" }).click();
    await dialog.getByText("Firefox 140 on Linux").waitFor({ state: "detached" });
    expect([await statusOf(phone), await statusOf(tablet)]).toEqual([401, 200]);
    await dialog.getByRole("button", { name: "End all" }).click();
    await dialog.getByText("Not signed in anywhere.").waitFor();
    expect([await statusOf(tablet), await statusOf(person.token)]).toEqual([401, 401]);
    await dialog.getByRole("button", { name: "Done" }).click();
    expect(browser.complaints).toEqual([]);
  });
});
