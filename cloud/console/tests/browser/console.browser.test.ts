import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { drawJpeg, edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { cleanUpLater } from "../../../src/testing/clean-up.ts";
import { countStatistics } from "../../../src/inspection/statistics/count-store.ts";
import { startServer } from "../../../src/platform/http/start-server.ts";
import { createTestApp, EDGE_KEY, type TestApp } from "../../../src/testing/app.ts";
import { ADMIN, CLEAN_UP_MS, openContext } from "./open-console.ts";

const number = "CSQU3054383";

describe("the console in a real browser", needs("chromium"), () => {
  let page: Page;
  let base: string;
  const asked: string[] = [];
  const complaints: string[] = [];

  let cloud: TestApp;

  beforeAll(async () => {
    cloud = await createTestApp();
    await makeRecord(cloud);
    await countStatistics(cloud.parts.db);
    const server = await startServer(() => cloud.app, { port: 0, host: "127.0.0.1", newId: cloud.parts.newId });
    cleanUpLater(() => server.stop(CLEAN_UP_MS));
    base = `http://127.0.0.1:${server.port}`;
    page = await (await openContext({ viewport: { width: 1280, height: 900 } })).newPage();
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => complaints.push(error.message));
  });

  test("asks for a sign-in, and reports a wrong password", async () => {
    await page.goto(`${base}/`);
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password").fill("not this one, surely");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await page.getByRole("alert").textContent()).toMatch(/email|password/i);
  });

  test("shows the day after the sign-in: its counts, a plot by lane, and the newest scans", async () => {
    await page.getByLabel("Password").fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    // Not only the hours since midnight.
    await page.getByRole("button", { name: "7 days" }).click();
    await expect
      .poll(async () => (await page.locator(".tile").allTextContents()).map((text) => text.trim()))
      .toEqual([
        "Arrived10 a week ago",
        "Escalated10 a week ago",
        "Held00 a week ago",
        "Held now0",
        "Median time to decision–",
        "Silent devices0",
        "Low on disk space0",
        "Wrong clocks0",
        "Faulty cameras0",
      ]);
    await page.getByRole("img", { name: "arrived over time, by lane" }).locator("canvas").waitFor();
    await page.getByRole("row", { name: "Without a lane 1" }).waitFor();
    await page.getByLabel("Measure").selectOption("decided");
    await page.getByRole("row", { name: "Without a lane 0" }).waitFor();
    expect(new URL(page.url()).search).toBe("?range=week&measure=decided");
    await page.getByRole("link", { name: number }).waitFor();
  });

  test("shows the containers", async () => {
    await page.getByRole("link", { name: "Containers", exact: true }).click();
    // The page Today, which shows the container too, stays until the next one is loaded.
    await page.getByLabel("Search containers").waitFor();
    const row = page.getByRole("row", { name: number });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/escalated.*2 carton.*1 drum/);
  });

  test("shows what the edge records the moment it does, without a reload", async () => {
    const { scan } = edgeSender(cloud);
    // Less than the page waits before it asks by itself.
    const soon = { timeout: 120_000 };
    await scan("MSKU1234565", await scanBody());
    await page.getByRole("link", { name: "MSKU1234565" }).waitFor(soon);
  });

  test("finds a container by a part of its number, and reports when none matches", async () => {
    await page.getByLabel("Search containers").fill("nothing like it");
    await page.getByText("No matching containers").waitFor();
    await page.getByLabel("Search containers").fill("3054");
    await page.getByRole("link", { name: number }).waitFor();
  });

  test("draws the scan over its picture and explains the manifest match", async () => {
    await page.getByRole("link", { name: number }).click();
    const picture = page.getByAltText(`Scan of container ${number}`);
    await picture.waitFor();
    await expect.poll(() => page.evaluate("document.querySelector('.scan-picture img').naturalWidth")).toBe(320);
    await expect.poll(() => page.locator(".outline polygon").count()).toBe(3);
    await page.getByRole("row", { name: /drum/ }).hover();
    expect(await page.locator(".outline.lit").textContent()).toContain("drum");
    await page.getByLabel("show outlines").uncheck();
    expect(await page.locator(".outline").count()).toBe(0);
    expect(await page.locator(".findings li").allTextContents()).toContainEqual(expect.stringContaining("5 cartons"));
    expect(await page.locator("main").textContent()).toContain("Cartons of shoes");
  });

  test("shows what a camera tracks, and moves on with new events", async () => {
    await page.getByRole("link", { name: "gate-1-top" }).click();
    await page.getByText("3 events").waitFor();
    await sendEvents(base, 3, 7);
    await page.getByText("7 events").waitFor();
    expect(await page.getByRole("row", { name: /drum #1/ }).count()).toBe(1);
    // A box is drawn for six seconds only, so that a slow page may miss the first ones.
    let next = 7;
    const sendAndCount = async () => {
      await sendEvents(base, next, (next += 3));
      return page.locator(".tracked").count();
    };
    await expect.poll(sendAndCount, { interval: 1000 }).toBeGreaterThan(1);
  });

  test("fits a phone without scrolling sideways", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const place of ["today", "containers", "cameras/gate-1-top"]) {
      await page.goto(`${base}/app/${place}`);
      await page.locator("main h1").waitFor();
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    }
  });

  test("ends the session with Sign out", async () => {
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Password").waitFor();
    await page.goto(`${base}/app/containers`);
    await page.getByLabel("Password").waitFor();
  });

  test("asked no other host, and no script failed", () => {
    expect(asked.filter((url) => !url.startsWith(base) && !url.startsWith("data:"))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

/** One container with a manifest that its scan contradicts, and a camera that tracks. */
async function makeRecord(cloud: Awaited<ReturnType<typeof createTestApp>>) {
  const { authorization } = await cloud.signIn("admin");
  const goods = [{ description: "Cartons of shoes", hsCode: "640399", quantity: 5, packageCode: "CT" }];
  const manifest = { containerNumber: number, declaredGoods: goods, status: "VALIDATED" };
  await cloud.send("POST", "/v1/manifests", { body: manifest, headers: authorization });
  const square = (left: number) => ({ x: [left, left + 60, left + 60, left], y: [60, 60, 140, 140] });
  const found = (class_name: string, left: number) => ({
    class_name,
    confidence: 0.9,
    polygon: square(left),
    area_percentage: 6,
  });
  const image = (await drawJpeg(1, 320, 240)).toString("base64");
  const detections = [found("carton", 20), found("carton", 120), found("drum", 220)];
  const { status } = await edgeSender(cloud).scan(number, { detections, image, camera_id: "gate-1-top" });
  expect(status).toBe(200);
  const body = eventBatch(0, 3);
  await cloud.send("POST", "/v1/tracking-data/stream-events", { body, headers: { "X-API-Key": EDGE_KEY } });
}

async function sendEvents(base: string, from: number, to: number) {
  const reply = await fetch(`${base}/v1/tracking-data/stream-events`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-API-Key": EDGE_KEY },
    body: JSON.stringify(eventBatch(from, to)),
  });
  expect(reply.status).toBe(200);
}

function eventBatch(from: number, to: number) {
  const timestamp = new Date().toISOString();
  const events = Array.from({ length: to - from }, (_, index) => ({
    event_id: `event-${from + index}`,
    tracking_id: (from + index) % 3,
    class_name: ["carton", "drum", "carton"][(from + index) % 3],
    confidence: 0.8,
    bbox: { x1: 10 + 50 * index, y1: 20, x2: 60 + 50 * index, y2: 90 },
    event_type: "update",
    timestamp,
  }));
  return { device_id: "box", camera_id: "gate-1-top", session_id: "run-1", events };
}
