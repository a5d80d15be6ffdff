import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { drawJpeg, edgeSender } from "../../../src/intake/testing.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

const number = "CSQU3054383";
const returningNumber = "MSKU1234565";
const DAY_MS = 86_400_000;

describe("the report in a real browser", needs("chromium"), () => {
  let page: Page;
  let openAs: TestConsole["openAs"];
  let complaints: string[];
  let [ann, bob]: TestUser[] = [];
  let containerId: string;
  let sha256: string;
  let decidedId: string;
  let unclearId: string;
  let returningId: string;

  beforeAll(async () => {
    const cloud = await createTestApp();
    ann = await cloud.signIn("operator", "ann@example.com");
    bob = await cloud.signIn("operator");
    const sue = await cloud.signIn("supervisor", "sue@example.com");
    const { write, scan } = edgeSender(cloud);
    const image = (await drawJpeg(1, 320, 240)).toString("base64");
    const polygon = { x: [20, 80, 80, 20], y: [60, 60, 140, 140] };
    const body = { image, user_email: ann.email, camera_id: "gate-1-top" };
    const seen = await scan(number, { ...body, detections: [{ class_name: "drum", confidence: 0.9, polygon }] });
    containerId = seen.body.data.containerId;
    await write("scans/defect", number, { ...body, detections: [{ class_name: "dent", confidence: 0.8, polygon }] });
    await write("evidence", number, body);
    const as = (url: string, sent?: unknown) =>
      cloud.send(sent ? "POST" : "GET", `/v1${url}`, { headers: sue.authorization, body: sent });
    const raised = await as(`/containers/${containerId}/escalate`, { reason: "the seal looks new" });
    await as(`/escalations/${raised.body.data.id}/resolve`, { decision: "hold", reason: "customs come tomorrow" });
    sha256 = (await as(`/containers/${containerId}/evidence`)).body.data.items[0].image.sha256;
    const declare = (containerNumber: string) =>
      as("/manifests", { containerNumber, declaredGoods: [{ description: "Coffee", packageCode: "SA" }] });
    await declare("MSKU9070323");
    const vehicle = { class_name: "vehicle", confidence: 0.95, polygon, area_percentage: 25 };
    const stopped = await scan("MSKU9070323", { ...body, detections: [vehicle] });
    decidedId = stopped.body.data.containerId;
    const open = await as(`/escalations?containerId=${decidedId}`);
    await as(`/escalations/${open.body.data.items[0].id}/resolve`, { decision: "hold", reason: "a car in coffee" });
    await declare("TGHU7599330");
    for (let count = 0; count < 4; count += 1)
      unclearId = (await scan("TGHU7599330", { ...body, detections: [] })).body.data.containerId;
    for (const [days, className] of [
      [10, "drum"],
      [1, "carton"],
    ] as const) {
      const timestamp = new Date(cloud.parts.nowMs() - days * DAY_MS).toISOString();
      const detections = [{ class_name: className, confidence: 0.9 }];
      returningId = (await scan(returningNumber, { ...body, timestamp, detections })).body.data.containerId;
    }
    ({ page, openAs, complaints } = await openConsole(cloud));
  });

  const section = (title: string) => page.locator("section", { has: page.getByRole("heading", { name: title }) });

  test("shows the verdict with its reasons and the evidence", async () => {
    await openAs(ann!, `containers/${containerId}`);
    await page.getByRole("link", { name: "Report" }).click();
    await page.getByRole("heading", { name: "Hold: do not release" }).waitFor();
    expect(await page.locator(".report-verdict").textContent()).toMatch(/Held by .*No manifest is attached/);
    expect(await page.getByAltText(`Scan of container ${number}`).count()).toBe(2);
    await expect.poll(() => page.locator(".outline").allTextContents()).toEqual(["drum 90 %", "dent 80 %"]);
    expect(await section("Evidence").textContent()).toContain(sha256);
    await expect.poll(() => page.evaluate("document.querySelector('.photos img').naturalWidth")).toBeGreaterThan(0);
    expect(await section("Decisions").textContent()).toMatch(/held.*customs come tomorrow.*the seal looks new.*sue@/);
    const timeline = await section("Timeline").getByRole("listitem").allTextContents();
    expect(timeline.at(0)).toContain("Seen for the first time");
    expect(timeline.at(-1)).toContain("Held: customs come tomorrow");
  });

  test("shows the match of today and as decided, with the decision and the grounds of each finding", async () => {
    await openAs(ann!, `containers/${decidedId}/report`);
    await page.getByRole("heading", { name: "Match as decided" }).waitFor();
    const [today, decided] = [section("Manifest match"), section("Match as decided")];
    expect(await today.textContent()).toMatch(/red lane.*probability \d+\.\d %.*decided.*hold by sue@example\.com/);
    expect(await today.textContent()).toMatch(
      /object 1 \(vehicle, confidence 95 %\).*SHA-256.*Rule observed-goods-not-/,
    );
    expect(await today.textContent()).toMatch(/Documents.*yellow lane · check documents.*manifest not validated/);
    expect(await decided.textContent()).toMatch(/As it stood at the last decision.*1 picture.*manifest version 1/);
    expect(await decided.textContent()).toMatch(/red lane.*Rule observed-goods-not-declared.*Compared with rules \d+/);
  });

  test("lists the findings of a picture without a manifest, and why a match is incomplete", async () => {
    await openAs(ann!, `containers/${containerId}/report`);
    await page.getByRole("heading", { name: "Hold: do not release" }).waitFor();
    expect(await section("Findings without a manifest").textContent()).toMatch(
      /defect scan: dent.*decided.*hold by sue@/,
    );
    await openAs(ann!, `containers/${unclearId}`);
    const incomplete = page.getByRole("status");
    expect(await incomplete.textContent()).toMatch(/Incomplete.*Nothing was recognised.*Take the picture again/);
    expect(await section("Manifest match").textContent()).toContain("This picture alone.");
  });

  test("is printed without what belongs to the screen, dark on white", async () => {
    await openAs(ann!, `containers/${containerId}/report`);
    await page.getByRole("heading", { name: "Hold: do not release" }).waitFor();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await page.getByRole("navigation").count()).toBe(0);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe("rgb(0, 0, 0)");
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
  });

  test("states its time zone and its printing, names its PDF, leads back by a code, and groups many scans", async () => {
    await openAs(ann!, `containers/${unclearId}/report`);
    await page.getByText(/^All times in .+ \(GMT/).waitFor();
    const scans = section("Timeline").getByRole("listitem").filter({ hasText: "4 scans" });
    expect(await scans.getByText("0 detected").first().isVisible()).toBe(false);
    await scans.getByText("4 scans").click();
    expect(await scans.getByText("0 detected").allTextContents()).toHaveLength(4);
    expect(await page.getByRole("img", { name: "Address of this report" }).count()).toBe(1);
    expect(await page.locator(".picture-hash").textContent()).toMatch(/^SHA-256 [0-9a-f]{64}$/);
    await page.emulateMedia({ media: "print" });
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    expect(await page.title()).toMatch(/^inspection-report-TGHU7599330-visit-1-\d{4}-\d\d-\d\d$/);
    expect(await page.getByText(/^Printed by .*ann@example\.com/).textContent()).toContain(
      `/app/containers/${unclearId}/report?visit=1`,
    );
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    expect(await page.title()).toBe("Inspection report TGHU7599330, visit 1 · Container inspection");
    await page.emulateMedia({ media: "screen" });
  });

  test("is that of an older visit where the container has been here before", async () => {
    await openAs(ann!, `containers/${returningId}`);
    await page.getByRole("row", { name: /carton/ }).waitFor();
    await page.getByRole("link", { name: "Visit 1" }).click();
    await page.getByRole("row", { name: /drum/ }).waitFor();
    expect(await page.getByRole("row", { name: /carton/ }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /Escalate/ }).count()).toBe(0);
    await page.getByRole("link", { name: "Report" }).click();
    await page.getByText(/Visit 1, as of/).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Visit 2" }).click();
    await page.getByRole("row", { name: /carton/ }).waitFor();
  });

  test("fits a phone, and reports denied access and missing data", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await openAs(ann!, `containers/${containerId}/report?visit=7`);
    await page.getByText("Visit not found").waitFor();
    await openAs(bob!, `containers/${containerId}/report`);
    await page.getByText("You may not see this container").waitFor();
    expect(complaints).toEqual([]);
  });
});
