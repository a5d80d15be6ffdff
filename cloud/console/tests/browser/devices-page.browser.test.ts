import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { fleetOf } from "../../../src/fleet/edge-devices/testing.ts";
import { createTestApp, EDGE_KEY } from "../../../src/testing/app.ts";
import { createBox, drawKey, writeTransfer } from "../../../src/intake/box-testing.ts";
import { openConsole } from "./open-console.ts";

describe("the page of edge devices in a real browser", needs("chromium"), () => {
  let page: Page;
  let complaints: string[];
  let fleet: Awaited<ReturnType<typeof fleetOf>>;

  beforeAll(async () => {
    const cloud = await createTestApp();
    fleet = await fleetOf(cloud);
    const opened = await openConsole(cloud);
    ({ page, complaints } = opened);
    await opened.openAs(await cloud.signIn("admin"), "");
  });

  const rowOf = (name: string) => page.getByRole("listitem", { name });
  const secret = () => page.locator(".secret code");

  test("makes a device with a code, which a box changes into a key", async () => {
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

  test("imports records carried from a device, and returns the acknowledgement by which the device deletes them", async () => {
    const { device } = await fleet.make("Gate 4");
    const key = drawKey();
    await fleet.admin("PUT", `/${device.id}/signing-key`, key.registration);
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

  test("shows a box of the shared key, which cannot be revoked alone, and fits a phone", async () => {
    await fleet.beat(EDGE_KEY, { device_id: "old-box" });
    await rowOf("old-box").getByText("shared key").waitFor();
    expect(await rowOf("old-box").getByRole("button").allTextContents()).toEqual(["Join code", "New key"]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
  });
});
