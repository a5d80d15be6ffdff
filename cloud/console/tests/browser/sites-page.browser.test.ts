import type { Page, Response } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("sites and lanes in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let boss: TestUser;

  beforeAll(async () => {
    cloud = await createTestApp();
    boss = await cloud.signIn("admin");
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const site = (name: string) => page.getByRole("region", { name, exact: true });
  const lane = (name: string) => page.getByRole("listitem", { name, exact: true });
  const admin = (method: string, path: string, body?: object) =>
    cloud.send(method, `/v1/admin/${path}`, { headers: boss.authorization, body });
  /** The topology in one line: North(In 1: cam). */
  const topology = async () => {
    const { sites, unassigned } = (await cloud.send("GET", "/v1/topology", { headers: boss.authorization })).body.data;
    const camerasOf = (cameras: { cameraId: string }[]) => cameras.map(({ cameraId }) => cameraId).join("+");
    type Lane = { name: string; cameras: { cameraId: string }[] };
    return [
      ...sites.map(
        ({ name, lanes }: { name: string; lanes: Lane[] }) =>
          `${name}(${lanes.map((each) => `${each.name}: ${camerasOf(each.cameras)}`).join(", ")})`,
      ),
      camerasOf(unassigned),
    ].join(" ");
  };

  /** Has another admin write right before this write of the page arrives, whenever the page reads. */
  const outdo = async (path: string, write: () => Promise<unknown>) => {
    let isDone = false;
    await page.route(`**/v1/admin/${path}`, async (route) => {
      if (route.request().method() === "PUT" && !isDone) {
        isDone = true;
        await write();
      }
      await route.continue();
    });
  };

  test("are for admins", async () => {
    await browser.openAs(await cloud.signIn("supervisor"), "sites");
    await page.getByText("Administrators only").waitFor();
    expect(await page.getByRole("button", { name: "Add site" }).count()).toBe(0);
  });

  test("an admin creates a site with lanes, and renames and moves them by the keyboard", async () => {
    await browser.openAs(boss, "sites");
    await page.getByText("No sites yet").waitFor();
    await page.getByLabel("Name of the new site").fill("North");
    await page.keyboard.press("Enter");
    await site("North").waitFor();
    for (const name of ["In 1", "In 2"]) {
      await site("North").getByLabel("Name of the new lane").fill(name);
      // The page shows a lane before the write that made it has ended; until then, the button is disabled.
      const add = site("North").getByRole("button", { name: "Add lane" });
      await expect.poll(() => add.isEnabled()).toBe(true);
      await page.keyboard.press("Enter");
      await lane(name).waitFor();
    }
    await lane("In 2").getByRole("button", { name: "Rename" }).press("Enter");
    await page.getByLabel("New name of In 2").fill("In 1");
    await page.keyboard.press("Enter");
    await page.getByText("The sites.0.lanes must have different names.").waitFor();
    await page.getByLabel("New name of In 2").fill("Out");
    await page.keyboard.press("Enter");
    await lane("Out").getByRole("button", { name: "Move Out up" }).press("Enter");
    await expect.poll(topology).toBe("North(Out: , In 1: ) ");
  });

  test("an admin adds a camera, places it, and undoes that", async () => {
    await page.getByLabel("ID of the camera").fill("gate-1-top");
    await page.getByRole("button", { name: "Add camera" }).click();
    await page.getByLabel("Lane of gate-1-top").focus();
    await page.getByLabel("Lane of gate-1-top").selectOption("North, Out");
    await lane("Out").getByRole("link", { name: "gate-1-top" }).waitFor();
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
    await expect.poll(focused).toBe("Lane of gate-1-top");
    expect(await topology()).toBe("North(Out: gate-1-top, In 1: ) ");
    await page.getByRole("button", { name: "Undo" }).click();
    await site("Without a lane").getByRole("link", { name: "gate-1-top" }).waitFor();
    expect(await topology()).toBe("North(Out: , In 1: ) gate-1-top");
  });

  test("an admin moves a camera while another move is under way, and moves one on", async () => {
    await admin("PUT", "cameras/gate-2", {});
    await page.reload();
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/admin/cameras/gate-1-top", async (route) => {
      if (route.request().method() === "PUT") await held.promise;
      await route.continue();
    });
    await page.getByLabel("Lane of gate-1-top").selectOption("North, Out");
    await page.getByLabel("Lane of gate-2").selectOption("North, Out");
    await page.getByLabel("Lane of gate-1-top").selectOption("North, In 1");
    held.resolve();
    await expect.poll(topology).toBe("North(Out: gate-2, In 1: gate-1-top) ");
    await page.unrouteAll();
    await admin("PUT", "cameras/gate-1-top", { laneId: null });
    await admin("DELETE", "cameras/gate-2");
    await page.reload();
    await site("Without a lane").getByRole("link", { name: "gate-1-top" }).waitFor();
  });

  test("a change of sites that another admin has changed is rejected, and the input stays", async () => {
    const field = site("North").getByLabel("Name of the new lane");
    await field.fill("In 3");
    const { sites } = (await admin("GET", "topology")).body.data;
    await outdo("topology", () => admin("PUT", "topology", { sites: [...sites, { name: "South", lanes: [] }] }));
    await site("North").getByRole("button", { name: "Add lane" }).click();
    await page.getByText("Another user has changed the sites.").waitFor();
    await page.unrouteAll();
    await site("South").waitFor();
    expect(await field.inputValue()).toBe("In 3");
    await site("North").getByRole("button", { name: "Add lane" }).click();
    await lane("In 3").waitFor();
    expect(await topology()).toBe("North(Out: , In 1: , In 3: ) South() gate-1-top");
  });

  test("an admin names a camera and its lane on its page, and changes nothing else", async () => {
    await page.getByRole("link", { name: "gate-1-top" }).click();
    const form = page.getByRole("region", { name: "Registration" });
    await form.getByLabel("Lane").selectOption("North, In 1");
    await outdo("cameras/gate-1-top", () => admin("PUT", "cameras/gate-1-top", { position: "top" }));
    // A change is based on the plan that the page has read again.
    const isRead = (reply: Response) =>
      reply.request().method() === "GET" && reply.url().endsWith("/v1/admin/cameras/gate-1-top");
    const readAgain = page.waitForResponse(isRead);
    await form.getByRole("button", { name: "Save camera" }).click();
    await page.getByText("Another user has changed this camera.").waitFor();
    await (await readAgain).finished();
    await page.unrouteAll();
    await form.getByLabel("Name").fill("Gate 1, above");
    await form.getByRole("button", { name: "Save camera" }).click();
    await page.getByRole("heading", { level: 1, name: "Gate 1, above" }).waitFor();
    const { name, position, laneId } = (await admin("GET", "cameras/gate-1-top")).body.data;
    expect([name, position, await topology()]).toEqual([
      "Gate 1, above",
      "top",
      "North(Out: , In 1: gate-1-top, In 3: ) South() ",
    ]);
    expect(await form.getByLabel("Lane").inputValue()).toBe(laneId);
  });

  test("a site is removed after a question, and its cameras have no lane; the pages fit a phone", async () => {
    const width = () => page.evaluate("document.documentElement.scrollWidth");
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await width()).toBeLessThanOrEqual(320);
    await browser.openAs(boss, "sites");
    await site("North").getByRole("button", { name: "Remove site" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("1 camera has no lane afterwards.").waitFor();
    expect(await width()).toBeLessThanOrEqual(320);
    await question.getByRole("button", { name: "Remove site" }).click();
    await expect.poll(topology).toBe("South() gate-1-top");
    expect(browser.complaints).toEqual([]);
  });
});
