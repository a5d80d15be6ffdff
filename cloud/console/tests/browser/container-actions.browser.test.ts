import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { cleanUpLater } from "../../../src/testing/clean-up.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { connectAiService } from "../../../src/platform/ai/connect-ai-service.ts";
import { readingOf, size, startScriptedService } from "../../../src/platform/ai/testing/scripted-service.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

const FOR_ALL = ["Scan a picture …", "Identify from a picture …", "Correct number …", "Begin next visit …"];
const FOR_SUPERVISORS = [
  "Record examination …",
  "Hand over …",
  "Merge with another container …",
  "Place under legal hold …",
];

describe("the actions on a container, in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let page: Page;
  let browser: TestConsole;
  let service: Awaited<ReturnType<typeof startScriptedService>>;
  let [ann, sue, root]: TestUser[] = [];
  let picture: { name: string; mimeType: string; buffer: Buffer };
  let numbers = 0;

  beforeAll(async () => {
    service = await startScriptedService();
    service.hello = { tasks: ["category", "defect", "illegal", "identify"] };
    const logger = { info: () => {}, warn: () => {}, debug: () => {} };
    const newId = createObjectIdMaker(() => Date.now());
    const ai = connectAiService({ url: service.url, token: "t", newId, random: () => 0, logger });
    cleanUpLater(async () => ai.close());
    cloud = await createTestApp({ ai });
    ann = await cloud.signIn("operator", "ann@example.com");
    sue = await cloud.signIn("supervisor", "sue@example.com");
    root = await cloud.signIn("admin");
    const buffer = await sharp({ create: { ...size, channels: 3, background: "#806040" } })
      .jpeg()
      .toBuffer();
    picture = { name: "box.jpg", mimeType: "image/jpeg", buffer };
    browser = await openConsole(cloud);
    page = browser.page;
  });
  beforeEach(() => {
    service.script = ({ answer }) => answer();
  });

  /** A scanned container of Ann's. */
  const record = async (number = `BOX-${(numbers += 1)}`) => {
    const body = await scanBody({ user_email: ann!.email });
    const id: string = (await edgeSender(cloud).scan(number, body)).body.data.containerId;
    return { id, number };
  };
  const choose = async (item: string) => {
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const menu = async () => {
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Case file" }).waitFor();
    const items = await page.getByRole("menuitem").allTextContents();
    await page.keyboard.press("Escape");
    return items;
  };
  const dialog = () => page.getByRole("dialog");
  const submit = (name: string) => dialog().getByRole("button", { name, exact: true }).click();

  test("are those that the service allows the user's role, and none on an older visit", async () => {
    const { id } = await record();
    await browser.openAs(ann!, `containers/${id}`);
    expect(await menu()).toEqual([...FOR_ALL, "Case file"]);
    await browser.openAs(sue!, `containers/${id}`);
    expect(await menu()).toEqual([...FOR_ALL, ...FOR_SUPERVISORS, "Case file"]);
    await browser.openAs(root!, `containers/${id}`);
    expect(await menu()).toEqual([...FOR_ALL, ...FOR_SUPERVISORS, "Delete container …", "Case file"]);
    await browser.openAs(root!, `containers/${id}?visit=1`);
    expect(await menu()).toEqual(["Case file"]);
  });

  test("correct the number: a rejection is shown, and the input outlasts the dialog", async () => {
    const [{ number: taken }, { id }] = [await record("TGHU7599330"), await record("CSQU3054388")];
    await browser.openAs(ann!, `containers/${id}`);
    await choose("Correct number");
    await page.getByLabel("Container number").fill(taken);
    await dialog().getByText("check digit right").waitFor();
    await submit("Change number");
    expect(await dialog().getByRole("alert").textContent()).toContain(`Another container has the number ${taken}`);
    await page.keyboard.press("Escape");
    await choose("Correct number");
    expect(await page.getByLabel("Container number").inputValue()).toBe(taken);
    await page.getByLabel("Container number").fill("CSQU3054380");
    await dialog().getByText("check digit wrong").waitFor();
    await page.getByLabel("Container number").fill("CSQU3054383");
    await submit("Change number");
    await page.getByRole("heading", { level: 1, name: "CSQU3054383" }).waitFor();
    await dialog().waitFor({ state: "detached" });
  });

  test("record what an ordered examination found, with the findings that it confirmed", async () => {
    const number = "TGHU7599325";
    const declaredGoods = [{ description: "Green coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 300 }];
    const send = (user: TestUser, place: string, body: unknown) =>
      cloud.send("POST", `/v1/${place}`, { body, headers: user.authorization });
    await send(ann!, "manifests", { containerNumber: number, declaredGoods, status: "VALIDATED" });
    const seen = (class_name: string, area_percentage: number) => ({ class_name, confidence: 0.95, area_percentage });
    const detections = [seen("sack", 2), seen("vehicle", 28)];
    const body = await scanBody({ user_email: ann!.email, detections });
    const { containerId: id } = (await edgeSender(cloud).scan(number, body)).body.data;
    const { items } = (await cloud.send("GET", `/v1/escalations?containerId=${id}`, { headers: sue!.authorization }))
      .body.data;
    await send(sue!, `escalations/${items[0].id}/resolve`, { decision: "inspect", reason: "open it" });

    await browser.openAs(ann!, `containers/${id}`);
    await page.getByText("Ordered, and not recorded yet.").waitFor();
    expect(await page.getByRole("button", { name: "Record examination" }).count()).toBe(0);
    await browser.openAs(sue!, `containers/${id}`);
    await page.getByRole("button", { name: "Record examination" }).click();
    await dialog().getByLabel("Something found").check();
    await dialog()
      .getByLabel(/observed goods not declared: The picture shows 1 vehicle/)
      .check();
    await dialog().getByLabel("What was examined").fill("A car behind sacks.");
    await submit("Record examination");
    await dialog().waitFor({ state: "detached" });
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Examinations" }) });
    await card.getByText("A car behind sacks.").waitFor();
    expect(await card.innerText()).toMatch(/Something found\s+opened\s+sue@example.com,[^]*A car behind sacks\./);
    await browser.openAs(sue!, "rules");
    const row = page.getByRole("row", { name: /^observed goods not declared/ });
    await row.waitFor();
    expect(await row.getByRole("cell").allTextContents()).toEqual(["observed goods not declared", "1", "1", "100 %"]);
  });

  test("leave it to supervisors to merge a misread container with the one that it resembles", async () => {
    const [{ id }] = [await record("TEMU5019140"), await record("TEMU5019410")];
    await browser.openAs(ann!, `containers/${id}`);
    const similar = page.getByRole("region", { name: "Similar expected numbers" });
    await similar.getByText("a supervisor can merge them").waitFor();
    expect(await similar.getByRole("button").count()).toBe(0);
    await browser.openAs(sue!, `containers/${id}`);
    await similar.getByRole("button", { name: "Merge …" }).waitFor();
  });

  test("scan a picture of the user, and lead to its scan", async () => {
    const { id } = await record();
    await browser.openAs(ann!, `containers/${id}`);
    await choose("Scan a picture");
    await dialog().getByLabel("Defects of the container").check();
    expect(await dialog().getByLabel("Store the picture only if something is found").count()).toBe(0);
    await dialog().getByLabel("Illegal goods, on an X-ray picture").check();
    await dialog()
      .getByLabel(/^Picture:/)
      .setInputFiles({ ...picture, buffer: Buffer.from("no picture") });
    await submit("Scan");
    expect(await dialog().getByRole("alert").textContent()).toContain("must be a complete JPEG");
    await dialog()
      .getByLabel(/^Picture:/)
      .setInputFiles(picture);
    service.script = ({ answer }) => answer({ detections: [] });
    await dialog().getByLabel("Store the picture only if something is found").check();
    await submit("Scan");
    await dialog().getByText("Nothing was found. The picture is not stored.").waitFor();
    service.script = ({ answer }) => answer();
    await submit("Scan another picture");
    await dialog().getByText("2 drums").waitFor();
    expect(service.asked.map(({ header }) => header.task)).toEqual(["illegal", "illegal"]);
    await submit("Show scan");
    await dialog().waitFor({ state: "detached" });
    await page.getByRole("row", { name: /drum/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("scan")).toBeTruthy();
  });

  test("identify a container, which a supervisor merges with this one", async () => {
    const [{ id }] = [await record(), await record("MSKU1234565")];
    service.script = ({ answer }) => answer(readingOf("MSKU1234565"));
    await browser.openAs(sue!, `containers/${id}`);
    await choose("Identify from a picture");
    await dialog().getByLabel("Picture of the number").setInputFiles(picture);
    await submit("Read number");
    await dialog().getByText("MSKU1234565", { exact: true }).waitFor();
    await dialog()
      .getByRole("button", { name: /^Merge .* into it/ })
      .click();
    await dialog().getByRole("radio").check();
    await submit("Merge into MSKU1234565");
    await page.getByRole("heading", { level: 1, name: "MSKU1234565" }).waitFor();
    await browser.openAs(sue!, `containers/${id}`);
    await page.getByRole("heading", { level: 1, name: "Container not found" }).waitFor();
    expect(await page.locator("main").textContent()).toContain("was merged into MSKU1234565");
  });

  test("hand over, place under a legal hold, begin a visit, and delete after the number is typed", async () => {
    const { id, number } = await record();
    await browser.openAs(root!, `containers/${id}`);
    await choose("Hand over");
    await page.getByLabel("New owner's email").fill("missing@example.com");
    await submit("Hand over");
    expect(await dialog().getByRole("alert").textContent()).toContain("No active account");
    await page.getByLabel("New owner's email").fill(sue!.email);
    await submit("Hand over");
    await page.getByText(`owner ${sue!.email}`).waitFor();
    await choose("Place under legal hold");
    await page.getByLabel("Reason").fill("court order 4711");
    await submit("Place legal hold");
    await page.getByText("legal hold", { exact: true }).waitFor();
    await choose("Delete container");
    expect(await dialog().getByRole("button", { name: "Delete container" }).isDisabled()).toBe(true);
    await page.getByLabel(`Type ${number} to confirm`).fill(number.toLowerCase());
    await submit("Delete container");
    expect(await dialog().getByRole("alert").textContent()).toContain("under a legal hold");
    await page.keyboard.press("Escape");
    await choose("Release legal hold");
    await dialog().getByText("court order 4711").waitFor();
    await submit("Release legal hold");
    await page.getByText("legal hold", { exact: true }).waitFor({ state: "detached" });
    await choose("Begin next visit");
    await submit("Begin visit");
    await page.getByText("A scan of visit 1; this is visit 2.").waitFor();
    await choose("Begin next visit");
    await submit("Begin visit");
    expect(await dialog().getByRole("alert").textContent()).toContain("has no records yet");
    await page.keyboard.press("Escape");
    await choose("Delete container");
    await page.getByLabel(`Type ${number} to confirm`).fill(number);
    await submit("Delete container");
    await page.getByRole("heading", { level: 1, name: "Containers" }).waitFor();
    expect(browser.complaints).toEqual([]);
  });
});
