import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

const NUMBER = "CSQU3054383";

describe("manifests in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let [ann, bob, sue]: TestUser[] = [];
  let id: string;

  beforeAll(async () => {
    cloud = await createTestApp();
    ann = await cloud.signIn("operator", "ann@example.com");
    bob = await cloud.signIn("operator", "bob@example.com");
    sue = await cloud.signIn("supervisor", "sue@example.com");
    const detections = [{ class_name: "drum", confidence: 0.9 }];
    await edgeSender(cloud).scan(NUMBER, await scanBody({ detections, user_email: ann.email }));
    const body = {
      containerNumber: NUMBER,
      billOfLading: "HLCU1",
      vessel: { name: "Ever", any: 1 },
      declaredGoods: [{ description: "Drums of oil", hsCode: "2710", marks: "none" }, { description: "Tea" }],
    };
    id = (await as(ann, "POST", "/manifests", body)).body.data.id;
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const as = (user: TestUser, method: string, url: string, body?: unknown) =>
    cloud.send(method, `/v1${url}`, { headers: user.authorization, body });
  const read = async () => (await as(sue!, "GET", `/manifests/${id}`)).body.data;

  test("show how a change would match the seen cargo, before it is saved", async () => {
    await browser.openAs(sue!, `manifests/${id}/edit`);
    const preview = page.getByRole("region", { name: "Match with your changes" });
    await page.getByLabel("Status").selectOption("REJECTED");
    await page.getByRole("button", { name: "Preview match" }).click();
    await preview.getByText("Nothing is saved yet.").waitFor();
    await preview.getByRole("heading", { name: "New findings" }).waitFor();
    expect(await read()).toMatchObject({ status: "DRAFT" });
    // It is of other changes than those that the form has now.
    await page.getByLabel("Status").selectOption("VALIDATED");
    await preview.waitFor({ state: "detached" });
    await page.getByLabel("Container number").fill("OTHER1");
    await page.getByRole("button", { name: "Preview match" }).click();
    await page.getByText("Nothing to compare").last().waitFor();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("heading", { name: "HLCU1" }).waitFor();
  });

  test("are edited by two users at once, and neither overwrites the other", async () => {
    await browser.openAs(sue!, `manifests/${id}/edit`);
    const bill = page.getByLabel("Bill of lading");
    await bill.fill("HLCU2");
    await page.getByRole("button", { name: "Remove line 2" }).click();
    await page.getByRole("button", { name: "Add line" }).click();
    await page.keyboard.type("Paper");
    await as(ann!, "PUT", `/manifests/${id}`, { vessel: { name: "Given" }, status: "VALIDATED" });
    await page.getByRole("button", { name: "Save changes" }).click();
    const newer = page.getByRole("alert", { name: "Newer version" });
    await newer.getByText("ann@example.com changed this manifest").waitFor();
    await newer.getByText("Given").waitFor();
    expect((await read()).billOfLading).toBe("HLCU1");

    await page.reload();
    await newer.waitFor();
    expect(await bill.inputValue()).toBe("HLCU2");
    await page.getByRole("button", { name: "Apply my changes to it" }).click();
    await newer.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "HLCU2" }).waitFor();
    await page.getByRole("region", { name: "Match after your change" }).waitFor();
    const drafts = "Object.keys(sessionStorage).filter((key) => key.startsWith('draft'))";
    expect(await page.evaluate(drafts)).toEqual([]);
    expect(await read()).toMatchObject({
      billOfLading: "HLCU2",
      vessel: { name: "Given" },
      status: "VALIDATED",
      declaredGoods: [{ description: "Drums of oil", hsCode: "2710", marks: "none" }, { description: "Paper" }],
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone").waitFor();
    expect(await read()).toMatchObject({ billOfLading: "HLCU1", vessel: { name: "Given" }, status: "VALIDATED" });
  });

  test("show their history as differences, to those who may see them", async () => {
    await page.getByRole("link", { name: "History" }).click();
    // The newest change undid this one.
    const changes = page.getByRole("list", { name: "Changes" }).locator("> li");
    const changed = changes.filter({ hasText: "sue@example.com changed it" }).nth(1);
    await changed.getByText("line 2 removed").waitFor();
    await changed.getByText("line 2 added").waitFor();
    await changed.getByRole("deletion").filter({ hasText: "HLCU1" }).waitFor();
    await changed.getByRole("insertion").filter({ hasText: "HLCU2" }).waitFor();
    expect(await changed.getByText("Drums of oil").count()).toBe(0);
    await browser.openAs(bob!, `manifests/${id}`);
    await page.getByRole("heading", { name: "You may not see this manifest" }).waitFor();
  });

  test("are created, attached beside others, and detached", async () => {
    await browser.openAs(sue!, "manifests/new");
    await page.getByLabel("Bill of lading").fill("HLCU3");
    await page.getByLabel("Container number").fill("?");
    await page.getByRole("button", { name: "Create manifest" }).click();
    await page.getByText("The container number must be 1 to 64").waitFor();
    await page.getByLabel("Container number").fill("");
    await page.getByRole("button", { name: "Create manifest" }).click();
    await page.getByRole("heading", { name: "HLCU3" }).waitFor();
    await page.getByLabel("Container number to attach to").fill("305438");
    await page.getByRole("button", { name: "Attach beside" }).click();
    const confirmed = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();
    await page.getByRole("button", { name: "Detach", exact: true }).click();
    await confirmed("Detach");
    await page.getByText("attached to no container").waitFor();
    expect((await read()).containerId).not.toBeNull();
    await page.getByLabel("Container number to attach to").fill("305438");
    await page.getByRole("button", { name: "Attach beside" }).click();
    await page.getByRole("button", { name: "Detach all 2" }).click();
    await confirmed("Detach all");
    await page.getByText("attached to no container").waitFor();
    expect((await read()).containerId).toBeNull();
  });

  test("fit a phone", async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    const places = ["manifests", `manifests/${id}`, `manifests/${id}?tab=history`, `manifests/${id}/edit`];
    for (const place of [...places, "manifests/import"]) {
      await browser.openAs(sue!, place);
      await page.locator("main .card:visible").first().waitFor();
      await expect
        .poll(async () => [place, await page.evaluate("document.documentElement.scrollWidth")])
        .toEqual([place, 320]);
    }
    expect(browser.complaints).toEqual([]);
  });
});
