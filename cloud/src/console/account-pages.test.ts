import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { cleanUpLater } from "../db/clean-up.ts";
import { startServer } from "../http/start-server.ts";
import { startMailServer } from "../mail/testing.ts";
import { createTestApp } from "../testing.ts";
import { startWorkers } from "../workers.ts";
import { BUILT, PROGRAM, QUIET } from "./testing.ts";

const setUp = async () => {
  const mail = await startMailServer();
  const test = await createTestApp({ settings: mail.settings });
  await startWorkers(test.parts);
  const server = await startServer(() => test.app, { port: 0, host: "127.0.0.1", newId: test.parts.newId });
  cleanUpLater(() => server.stop(0));
  const browser = await chromium.launch({ executablePath: PROGRAM!, args: QUIET });
  cleanUpLater(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  return { ...test, mail, page, base: `http://127.0.0.1:${server.port}/app` };
};

describe.skipIf(!PROGRAM || !BUILT)("the pages that mailed links lead to", () => {
  it("make an account of an invite, and sign in", async () => {
    const { send, signIn, mail, page, base } = await setUp();
    const { authorization: headers } = await signIn("admin", "boss@example.com");
    await send("POST", "/v1/admin/invites", { headers, body: { email: "ann@example.com", role: "operator" } });
    await page.goto(`${base}/invite#token=${await mail.tokenFor("ann@example.com")}`);
    await page.getByText("boss@example.com invites you as operator").waitFor();
    await page.getByLabel("Your name").fill("Ann Ward");
    await page.getByLabel("New password").fill("password1234");
    await page.getByRole("button", { name: "Make my account" }).click();
    expect(await page.getByRole("alert").textContent()).toMatch(/The password is one of the passwords/);
    await page.getByLabel("New password").fill("four words of harbour");
    await page.getByRole("button", { name: "Make my account" }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    expect(await page.locator(".bar-user").textContent()).toContain("ann@example.com");
  });

  it("set a forgotten password", async () => {
    const { send, mail, page, base } = await setUp();
    await page.goto(`${base}/sign-in#error=INVITE_REQUIRED`);
    expect(await page.getByRole("alert").textContent()).toMatch(/no account or open invite/);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill("admin@localhost");
    await page.getByRole("button", { name: "Mail me a link" }).click();
    await page.getByText("on its way").waitFor();
    await page.goto("about:blank");
    await page.goto(`${base}/reset-password#token=${await mail.tokenFor("admin@localhost")}`);
    await page.getByLabel("New password").fill("four words of harbour");
    await page.getByRole("button", { name: "Set it" }).click();
    await page.getByText("The new password is set").waitFor();
    const body = { email: "admin@localhost", password: "four words of harbour" };
    expect(await send("POST", "/v1/user/auth/email/login", { body })).toMatchObject({ status: 200 });
  });

  it("say when a link is of no use", async () => {
    const { page, base } = await setUp();
    await page.goto(`${base}/invite#token=nothing`);
    await page.getByText("There is no such invite").waitFor();
    await page.goto(`${base}/verify-email`);
    await page.getByText("The link is not complete").waitFor();
    await page.goto("about:blank");
    await page.goto(`${base}/verify-email#token=nothing`);
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(await page.getByRole("alert").textContent()).toMatch(/expired or was used/);
  });
});
