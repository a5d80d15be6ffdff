import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { startMailServer } from "../../../src/notices/mail/testing.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { startWorkers } from "../../../src/workers.ts";
import { updateAccount } from "../../../src/people/users/account-store.ts";
import { setPseudonym } from "../../../src/operations/erasure/erasure-store.ts";
import { BUILT, openConsole, PROGRAM, type TestConsole } from "./open-console.ts";

describe.skipIf(!PROGRAM || !BUILT)("the admins' pages in a real browser", () => {
  let test: Awaited<ReturnType<typeof createTestApp>>;
  let browser: TestConsole;
  let page: Page;
  let [boss, ann]: TestUser[] = [];
  let isRefused = true;

  beforeAll(async () => {
    const mail = await startMailServer(({ to }) => (isRefused && to.includes("bob@example.com") ? 550 : undefined));
    test = await createTestApp({ settings: mail.settings });
    await startWorkers(test.parts);
    boss = await test.signIn("admin", "boss@example.com");
    ann = await test.signIn("operator", "ann@example.com");
    browser = await openConsole(test);
    page = browser.page;
  });

  const open = (name: string) => page.getByRole("navigation").getByRole("link", { name }).click();
  const confirm = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();
  const row = (name: string | RegExp) => page.getByRole("row", { name });

  it("are not for operators, who have no way there", async () => {
    await browser.openAs(ann!, "containers");
    expect(await page.getByRole("link", { name: "Admin" }).count()).toBe(0);
    for (const place of ["admin", "devices"]) {
      await browser.openAs(ann!, place);
      await page.getByText("Administrators only").waitFor();
    }
  });

  it("change a role, and disable an account and enable it again", async () => {
    await browser.openAs(boss!, "containers");
    await open("Admin");
    await page.getByLabel("Email or name").fill("ann@");
    await row("boss@example.com").waitFor({ state: "detached" });
    await page.getByLabel("Role of ann@example.com").selectOption("supervisor");
    await confirm("Change role");
    const me = () => test.send("GET", "/v1/user/me", { headers: ann!.authorization });
    await expect.poll(async () => (await me()).body.data.role).toBe("supervisor");
    await row("ann@example.com").getByRole("button", { name: "Disable" }).click();
    await confirm("Disable account");
    await row("ann@example.com").getByText("disabled").waitFor();
    expect((await me()).status).toBe(401);
    await row("ann@example.com").getByRole("button", { name: "Enable" }).click();
    await row("ann@example.com").getByText("disabled").waitFor({ state: "detached" });
  });

  it("keep the last admin who can sign in, and explain why", async () => {
    await page.getByLabel("Email or name").fill("");
    await row("admin@localhost").getByRole("button", { name: "Disable" }).click();
    await confirm("Disable account");
    await row("admin@localhost").getByText("disabled").waitFor();
    await page.getByLabel("Role of boss@example.com").selectOption("operator");
    await confirm("Change role");
    await page.getByText("This is the last administrator who can sign in").waitFor();
    expect(await page.getByLabel("Role of boss@example.com").inputValue()).toBe("admin");
  });

  it("show an erased account, and offer nothing that would change it", async () => {
    const leaver = await test.signIn("operator", "leaver@example.com");
    const now = new Date(test.parts.nowMs());
    await updateAccount(test.parts.db, leaver.id, { role: "operator", disabledAt: now, updatedAt: now });
    await setPseudonym(test.parts.db, leaver.id, { email: "erased-1@erased.invalid", name: "Erased user 1", now });
    await page.reload();
    await row("erased-1@erased.invalid").getByText("erased", { exact: true }).waitFor();
    expect(await row("erased-1@erased.invalid").getByRole("button").count()).toBe(0);
    expect(await page.getByLabel("Role of erased-1@erased.invalid").isDisabled()).toBe(true);
  });

  it("invite a person with a working link, and revoke the invite", async () => {
    await open("Invites");
    await page.getByText("No invites yet.").waitFor();
    await page.getByLabel("Email to invite").fill("bob@example.com");
    await page.getByLabel("Role of the invited").selectOption("supervisor");
    await page.getByRole("button", { name: "Invite" }).click();
    const link = new URL((await page.locator(".secret code").textContent()) ?? "");
    const preview = () => test.send("GET", `/v1/invites/${link.hash.replace("#token=", "")}`);
    expect((await preview()).body.data).toMatchObject({ email: "bob@example.com", role: "supervisor" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy the link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(link.href);
    await row("bob@example.com").getByRole("button", { name: "Revoke" }).click();
    await confirm("Revoke invite");
    await row("bob@example.com").getByText("revoked").waitFor();
    expect(await page.locator(".secret").count()).toBe(0);
    expect((await preview()).status).toBe(410);
  });

  it("add a service, whose token works until it is ended or the service is disabled", async () => {
    await browser.openAs(boss!, "admin/services");
    await page.getByLabel("Name of the service").fill("Port System");
    await page.getByRole("button", { name: "Add service" }).click();
    await page.getByText("The name must be 1 to 50 lower-case letters").waitFor();
    await page.getByLabel("Name of the service").fill("port-system");
    await page.getByRole("button", { name: "Add service" }).click();
    const shown = page.getByRole("region", { name: "The new token" });
    const tokenOf = async () => ((await shown.count()) > 0 && (await shown.locator("code").textContent())) || "";
    await expect.poll(tokenOf).not.toBe("");
    const first = await tokenOf();
    const statusWith = async (token: string) =>
      (await test.send("GET", "/v1/containers", { headers: { Authorization: `Bearer ${token}` } })).status;
    expect(await statusWith(first)).toBe(200);
    await row("port-system").getByRole("button", { name: "New token" }).click();
    await expect.poll(tokenOf).not.toBe(first);
    const second = await tokenOf();
    await row("port-system").getByRole("button", { name: "End" }).nth(1).click();
    await confirm("End token");
    await expect.poll(() => statusWith(first)).toBe(401);
    expect(await statusWith(second)).toBe(200);
    await row("port-system").getByRole("button", { name: "Disable" }).click();
    await confirm("Disable account");
    await row("port-system").getByText("none").waitFor();
    expect(await statusWith(second)).toBe(401);
  });

  it("show why a mail did not go out, and send it again", async () => {
    await open("Emails");
    const mail = row("invite to bob@example.com");
    await mail.getByText("failed", { exact: true }).waitFor();
    expect(await mail.textContent()).toContain("not taken");
    isRefused = false;
    await mail.getByRole("button", { name: "Send again" }).click();
    await mail.getByText("sent", { exact: true }).waitFor();
    expect(await mail.getByRole("button").count()).toBe(0);
  });

  it("show in the audit log who changed what, with the values before and after", async () => {
    await open("Audit log");
    await page.getByLabel("What was done").fill("user.update");
    await page.keyboard.press("Enter");
    const entries = page.locator(".audit-item");
    await expect.poll(() => entries.locator("strong").allTextContents()).toEqual(Array(5).fill("user.update"));
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("What was done");
    const first = entries.last();
    expect(await first.locator("summary").textContent()).toContain(`boss@example.comuser ${ann!.id}`);
    await first.locator("summary").click();
    expect(await first.locator(".changes").textContent()).toContain("roleoperatorsupervisor");
    await first.getByRole("link", { name: "Open the user ann@example.com" }).waitFor();
    await page.getByLabel("Who").fill("unknown@example.com");
    await page.keyboard.press("Enter");
    await page.getByText("No matching entries.").waitFor();
  });

  it("narrow the log to people and to actions with one beginning, and export what is shown", async () => {
    await edgeSender(test).scan("AUDITED1", await scanBody());
    await browser.openAs(boss!, "admin/audit-log");
    const entries = page.locator(".audit-item");
    await entries.first().getByText("scan.record").waitFor();
    await page.getByLabel("Actors").selectOption("People only");
    await entries.first().getByText("email-job.retry").waitFor();
    await page.getByLabel("What was done").fill("invite");
    await page.keyboard.press("Enter");
    const actions = entries.locator("strong");
    await expect.poll(() => actions.allTextContents()).toEqual(["invite.revoke", "invite.create"]);
    const search = new URL(page.url()).searchParams;
    expect([search.get("actor"), search.get("action")]).toEqual(["user", "invite."]);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const rows = readFileSync(await (await download).path(), "utf8")
      .trimEnd()
      .split("\r\n");
    expect(rows.map((row) => row.split(",")[4])).toEqual(["Action", "invite.revoke", "invite.create"]);
    await page.getByLabel("Actors").selectOption("Devices");
    await page.getByText("No matching entries.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await entries.first().locator("summary").click();
    await entries.first().getByRole("link", { name: "Open the container" }).click();
    await page.getByRole("heading", { level: 1, name: "AUDITED1" }).waitFor();
  });

  it("fit a phone, and keep a long name beside its buttons", async () => {
    await test.send("PUT", "/v1/user/me", { headers: ann!.authorization, body: { name: "A".repeat(200) } });
    await browser.openAs(boss!, "admin/users");
    const disable = row("ann@example.com").getByRole("button", { name: "Disable" });
    await disable.waitFor();
    expect((await disable.boundingBox())!.x).toBeLessThan(1280);
    await page.setViewportSize({ width: 320, height: 800 });
    for (const place of ["users", "invites", "emails", "push-deliveries", "webhooks", "category-map", "audit-log"]) {
      await browser.openAs(boss!, `admin/${place}`);
      await page.locator(".list-table, .audit-item, .notice").first().waitFor();
      await expect
        .poll(async () => [place, await page.evaluate("document.documentElement.scrollWidth")])
        .toEqual([place, 320]);
    }
    expect(browser.complaints).toEqual([]);
  });
});
