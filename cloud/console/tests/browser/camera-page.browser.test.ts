import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { fleetOf } from "../../../src/fleet/edge-devices/testing.ts";
import { createTestApp, type TestApp } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

const cameraId = "lane 1/top";

describe("the page of a camera in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let page: Page;
  let complaints: string[];
  let server: TestConsole["server"];
  let apiKey: string;
  let fleet: Awaited<ReturnType<typeof fleetOf>>;

  beforeAll(async () => {
    cloud = await createTestApp();
    fleet = await fleetOf(cloud);
    ({ apiKey } = await fleet.make());
    const opened = await openConsole(cloud);
    ({ page, complaints, server } = opened);
    await beat({});
    await opened.openAs(await cloud.signIn("operator"), `cameras/${encodeURIComponent(cameraId)}`);
  });

  const beat = (more: object) =>
    fleet.beat(apiKey, { device_id: "gate-1", cameras: [{ camera_id: cameraId, state: "running" }], ...more });
  const watched = async () =>
    (await fleet.edge(apiKey, "GET", "/v1/edge/watched-cameras")).body.data.cameras as string[];
  const send = (report: object) =>
    fleet.edge(apiKey, "POST", "/v1/edge/live-pictures", { camera_id: cameraId, ...report });

  test("states why there is no picture", async () => {
    await page.getByText("too old to send live pictures").waitFor();
    expect(await watched()).toEqual([]);
  });

  test("shows each new picture with its age, under the boxes of its objects", async () => {
    await beat({ watching_enabled: true });
    await expect.poll(watched, { timeout: 120_000 }).toEqual([cameraId]);
    const grey = sharp({ create: { width: 320, height: 180, channels: 3, background: "#777777" } });
    const image = (await grey.jpeg().toBuffer()).toString("base64");
    const bbox = { x1: 40, y1: 30, x2: 120, y2: 100 };
    const boxes = [{ tracking_id: 7, class_name: "carton", confidence: 0.934, bbox }];
    expect((await send({ image, age_ms: 200, boxes })).body.data).toEqual({ watched: true });
    await page.getByAltText(`Newest picture of camera ${cameraId}`).waitFor();
    const drawing = page.getByRole("img", { name: "carton #7 93 %" });
    expect(await drawing.locator("rect").getAttribute("width")).toBe("80");
    expect(await page.locator(".live-frame ~ p").textContent()).toBe("1 object in view");
    expect(await page.locator("time").first().textContent()).toMatch(/^\d+(\.\d)? s ago$/);
    // Each object leaves a trail; a hidden class has none.
    const drum = { ...boxes[0], tracking_id: 8, class_name: "drum" };
    await send({ image, boxes: [{ ...boxes[0], bbox: { ...bbox, x1: 60, x2: 140 } }, drum] });
    const ways = page.locator(".live-trail");
    await expect.poll(() => ways.first().getAttribute("points"), { timeout: 120_000 }).toBe("80,65 100,65");
    await page.getByRole("button", { name: "carton", pressed: true }).click();
    await page.getByRole("img", { name: /^drum #8/ }).waitFor();
    expect([await ways.count(), new URL(page.url()).search]).toEqual([1, "?hide=carton"]);
    await page.getByRole("button", { name: "carton", pressed: false }).click();
    await send({ image, boxes: [] });
    await page.getByText("0 objects in view").waitFor();
  });

  test("plots the objects of a range that is in the address", async () => {
    const event = { event_id: "a", tracking_id: 7, class_name: "carton", confidence: 0.9, event_type: "enter" };
    const events = [{ ...event, bbox: { x1: 1, y1: 2, x2: 3, y2: 4 }, timestamp: new Date().toISOString() }];
    const batch = { device_id: "gate-1", camera_id: cameraId, session_id: "run-1", events };
    await fleet.edge(apiKey, "POST", "/v1/tracking-data/stream-events", batch);
    await page.getByLabel("last").selectOption("24 hours");
    const plot = page.getByRole("region", { name: "Objects over time" });
    await plot.getByRole("img", { name: "Objects per hour, by class" }).locator("canvas").waitFor();
    await plot.getByRole("row", { name: "carton 1" }).waitFor();
    expect(new URL(page.url()).search).toBe("?minutes=1440");
    await page.getByRole("row", { name: /carton #7/ }).waitFor();
  });

  test("shows how the camera differs from its reference, with pictures of then and now, until that ends", async () => {
    const grey = sharp({ create: { width: 320, height: 180, channels: 3, background: "#555555" } });
    const image = (await grey.jpeg().toBuffer()).toString("base64");
    const days = { since: "2026-11-02", day: "2026-11-03" };
    const report = (measures: object[], pictures: object[] = []) =>
      fleet.edge(apiKey, "POST", "/v1/edge/camera-drift", { camera_id: cameraId, measures, pictures });
    const taken = { taken_at: "2026-11-03T09:00:00Z", image };
    await report(
      [{ measure: "confidence", reference: 0.82, now: 0.71, ...days }],
      [
        { ...taken, shows: "reference" },
        { ...taken, shows: "now" },
      ],
    );
    const card = page.getByRole("region", { name: "Drift" });
    await card.waitFor();
    expect(await card.locator("tbody tr").allTextContents()).toEqual(["Mean confidence0.820.712026-11-02"]);
    expect(await card.getByRole("img").count()).toBe(2);
    await report([]);
    await card.waitFor({ state: "detached" });
  });

  test("keeps the last picture with the reason why no newer one comes, also without an answer, and fits a phone", async () => {
    await send({ absence: "deliveries" });
    await page.getByText("delivers its stored records first").waitFor();
    await server.stop();
    const noAnswer = page.locator(".live-reason", { hasText: "The service does not respond." });
    await noAnswer.waitFor();
    expect(await page.locator(".live-picture img").count()).toBe(1);
    await server.start();
    await noAnswer.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 320, height: 844 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
    expect(complaints).toEqual([]);
  });
});
