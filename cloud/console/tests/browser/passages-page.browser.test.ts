import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("the vehicles that no device could name, in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let sue: TestUser;

  beforeAll(async () => {
    cloud = await createTestApp();
    sue = await cloud.signIn("supervisor", "sue@example.com");
    const { scan } = edgeSender(cloud);
    const body = { ...(await scanBody()), device_id: "gate-1", camera_id: "top" };
    const at = (minutes: number) => new Date(cloud.parts.nowMs() - minutes * 60_000).toISOString();
    await scan("TGHU7599330", { ...body, passage_id: "p-1", timestamp: at(30) });
    for (const passage of [2, 3])
      await scan(`UNIDENTIFIED-lane-${passage}`, { ...body, passage_id: `p-${passage}`, timestamp: at(30 - passage) });
    const headers = sue.authorization;
    await cloud.send("POST", "/v1/manifests", { headers, body: { containerNumber: "CSQU3054383" } });
    browser = await openConsole(cloud);
  });

  const numbers = async () => {
    const { items } = (await cloud.send("GET", "/v1/containers", { headers: sue.authorization })).body.data;
    return items.map(({ containerNumber }: { containerNumber: string }) => containerNumber).toSorted();
  };

  test("are named by keys: one names a vehicle, and it leaves the list", async () => {
    const { page } = browser;
    await browser.openAs(sue, "passages");
    await page.getByText("a manifest waits for it").waitFor();
    expect(await page.locator(".queue-item").count()).toBe(2);
    await expect
      .poll(() =>
        page
          .locator(".passage-pictures img")
          .evaluateAll((all) => all.every((one) => Reflect.get(one, "naturalWidth") > 0)),
      )
      .toBe(true);
    await page.keyboard.press("j");
    await page.getByText("Before it:").locator("..").getByText("TGHU7599330").waitFor();
    const key = await page.getByRole("button", { name: "CSQU3054383" }).getAttribute("aria-keyshortcuts");
    await page.keyboard.press(key ?? "");
    await page.locator(".toast").getByText("The vehicle is CSQU3054383").waitFor();
    await expect.poll(() => page.locator(".queue-item").count()).toBe(1);
    expect(await numbers()).toEqual(["CSQU3054383", "TGHU7599330", "UNIDENTIFIED-lane-3"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => page.locator(".queue-item").count()).toBe(2);
    expect(await numbers()).toContain("UNIDENTIFIED-lane-2");
  });

  test("stand on their pages without a judgement of the number that a device made up for them", async () => {
    const { page } = browser;
    await browser.openAs(sue, "containers?search=UNIDENTIFIED-lane-3");
    await page.getByRole("link", { name: /UNIDENTIFIED-lane-3/ }).click();
    await page.getByRole("heading", { name: "UNIDENTIFIED-lane-3", level: 1 }).waitFor();
    expect(await page.locator(".page-head").textContent()).not.toContain("ISO 6346");
  });
});
