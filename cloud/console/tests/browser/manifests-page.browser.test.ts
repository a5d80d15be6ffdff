import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { cleanUpLater } from "../../../src/testing/clean-up.ts";
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
  const countOf = async (part: string) => (await as(sue!, "GET", `/manifests?q=${part}`)).body.data.items.length;

  test("are imported from a file with a wrong row, once, though a reply is lost and the page reloaded", async () => {
    await browser.openAs(ann!, "manifests");
    await page.getByRole("link", { name: "Import a file" }).click();
    const rows = (number: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${number};"Item; ${index}";`);
    const lines = ["Cntr No;Commodity;Note", ...rows("WIZ1", 600), "?;Sand;", ...rows("WIZ2", 600)];
    const folder = await mkdtemp(path.join(tmpdir(), "manifests-"));
    cleanUpLater(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "gate.csv");
    await writeFile(file, lines.join("\r\n"));
    const choose = () => page.getByLabel("File of manifests").setInputFiles(file);
    await choose();
    await page.getByText("CSV, separated by semicolons").waitFor();
    expect(await page.getByLabel("Commodity becomes").inputValue()).toBe("goodsDescription");
    expect(await page.getByLabel("Note becomes").inputValue()).toBe("");
    await page.getByText("1 row has a problem").waitFor();
    await page.getByText("Line 602: Container number must be").waitFor();

    // The second part is written and its reply lost; then the service is not reached until the page is reloaded.
    const keys: (string | undefined)[] = [];
    await page.route("**/v1/manifests/import", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length === 1) return route.continue();
      if (keys.length === 2) await route.fetch();
      return route.abort("connectionreset");
    });
    await page.getByRole("button", { name: "Import 1,200 rows" }).click();
    await page.getByText("It continues automatically").waitFor();
    await expect.poll(() => keys.length).toBeGreaterThan(2);
    await page.unrouteAll();
    page.on("request", (request) => {
      if (request.url().endsWith("/import") && request.method() === "POST")
        keys.push(request.headers()["idempotency-key"]);
    });
    await page.reload();
    await choose();
    await page.getByText("The import of this file was interrupted").waitFor();
    await page.getByRole("button", { name: "Continue the import" }).click();
    await page.getByText("1,201 of 1,201 rows sent, finished.").waitFor();
    expect([new Set(keys).size, keys.slice(-2)]).toEqual([2, keys.slice(0, 2)]);
    await page.getByText("1,200 imported").waitFor();
    await page.getByRole("row", { name: /602 failed Container number must be/ }).waitFor();
    expect(await countOf("WIZ")).toBe(2);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy the rows that were not imported" }).click();
    await expect
      .poll(() => page.evaluate("navigator.clipboard.readText()"))
      .toContain("?\tSand\t\tContainer number must");
    await page.getByRole("link", { name: "Show the manifests" }).click();
    await page.getByRole("cell", { name: "WIZ2" }).waitFor();
  });

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
      await page.locator("main .card").first().waitFor();
      await expect
        .poll(async () => [place, await page.evaluate("document.documentElement.scrollWidth")])
        .toEqual([place, 320]);
    }
    expect(browser.complaints).toEqual([]);
  });
});
