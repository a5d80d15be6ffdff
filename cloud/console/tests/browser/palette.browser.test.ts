import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

/** Pages before the sign-in, and redirections. */
const NO_VIEWS = new Set(["/sign-in", "/invite", "/reset-password", "/verify-email", "/", "/admin/"]);

describe("the palette of commands in a real browser", needs("chromium"), () => {
  let page: Page;
  let browser: TestConsole;
  let ann: TestUser;
  let sue: TestUser;

  beforeAll(async () => {
    const cloud = await createTestApp();
    [ann, sue] = [
      await cloud.signIn("operator", "ann@example.com"),
      await cloud.signIn("supervisor", "sue@example.com"),
    ];
    const { scan } = edgeSender(cloud);
    for (const number of ["CSQU3054383", "TGHU7599330"]) await scan(number, await scanBody());
    browser = await openConsole(cloud);
    page = browser.page;
    await browser.openAs(sue, "today");
  });

  const field = () => page.getByRole("combobox", { name: "View, container number or action" });
  const choice = (name: string | RegExp) => page.getByRole("option", { name });
  const open = async () => {
    await page.keyboard.press("Control+k");
    await field().waitFor();
  };

  test("offers every view that has its own address", async () => {
    const source = await readFile(path.resolve(import.meta.dirname, "../../src/palette/places.ts"), "utf8");
    const offered = [...source.matchAll(/\bto: "([^"]+)"/g)].map(([, to]) => to);
    const routes: string[] = await page.evaluate(
      "Object.values(__TSR_ROUTER__.routesById).filter(({ children }) => !children).map(({ fullPath }) => fullPath)",
    );
    const views = routes.filter((route) => !route.includes("$") && !NO_VIEWS.has(route));
    expect(new Set(offered)).toEqual(new Set(views));
  });

  test("goes to a view with the keyboard alone, and closes with Escape", async () => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await open();
    await page.keyboard.press("Escape");
    await expect.poll(() => field().count()).toBe(0);
    await open();
    await page.keyboard.type("escal");
    await choice("Escalations").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/app/escalations");
    expect(await field().count()).toBe(0);
  });

  test("opens from the header, and shows every choice in its whole width", async () => {
    await page.getByRole("button", { name: "Search" }).click();
    await field().waitFor();
    const [dialog, list] = await Promise.all([
      page.getByRole("dialog").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      page.getByRole("listbox").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ]);
    expect({ dialog, list }).toEqual({ dialog: 0, list: 0 });
    expect(await page.getByText("Containers", { exact: true }).locator("visible=true").count()).toBe(2);
    await page.keyboard.press("Escape");
    await expect.poll(() => field().count()).toBe(0);
  });

  test("keeps the typed text when a previously chosen view arrives", async () => {
    const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
    await page.route("**/assets/shifts-page-*.js", (route) => isLetThrough.then(() => route.continue()));
    await open();
    await page.keyboard.type("shifts");
    await choice("Shifts").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => field().count()).toBe(0);
    await open();
    letThrough();
    await page.getByRole("heading", { level: 1, name: "Shifts", includeHidden: true }).waitFor({ state: "attached" });
    await page.keyboard.type("rul");
    await choice("Rules").waitFor();
    expect(await field().inputValue()).toBe("rul");
    await page.keyboard.press("Escape");
    await expect.poll(() => field().count()).toBe(0);
  });

  test("finds a container by a part of its number", async () => {
    await open();
    await page.keyboard.type("7599");
    await choice("TGHU7599330").waitFor();
    expect(await choice("CSQU3054383").count()).toBe(0);
    await choice("TGHU7599330").click();
    await page.getByRole("heading", { level: 1, name: "TGHU7599330" }).waitFor();
  });

  test("runs the page's actions", async () => {
    await page.getByRole("button", { name: "Escalate" }).first().waitFor();
    await open();
    await page.keyboard.type("escalate");
    await choice(/^Escalate/)
      .first()
      .click();
    await expect.poll(() => page.getByLabel(/reason/i).count()).toBeGreaterThan(0);
  });

  test("offers the views of the role", async () => {
    await browser.openAs(ann, "today");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await open();
    await choice("Containers").waitFor();
    for (const name of ["Review", "Rules", "Devices", "Admin: users"]) expect(await choice(name).count()).toBe(0);
    expect(browser.complaints).toEqual([]);
  });
});
