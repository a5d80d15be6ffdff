import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { fleetOf } from "../../../src/fleet/edge-devices/testing.ts";
import { watchEdgeDevices } from "../../../src/fleet/edge-devices/watch-edge-devices.ts";
import { drawJpeg, edgeSender } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

/** Notes the pictures that the page asks for. */
const NOTE_PICTURES = `
  window.pictures = [];
  const ask = window.fetch;
  window.fetch = (request, ...more) => {
    if (request.url.includes("live-picture")) window.pictures.push(request.url);
    return ask(request, ...more);
  };`;

describe("the overview of cameras in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let apiKey: string;
  let operator: TestUser;
  let fleet: Awaited<ReturnType<typeof fleetOf>>;
  let south: { id: string; lanes: { id: string }[] };

  beforeAll(async () => {
    cloud = await createTestApp();
    fleet = await fleetOf(cloud);
    ({ apiKey } = await fleet.make());
    const cameras = ["n1-top", "s1-top", "spare"].map((camera_id) => ({ camera_id, state: "running" }));
    await fleet.beat(apiKey, { device_id: "gate-1", watching_enabled: true, cameras });
    const plan = ["North", "South"].map((name) => ({ name, lanes: [{ name: "In 1" }] }));
    const { sites } = (await admin("PUT", "/v1/admin/topology", { sites: plan })).body.data;
    south = sites[1];
    await admin("PUT", "/v1/admin/cameras/n1-top", { name: "North, above", laneId: sites[0].lanes[0].id });
    await admin("PUT", "/v1/admin/cameras/s1-top", { laneId: sites[1].lanes[0].id });
    await admin("PUT", "/v1/admin/cameras/spare", {});
    const event = { event_id: "a", tracking_id: 7, class_name: "carton", confidence: 0.9, event_type: "enter" };
    const events = [{ ...event, bbox: { x1: 1, y1: 2, x2: 3, y2: 4 }, timestamp: new Date().toISOString() }];
    const batch = { device_id: "gate-1", camera_id: "n1-top", session_id: "run-1", events };
    await fleet.edge(apiKey, "POST", "/v1/tracking-data/stream-events", batch);
    const measures = [{ measure: "sharpness", reference: 9, now: 2, since: "2026-11-02", day: "2026-11-03" }];
    await fleet.edge(apiKey, "POST", "/v1/edge/camera-drift", { camera_id: "s1-top", measures, pictures: [] });
    browser = await openConsole(cloud);
    page = browser.page;
    await page.addInitScript(NOTE_PICTURES);
    await page.clock.install();
    operator = await cloud.signIn("operator");
    await browser.openAs(operator, "cameras");
  });

  const admin = (method: string, path: string, body: object) =>
    cloud.send(method, path, { headers: fleet.headers, body });
  const tile = (name: string) => page.getByRole("listitem", { name });
  const names = () => page.locator(".camera-tile strong").allTextContents();
  const pictures = (): Promise<string[]> => page.evaluate("window.pictures");

  test("shows the newest picture of each camera by site and lane, and its state", async () => {
    await page.getByRole("region", { name: "North" }).getByText("In 1").waitFor();
    expect(await names()).toEqual(["North, above", "s1-top", "spare"]);
    await tile("s1-top").getByText("drift since 2026-11-02").waitFor();
    await tile("North, above").getByText("Waiting for a picture").waitFor();
    const grey = sharp({ create: { width: 320, height: 180, channels: 3, background: "#777777" } });
    const image = (await grey.jpeg().toBuffer()).toString("base64");
    const bbox = { x1: 40, y1: 30, x2: 120, y2: 100 };
    const boxes = [{ tracking_id: 7, class_name: "carton", confidence: 0.9, bbox }];
    const send = () => fleet.edge(apiKey, "POST", "/v1/edge/live-pictures", { camera_id: "n1-top", image, boxes });
    await expect.poll(async () => (await send()).body.data, { timeout: 120_000 }).toEqual({ watched: true });
    await tile("North, above").locator("img").waitFor();
    await tile("North, above").getByText("live", { exact: true }).waitFor();
    expect(await tile("North, above").locator("rect").count()).toBe(1);
    expect(await tile("s1-top").locator("img").count()).toBe(0);
  });

  test("shows the last scan of a camera that has no live picture, as of a folder of X-ray pictures", async () => {
    const image = (await drawJpeg(2, 320, 240)).toString("base64");
    const { email } = operator;
    const { write } = edgeSender(cloud);
    const sent = { image, camera_id: "spare", user_email: email, detections: [], timestamp: new Date().toISOString() };
    const { scanId } = (await write("scans/illegal", "CSQU3054383", sent)).body.data;
    await browser.openAs(operator, "cameras");
    await tile("spare")
      .getByText(/^Scanned/)
      .waitFor();
    const picture = tile("spare").getByRole("img", { name: "Last scan" });
    expect(await picture.getAttribute("src")).toContain(`/scans/${scanId}/image`);
    expect(await tile("spare").textContent()).not.toContain("Waiting");
    await tile("s1-top").getByText("sends no live pictures").waitFor();
    await page.goto(`${browser.base}/cameras/spare`);
    await page.getByRole("img", { name: "Last scan" }).waitFor();
    await browser.openAs(operator, "cameras");
    await picture.waitFor();
  });

  test("shows the last photo of a camera that photographs numbers, as its container does until the first scan", async () => {
    const lane = (await cloud.send("GET", "/v1/topology", { headers: fleet.headers })).body.data.sites[0].lanes[0];
    await admin("PUT", "/v1/admin/cameras/yard-phone", { name: "Yard, phone", laneId: lane.id });
    const cameras = ["n1-top", "s1-top", "spare", "yard-phone"].map((camera_id) => ({ camera_id, state: "running" }));
    await fleet.beat(apiKey, { device_id: "gate-1", watching_enabled: true, cameras });
    const image = (await drawJpeg(4, 240, 320)).toString("base64");
    const sent = { image, camera_id: "yard-phone", user_email: operator.email, timestamp: new Date().toISOString() };
    const { write } = edgeSender(cloud);
    const { evidenceId, containerId } = (await write("evidence", "TGHU7599330", sent)).body.data;
    await browser.openAs(operator, "cameras");
    const picture = tile("Yard, phone").getByRole("img", { name: "Last photo" });
    await picture.waitFor();
    expect(await picture.getAttribute("src")).toContain(`/evidence/${evidenceId}/image`);
    await tile("Yard, phone")
      .getByText(/^Photographed/)
      .waitFor();
    await expect.poll(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(240);
    await browser.openAs(operator, `containers/${containerId}`);
    const photo = page.getByRole("region", { name: "Newest photo" });
    await photo.getByText("Not scanned yet").waitFor();
    await photo.getByText(/Photographed .* by yard-phone/).waitFor();
    await expect
      .poll(() => photo.getByRole("img").evaluate((image: { naturalHeight: number }) => image.naturalHeight))
      .toBe(320);
    await browser.openAs(operator, "cameras");
    await picture.waitFor();
  });

  test("asks for no pictures while the tab is hidden, and for new ones afterwards", async () => {
    const turn = (state: "hidden" | "visible") =>
      page.evaluate(`
        Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`);
    const asked = async (seconds: number) => {
      const before = (await pictures()).length;
      await page.clock.runFor(seconds * 1_000);
      return (await pictures()).length - before;
    };
    // Timers run ahead of replies: while a camera waits for one, nothing more is asked for it.
    await expect.poll(() => asked(1)).toBeGreaterThan(0);
    await turn("hidden");
    expect(await asked(10)).toBe(0);
    await turn("visible");
    await expect.poll(() => asked(1)).toBeGreaterThan(0);
  });

  test("keeps the place and the state in the address, through a reload", async () => {
    await page.getByLabel("Place").selectOption(south.lanes[0]!.id);
    await expect.poll(names).toEqual(["s1-top"]);
    await page.getByLabel("Place").selectOption("none");
    await expect.poll(names).toEqual(["spare"]);
    await page.getByLabel("State").selectOption("attention");
    await page.getByText("No matching cameras").waitFor();
    await page.getByLabel("Place").selectOption(south.id);
    await expect.poll(names).toEqual(["s1-top"]);
    expect(new URL(page.url()).search).toBe(`?place=${south.id}&show=attention`);
    await page.reload();
    await expect.poll(names).toEqual(["s1-top"]);
  });

  test("shows since when the device of a camera has been silent", async () => {
    for (let minute = 0; minute < 7; minute++) {
      cloud.advanceMs(60_000);
      await watchEdgeDevices(cloud.parts);
    }
    await browser.openAs(await cloud.signIn("operator"), "cameras?show=attention");
    await tile("North, above").getByText("silent", { exact: true }).waitFor();
    expect(await names()).toEqual(["North, above", "s1-top"]);
    await page.getByLabel("State").selectOption("");
    await tile("spare").getByText("The device of this camera is silent.").waitFor();
    expect(await tile("spare").getAttribute("class")).toContain("camera-down");
    expect((await names()).slice(0, 2), "faults first").toEqual(["North, above", "Yard, phone"]);
    await browser.openAs(operator, "cameras");
    await tile("North, above")
      .getByText(/^Down since \d/)
      .waitFor();
    // The owner of what a camera recorded sees its last picture, in grey.
    await tile("spare").getByText("Down", { exact: true }).waitFor();
    const last = tile("spare").getByRole("img", { name: "Last scan" });
    await last.waitFor();
    expect(await last.getAttribute("class")).toBe("last-picture");
    expect(await tile("spare").textContent()).not.toContain("Waiting");
  });

  test("fits a phone", async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
    expect(browser.complaints).toEqual([]);
  });
});
