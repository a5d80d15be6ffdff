import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { fleetOf } from "../../../src/fleet/edge-devices/testing.ts";
import { createTestApp, EDGE_KEY } from "../../../src/testing/app.ts";
import { createBox, drawKey, writeTransfer } from "../../../src/intake/box-testing.ts";
import { BUILT, openConsole, PROGRAM } from "./open-console.ts";

describe.skipIf(!PROGRAM || !BUILT)("the page of edge devices in a real browser", () => {
  let page: Page;
  let complaints: string[];
  let fleet: Awaited<ReturnType<typeof fleetOf>>;

  beforeAll(async () => {
    const test = await createTestApp({ settings: { cameraFaultSeconds: 0 } });
    fleet = await fleetOf(test);
    const opened = await openConsole(test);
    ({ page, complaints } = opened);
    await opened.openAs(await test.signIn("admin"), "");
  });

  const rowOf = (name: string) => page.getByRole("listitem", { name });
  const confirm = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();
  const secret = () => page.locator(".secret code");

  it("makes a device with a code, which a box changes into a key", async () => {
    await page.getByRole("link", { name: "Devices" }).click();
    await page.getByText("No devices yet").waitFor();
    await page.getByLabel("Name of the new device").fill("Gate 1");
    await page.getByRole("button", { name: "Add device" }).click();
    await rowOf("Gate 1").getByText("waiting").waitFor();
    const { status, body } = await fleet.join((await secret().textContent()) ?? "");
    expect(status).toBe(200);
    await fleet.beat(body.data.apiKey, { queue: { pending: 3, unnumbered: 2, parked: 1 } });
    await rowOf("Gate 1").getByText("3 waiting, 2 without a container number, 1 set aside").waitFor();
    expect(await rowOf("Gate 1").textContent()).toContain("active");
    await page.getByRole("button", { name: "Done" }).click();
    expect(await secret().count()).toBe(0);
  });

  it("keeps the code of one device in view while another is added", async () => {
    for (const name of ["Gate 5", "Gate 6"]) {
      await page.getByLabel("Name of the new device").fill(name);
      await page.getByRole("button", { name: "Add device" }).click();
      await page.getByText(`on the box of ${name}`).waitFor();
    }
    const codes = await secret().allTextContents();
    expect(codes.map((code) => code.length > 5)).toEqual([true, true]);
    expect((await fleet.join(codes[0]!)).body.data.name).toBe("Gate 5");
    for (const _ of codes) await page.getByRole("button", { name: "Done" }).first().click();
    expect(await secret().count()).toBe(0);
  });

  it("has a page of each device: disk, queue, faulty cameras, models, keys with their overlap, configuration", async () => {
    const { device, apiKey } = await fleet.make("Gate 2");
    const cameras = [
      { camera_id: "top", state: "failed", last_error: "connection refused" },
      { camera_id: "rear", state: "running", picture_faults: ["dark"] },
      { camera_id: "side", state: "running" },
    ];
    const models = [
      { name: "cargo", version: "2" },
      { name: "damage", version: "1", error: "odd.webp: a score" },
    ];
    const queue = { pending: 7, used_bytes: 2e9, max_bytes: 8e9, hours_until_full: 5.5, parked: 2 };
    await fleet.beat(apiKey, { cameras, models, queue, disk: { free_bytes: 3e9, total_bytes: 12e9 } });
    await fleet.admin("POST", `/${device.id}/rotate`, { overlapMinutes: 120 });
    await rowOf("Gate 2").getByText("2 faulty cameras, 1 unused model").waitFor();
    await page.getByRole("link", { name: "Gate 2" }).click();
    await page.getByRole("heading", { level: 1, name: "Gate 2" }).waitFor();
    const storage = await page.getByRole("region", { name: "Storage" }).textContent();
    expect(storage).toContain("3.0 GB free of 12.0 GB");
    expect(storage).toContain("2.0 GB used of 8.0 GB");
    expect(storage).toMatch(/Waiting7.*Full in5 h 30 min.*Set aside2/);
    const cellsOf = (table: string) => page.getByRole("table", { name: table }).locator("tbody tr").allTextContents();
    const since = /(now|\d+ s ago|1 min ago)/.source;
    expect(await cellsOf("Cameras")).toEqual([
      expect.stringMatching(`^topfailed faulty since ${since}connection refusedScanned containers$`),
      expect.stringMatching(`^rearrunningdark faulty since ${since}Scanned containers$`),
      "siderunningScanned containers",
    ]);
    expect(await cellsOf("Models")).toEqual(["cargo2", "damage1not used odd.webp: a score"]);
    const ends = page.getByRole("region", { name: "Keys" }).locator("tbody tr td:last-child");
    expect(await ends.allTextContents()).toEqual(["newest", "in 2 h"]);
    await page.getByText("The device has not reported its configuration.").waitFor();
    const configuration = "device:\n  id: gate-2\ncameras:\n  - id: top\n    url: rtsp://192.168.1.20/stream1\n";
    const missing = [{ setting: "cameras.top.password", kind: "secret", name: null, sha256: null }];
    await fleet.edge(apiKey, "POST", "/v1/edge/configuration", { configuration, missing });
    await page.getByText("To be added on new hardware: cameras.top.password").waitFor();
    await page.getByText("Show the configuration").click();
    expect(await page.locator("pre").textContent()).toBe(configuration);
  });

  it("renames a device, signs its records with another key, and deletes it", async () => {
    const { publicKey } = drawKey();
    await page.getByLabel("Name", { exact: true }).fill("Gate 2, rear");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Gate 2, rear" }).waitFor();
    await page.getByText("Set another key").click();
    await page.getByLabel("Public key").fill(publicKey);
    await page.getByRole("button", { name: "Set key" }).click();
    await page.locator(".fingerprint").waitFor();
    await page.getByRole("button", { name: "Delete device" }).click();
    await confirm("Delete device");
    await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
    await rowOf("Gate 1").waitFor();
    expect(await rowOf("Gate 2, rear").count()).toBe(0);
  });

  it("shows no device that another admin has deleted", async () => {
    const { device } = await fleet.make("Gate 7");
    await page.getByRole("link", { name: "Gate 7" }).click();
    await page.getByRole("button", { name: "Delete device" }).waitFor();
    await fleet.admin("DELETE", `/${device.id}`);
    await page.getByRole("heading", { level: 1, name: "This device cannot be shown" }).waitFor();
    expect(await page.getByRole("button", { name: "Delete device" }).count()).toBe(0);
    await page.getByRole("link", { name: "Devices" }).click();
    await rowOf("Gate 1").waitFor();
  });

  it("imports what a person carries from a device, and gives back what the device deletes its records by", async () => {
    const { device } = await fleet.make("Gate 4");
    const key = drawKey();
    await fleet.admin("PUT", `/${device.id}/signing-key`, { signingKey: key.publicKey });
    const { number, body } = await createBox({ nowMs: Date.now }).capture({ key });
    const path = `/v1/edge/containers/${number}/scans/category`;
    const records = [
      { id: "good", path, body },
      { id: "bad", path, body: { ...body, image: "no picture" } },
    ];
    await page.getByText("Import the records of a device without a connection").click();
    const choose = (text: string) =>
      page.getByLabel("The transfer file").setInputFiles({
        name: "gate-4.transfer",
        mimeType: "application/octet-stream",
        buffer: Buffer.from(text),
      });
    await choose(writeTransfer(key, records).replace("good", "evil"));
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("not a valid transfer file").waitFor();
    await choose(writeTransfer(key, records));
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("2 records imported, refused: 1").waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Save the acknowledgement" }).click();
    const lines = readFileSync(await (await download).path(), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line).status)).toEqual([undefined, 200, 400, undefined]);
    await page.getByText("--cloud-key").waitFor();
  });

  it("gives a new key, which works, and revokes it", async () => {
    await rowOf("Gate 1").getByRole("button", { name: "New key" }).click();
    await confirm("Create key");
    const apiKey = (await secret().textContent()) ?? "";
    expect(await fleet.tryKey(apiKey)).toBe(200);
    await rowOf("Gate 1").getByRole("button", { name: "Revoke" }).click();
    await confirm("Revoke device");
    await rowOf("Gate 1").getByText("revoked").waitFor();
    expect(await secret().count()).toBe(0);
    expect(await fleet.tryKey(apiKey)).toBe("INVALID_API_KEY");
    expect(await rowOf("Gate 1").getByRole("button").count()).toBe(0);
  });

  it("shows a box of the shared key, which cannot be revoked alone, and fits a phone", async () => {
    await fleet.beat(EDGE_KEY, { device_id: "old-box" });
    await rowOf("old-box").getByText("shared key").waitFor();
    expect(await rowOf("old-box").getByRole("button").allTextContents()).toEqual(["Join code", "New key"]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
  });
});
