import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { drawJpeg, edgeSender } from "../../../src/intake/testing.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

const number = "CSQU3054383";

describe("the pages of escalations in a real browser", needs("chromium"), () => {
  let cloud: Awaited<ReturnType<typeof createTestApp>>;
  let page: Page;
  let openAs: TestConsole["openAs"];
  let complaints: string[];
  let [ann, sue, sid]: TestUser[] = [];

  beforeAll(async () => {
    cloud = await createTestApp();
    ann = await cloud.signIn("operator", "ann@example.com");
    sue = await cloud.signIn("supervisor", "sue@example.com");
    sid = await cloud.signIn("supervisor", "sid@example.com");
    await scanContainerOf(ann.email);
    ({ page, openAs, complaints } = await openConsole(cloud));
  });

  const scanContainerOf = async (user_email: string) => {
    const image = (await drawJpeg(1, 320, 240)).toString("base64");
    const found = (class_name: string, left: number) => ({
      class_name,
      confidence: 0.9,
      polygon: { x: [left, left + 60, left + 60, left], y: [60, 60, 140, 140] },
    });
    const detections = [found("carton", 20), found("carton", 120), found("drum", 220)];
    expect((await edgeSender(cloud).scan(number, { detections, image, user_email })).status).toBe(200);
  };
  const choose = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const row = () => page.getByRole("link", { name: number });
  const standing = () => page.locator(".page-head .chip").first();
  const decide = async (name: RegExp, reason: string) => {
    await page.getByRole("radio", { name }).check();
    await page.getByLabel("Reason").fill(reason);
    await choose("Submit decision");
  };

  test("let an operator escalate a container, by the keyboard alone, and show no queue", async () => {
    await openAs(ann!, "containers");
    await row().click();
    await page.getByRole("button", { name: "Escalate" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("the seal looks new");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("escalated", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Escalate" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Review" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Confirm/ }).count()).toBe(0);
    await openAs(ann!, "escalations");
    await page.getByText("Only supervisors see the escalations").waitFor();
  });

  test("show the queue by state and by owner", async () => {
    await openAs(sue!, "review");
    await page.getByRole("link", { name: "All escalations" }).click();
    await choose("Open");
    expect(await row().textContent()).toMatch(/open.*the seal looks new/);
    await choose("Mine");
    await page.getByText("You have no undecided escalations").waitFor();
    await choose("Open");
    await row().click();
    await choose("Claim");
    await page.getByText("You claimed it").waitFor();
    await openAs(sue!, "escalations?show=Mine");
    await row().waitFor();
    await openAs(sid!, "escalations?show=Mine");
    await page.getByText("You have no undecided escalations").waitFor();
    await choose("Claimed");
    await row().click();
    await page.getByText("sue@example.com claimed it").waitFor();
    expect(await page.getByRole("button", { name: /Submit decision|Release/ }).count()).toBe(0);
  });

  test("submit a decision, and learn that a hold must be cleared by another person", async () => {
    await openAs(sue!, "escalations?show=Mine");
    await row().click();
    await decide(/Hold/, "customs come tomorrow");
    await page.getByText("customs come tomorrow").waitFor();
    await page.getByRole("link", { name: "Open container" }).click();
    await choose("Escalate");
    await page.getByLabel("Reason").fill("customs have found nothing");
    await page.getByRole("dialog").getByRole("button", { name: "Escalate" }).click();
    await page.getByRole("link", { name: "View escalation" }).click();
    await page.getByRole("link", { name: "customs come tomorrow" }).waitFor();
    await page.getByText("You decided to hold this container, so another supervisor must clear it.").waitFor();
    expect(await page.getByRole("radio", { name: /Clear/ }).isDisabled()).toBe(true);
    expect(await standing().textContent()).toBe("open");
    const place = new URL(page.url()).pathname.replace("/app/", "");
    await openAs(sid!, place);
    await page.getByText("sue@example.com decided to hold this container").waitFor();
    await decide(/Clear/, "nothing found");
    await page.locator(".page-head").getByText("cleared").first().waitFor();
  });

  test("offer the expected number that a misread one resembles, and merge it", async () => {
    const { body } = await edgeSender(cloud).identify({ container_number: "CSQU3054388" });
    await openAs(sue!, `containers/${body.data.containerId}`);
    const similar = page.getByRole("region", { name: "Similar expected numbers" });
    expect(await similar.getByRole("listitem").textContent()).toContain("CSQU3054383 the characters look alike");
    await similar.getByRole("button", { name: "Merge …" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).click();
    await page.getByRole("heading", { name: number }).waitFor();
    expect(await similar.count()).toBe(0);
  });

  test("report a missing escalation, and fit a phone", async () => {
    await openAs(sid!, "escalations/nothing");
    await page.getByRole("heading", { level: 1, name: "Escalation not found" }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(sid!, "escalations?show=All");
    await row().last().click();
    await page.locator(".outline").first().waitFor();
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
  });
});
