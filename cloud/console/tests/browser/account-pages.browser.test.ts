import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { startProvider } from "../../../src/people/auth/testing.ts";
import { cleanUpLater } from "../../../src/testing/clean-up.ts";
import type { Settings } from "../../../src/platform/settings/settings.ts";
import { startServer } from "../../../src/platform/http/start-server.ts";
import { startMailServer } from "../../../src/notices/mail/testing.ts";
import { createTestApp } from "../../../src/testing/app.ts";
import { startWorkers } from "../../../src/workers.ts";
import { CLEAN_UP_MS, openContext } from "./open-console.ts";

/** A cloud with a mail server, and its address. */
const startCloud = async (settings: Partial<Settings> = {}) => {
  const mail = await startMailServer();
  const site = await createTestApp({ settings: { ...mail.settings, ...settings } });
  await startWorkers(site.parts);
  const server = await startServer(() => site.app, { port: 0, host: "127.0.0.1", newId: site.parts.newId });
  cleanUpLater(() => server.stop(CLEAN_UP_MS));
  return { ...site, mail, base: `http://127.0.0.1:${server.port}/app` };
};
/** A page of a fresh browser. */
const openPage = async () => (await openContext()).newPage();

describe("the pages before the sign-in", needs("chromium"), () => {
  let cloud: Awaited<ReturnType<typeof startCloud>>;

  beforeAll(async () => {
    cloud = await startCloud();
  });

  test("make an account of an invite, and sign in", async () => {
    const { send, signIn, mail, base } = cloud;
    const page = await openPage();
    const { authorization: headers } = await signIn("admin", "boss@example.com");
    await send("POST", "/v1/admin/invites", { headers, body: { email: "ann@example.com", role: "operator" } });
    await page.goto(`${base}/invite#token=${await mail.tokenFor("ann@example.com")}`);
    await page.getByText("boss@example.com invites you as operator").waitFor();
    await page.getByLabel("Your name").fill("Ann Ward");
    await page.getByLabel("New password").fill("password1234");
    await page.getByRole("button", { name: "Create account" }).click();
    expect(await page.getByRole("alert").textContent()).toMatch(/The password is a common password/);
    await page.getByLabel("New password").fill("four words of harbour");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    expect(await page.locator(".account-who").textContent()).toContain("ann@example.com");
  });

  test("set a forgotten password", async () => {
    const { send, mail, base } = cloud;
    const page = await openPage();
    await page.goto(`${base}/sign-in#error=INVITE_REQUIRED`);
    expect(await page.getByRole("alert").textContent()).toMatch(/No account or open invite/);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    // The sign-in page, which has such a field too, stays until the next one is loaded.
    const ask = page.getByRole("button", { name: "Mail me a link" });
    await ask.waitFor();
    await page.getByLabel("Email").fill("admin@localhost");
    await ask.click();
    await page.getByText("on its way").waitFor();
    await page.goto("about:blank");
    await page.goto(`${base}/reset-password#token=${await mail.tokenFor("admin@localhost")}`);
    await page.getByLabel("New password").fill("four words of harbour");
    await page.getByRole("button", { name: "Set it" }).click();
    await page.getByText("The new password is set").waitFor();
    const body = { email: "admin@localhost", password: "four words of harbour" };
    expect(await send("POST", "/v1/user/auth/email/login", { body })).toMatchObject({ status: 200 });
  });

  test("offer the sign-in with Google where it is set up, and only there", async () => {
    const page = await openPage();
    await page.goto(`${cloud.base}/sign-in`);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("link", { name: "Google" }).count()).toBe(0);
    const publicUrl = "https://inspection.example.com";
    const provider = await startProvider(`${publicUrl}/v1/user/auth/google/callback`);
    const { base } = await startCloud({ publicUrl, signInProvider: provider.settings });
    await page.goto(`${base}/sign-in`);
    const left = page.waitForRequest((request) => request.url().startsWith(`${provider.settings.issuer}/auth`));
    await page.getByRole("link", { name: "Sign in with Google" }).click();
    expect(new URL((await left).url()).searchParams.get("client_id")).toBe(provider.settings.clientId);
  });

  test("explain that a link cannot be used", async () => {
    const { base } = cloud;
    const page = await openPage();
    await page.goto(`${base}/invite#token=nothing`);
    await page.getByText("Invite not found").waitFor();
    await page.goto(`${base}/verify-email`);
    await page.getByText("The link is incomplete").waitFor();
    await page.goto("about:blank");
    await page.goto(`${base}/verify-email#token=nothing`);
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(await page.getByRole("alert").textContent()).toMatch(/has expired or has already been used/);
  });
});
