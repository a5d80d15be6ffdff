import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { drawJpeg, edgeSender } from "../../../src/intake/testing.ts";
import { createTestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

const number = "CSQU3054383";
const DAY_MS = 86_400_000;

describe("the page of a container in a real browser", needs("chromium"), () => {
  let page: Page;
  let browser: TestConsole;
  let sue: TestUser;
  let id: string;
  let returningId: string;
  let escalatedId: string;
  let picture: { name: string; mimeType: string; buffer: Buffer };

  beforeAll(async () => {
    const cloud = await createTestApp();
    sue = await cloud.signIn("supervisor", "sue@example.com");
    const { scan, write } = edgeSender(cloud);
    picture = { name: "seal.jpg", mimeType: "image/jpeg", buffer: await drawJpeg(2, 320, 240) };
    const image = (await drawJpeg(1, 320, 240)).toString("base64");
    const body = {
      image,
      visualization: image,
      camera_id: "gate-1",
      detections: [{ class_name: "carton", confidence: 0.9 }],
    };
    id = (await scan(number, body)).body.data.containerId;
    await write("evidence", number, { image, visualization: image, camera_id: "gate-1" });
    const post = (path: string, sent: unknown) =>
      cloud.send("POST", `/v1${path}`, { body: sent, headers: sue.authorization });
    const gross = { value: 21_500, unit: "kg" };
    await post("/manifests", {
      containerNumber: number,
      shipper: { partyName: "Kaffee, Meyer & Co" },
      weight: { gross },
    });
    await post(`/containers/${id}/escalate`, { reason: "The seal is broken" });
    for (const [days, className, value] of [
      [10, "drum", 22_000],
      [1, "carton", 21_500],
    ] as const) {
      const timestamp = new Date(cloud.parts.nowMs() - days * DAY_MS).toISOString();
      const seen = { ...body, timestamp, detections: [{ class_name: className, confidence: 0.9 }] };
      returningId = (await scan("MSKU1234565", seen)).body.data.containerId;
      const weight = { gross: { value, unit: "kg" } };
      await post("/manifests", { containerNumber: "MSKU1234565", billOfLading: `BL-${days}`, weight });
    }
    const knife = [{ class_name: "knife", confidence: 0.9 }];
    const xRayed = "MSKU2345670";
    escalatedId = (await write("scans/illegal", xRayed, { ...body, detections: knife })).body.data.containerId;
    for (let count = 0; count < 2; count += 1) await scan(xRayed, body);
    browser = await openConsole(cloud);
    page = browser.page;
  });

  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Parts of the container" }).getByRole("link", { name });

  test("has tabs, each with an address", async () => {
    await browser.openAs(sue, `containers/${id}`);
    await page.getByAltText(`Scan of container ${number}`).waitFor();
    const drawn = await page.getByRole("link", { name: "As the device drew it" }).getAttribute("href");
    expect((await page.request.get(new URL(drawn!, page.url()).href)).headers()["content-type"]).toBe("image/jpeg");
    await tab("Manifest").click();
    await page.getByText("Kaffee, Meyer & Co").waitFor();
    await page.getByText("21,500 kg").waitFor();
    await tab("Evidence").click();
    await page.getByAltText("Photo without a note").waitFor();
    await tab("History").click();
    await page.getByText("Escalated: The seal is broken").first().waitFor();
    expect(new URL(page.url()).search).toBe("?tab=history");
    await page.reload();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    await page.goBack();
    await page.getByAltText("Photo without a note").waitFor();
  });

  test("states why it is escalated, and finds the scan for illegal goods among the others", async () => {
    await browser.openAs(sue, `containers/${escalatedId}`);
    await page
      .getByRole("status")
      .getByText("The scan for illegal goods marks a place as knife (confidence 90 %).")
      .waitFor();
    const strip = page.getByRole("region", { name: "Scans" });
    await expect.poll(() => strip.getByRole("listitem").count()).toBe(3);
    await strip.getByLabel("Kind of scan").selectOption("illegal");
    await expect.poll(() => strip.getByRole("listitem").count()).toBe(1);
    await strip.getByRole("link", { name: "knife" }).click();
    await page.getByRole("cell", { name: "1 knife" }).waitFor();
    expect(new URL(page.url()).searchParams.get("type")).toBe("illegal");
    await strip.getByLabel("Kind of scan").selectOption("defect");
    await strip.getByText("No defect scans.").waitFor();
  });

  test("compares two visits side by side", async () => {
    await browser.openAs(sue, `containers/${returningId}?tab=history`);
    await page.getByLabel("visit 2 with").selectOption("1");
    const row = (name: RegExp) => page.locator(".compared").getByRole("row", { name });
    await row(/^Gross weight/).waitFor();
    const cells = (name: RegExp) => row(name).getByRole("cell").allTextContents();
    expect(await cells(/^Gross weight/)).toEqual(["22,000 kg, 21,500 kg", "–"]);
    expect(await cells(/^Found/)).toEqual(["1 carton", "1 drum"]);
    expect(await cells(/^Bill of lading/)).toEqual(["BL-10, BL-1", "–"]);
    expect(await row(/^Gross weight/).getAttribute("class")).toBe("differs");
    expect(await row(/^Scans/).getAttribute("class")).toBeNull();
    expect(
      await row(/^Picture/)
        .getByRole("img")
        .count(),
    ).toBe(2);
    expect(new URL(page.url()).search).toBe("?tab=history&compare=1");
  });

  test("takes a photo as evidence, which only its uploader and the owner delete; a refusal keeps the note", async () => {
    await browser.openAs(sue, `containers/${id}?tab=evidence`);
    await page.getByAltText("Photo without a note").waitFor();
    const drawn = await page.getByRole("link", { name: "As the device drew it" }).getAttribute("href");
    expect((await page.request.get(new URL(drawn!, page.url()).href)).headers()["content-type"]).toBe("image/jpeg");
    const [file, add] = [page.getByLabel(/^Photo:/), page.getByRole("button", { name: "Add photo" })];
    await page.getByLabel("What it shows (optional)").fill("The broken seal");
    await file.setInputFiles({ ...picture, buffer: Buffer.from("no picture") });
    await add.click();
    expect(await page.getByRole("alert").textContent()).toContain("must be a complete JPEG");
    expect(await page.getByLabel("What it shows (optional)").inputValue()).toBe("The broken seal");
    await file.setInputFiles(picture);
    await add.click();
    await page.getByAltText("The broken seal").waitFor();
    expect(await page.getByLabel("What it shows (optional)").inputValue()).toBe("");
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete photo" }).click();
    await page.getByAltText("The broken seal").waitFor({ state: "detached" });
    expect(await page.getByAltText("Photo without a note").count()).toBe(1);
  });

  test("offers the case file", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Case file" }).click();
    expect((await download).suggestedFilename()).toBe(`case-${number}.zip`);
    expect(browser.complaints).toEqual([]);
  });
});
