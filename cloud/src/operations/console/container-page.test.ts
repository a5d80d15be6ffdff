import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { drawJpeg, edgeSender } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../guarantees/testing.ts";
import { BUILT, openConsole, PROGRAM, type TestConsole } from "./testing.ts";

const number = "CSQU3054383";

describe.skipIf(!PROGRAM || !BUILT)("the page of a container in a real browser", () => {
  let page: Page;
  let browser: TestConsole;
  let sue: TestUser;
  let id: string;

  beforeAll(async () => {
    const test = await createTestApp();
    sue = await test.signIn("supervisor", "sue@example.com");
    const { scan, write } = edgeSender(test);
    const image = (await drawJpeg(1, 320, 240)).toString("base64");
    const body = { image, camera_id: "gate-1", detections: [{ class_name: "carton", confidence: 0.9 }] };
    id = (await scan(number, body)).body.data.containerId;
    await write("evidence", number, { image, camera_id: "gate-1" });
    const post = (path: string, sent: unknown) =>
      test.send("POST", `/v1${path}`, { body: sent, headers: sue.authorization });
    const gross = { value: 21_500, unit: "kg" };
    await post("/manifests", {
      containerNumber: number,
      shipper: { partyName: "Kaffee, Meyer & Co" },
      weight: { gross },
    });
    await post(`/containers/${id}/escalate`, { reason: "The seal is broken" });
    browser = await openConsole(test);
    page = browser.page;
  });

  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Parts of the container" }).getByRole("link", { name });

  it("has tabs, each with an address", async () => {
    await browser.openAs(sue, `containers/${id}`);
    await page.getByAltText(`Scan of container ${number}`).waitFor();
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

  it("offers the case file", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Case file" }).click();
    expect((await download).suggestedFilename()).toBe(`case-${number}.zip`);
    expect(browser.complaints).toEqual([]);
  });
});
