import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { startMailServer } from "../../../src/notices/mail/testing.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { startWorkers } from "../../../src/workers.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("the admins' pages in a real browser", needs("chromium"), () => {
  let cloud: Awaited<ReturnType<typeof createTestApp>>;
  let browser: TestConsole;
  let page: Page;
  let [boss, ann]: TestUser[] = [];

  beforeAll(async () => {
    const mail = await startMailServer();
    cloud = await createTestApp({ settings: mail.settings });
    await startWorkers(cloud.parts);
    boss = await cloud.signIn("admin", "boss@example.com");
    ann = await cloud.signIn("operator", "ann@example.com");
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const confirm = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();
  const row = (name: string | RegExp) => page.getByRole("row", { name });

  test("invite a person with a working link, and revoke the invite", async () => {
    await browser.openAs(boss!, "admin/invites");
    await page.getByText("No invites yet.").waitFor();
    await page.getByLabel("Email to invite").fill("bob@example.com");
    await page.getByLabel("Role of the invited").selectOption("supervisor");
    await page.getByRole("button", { name: "Invite" }).click();
    const link = new URL((await page.locator(".secret code").textContent()) ?? "");
    const preview = () => cloud.send("GET", `/v1/invites/${link.hash.replace("#token=", "")}`);
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

  test("narrow the log to people and to actions with one prefix, and export the shown entries", async () => {
    await edgeSender(cloud).scan("AUDITED1", await scanBody());
    await browser.openAs(boss!, "admin/audit-log");
    const entries = page.locator(".audit-item");
    await entries.first().getByText("scan.record").waitFor();
    await page.getByLabel("Actors").selectOption("People only");
    await entries.first().getByText("invite.revoke").waitFor();
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
    expect(rows.map((row) => row.split(",")[4])).toEqual(
      ["Action", "invite.revoke", "invite.create"].map((cell) => `"${cell}"`),
    );
    await page.getByLabel("Actors").selectOption("Devices");
    await page.getByText("No matching entries.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await entries.first().locator("summary").click();
    await entries.first().getByRole("link", { name: "Open the container" }).click();
    await page.getByRole("heading", { level: 1, name: "AUDITED1" }).waitFor();
  });

  test("fit a phone, and keep a long name beside its buttons", async () => {
    await cloud.send("PUT", "/v1/user/me", { headers: ann!.authorization, body: { name: "A".repeat(200) } });
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
