import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { fleetOf } from "../../../src/fleet/edge-devices/testing.ts";
import { writeRelease } from "../../../src/fleet/roll-outs/testing.ts";
import { createTestApp } from "../../../src/testing/app.ts";
import { drawKey } from "../../../src/intake/box-testing.ts";
import { openConsole } from "./open-console.ts";

describe("the page of roll-outs in a real browser", needs("chromium"), () => {
  let page: Page;
  let complaints: string[];
  let fleet: Awaited<ReturnType<typeof fleetOf>>;

  beforeAll(async () => {
    const cloud = await createTestApp();
    fleet = await fleetOf(cloud);
    const opened = await openConsole(cloud);
    ({ page, complaints } = opened);
    await opened.openAs(await cloud.signIn("admin"), "/admin/roll-outs");
  });

  const line = (name: string) => page.getByRole("table", { name: "Versions", exact: true }).getByRole("row", { name });
  const card = (name: string) => page.getByRole("listitem", { name });
  /** The step that a roll-out has reached. */
  const step = (title: string, name: string) =>
    card(title).locator("[aria-current=step]").getByText(name, { exact: true });
  const lines = async (name: string) => {
    const cells = await card(name).locator("tbody tr").all();
    return Promise.all(cells.map((row) => row.locator("td").allTextContents()));
  };

  test("uploads a signed version, and shows why a file is refused", async () => {
    await page.getByText("No roll-outs yet").waitFor();
    await page.getByText("Upload a version", { exact: true }).click();
    const choose = (buffer: Buffer) =>
      page.getByLabel("The signed version").setInputFiles({ name: "category.release", mimeType: "", buffer });
    await choose(Buffer.from("no release\n"));
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText("The file is not a valid release").waitFor();
    await choose(writeRelease(drawKey(), { version: "1.1.0", files: { "cargo.onnx": Buffer.from("a model") } }));
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText("model category 1.1.0 is uploaded").waitFor();
    expect(await page.getByText("The file is not a valid release").count()).toBe(0);
    await choose(writeRelease(drawKey(), { version: "1.0.0", files: { "cargo.onnx": Buffer.from("a model") } }));
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText("model category 1.0.0 is uploaded").waitFor();
  });

  test("deletes a version that was never rolled out, once that is confirmed", async () => {
    await page.getByText("Versions", { exact: true }).click();
    await line("model category 1.0.0").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete version" }).click();
    await line("model category 1.0.0").waitFor({ state: "detached" });
    expect(await line("model category 1.1.0").count()).toBe(1);
  });

  test("begins with a canary, shows what each device runs and why one refused it, promotes and rolls back", async () => {
    const devices = await Promise.all(["Gate 1", "Gate 2", "Gate 3"].map((name) => fleet.make(name)));
    await page.getByText("Begin a roll-out").click();
    await page.getByRole("combobox", { name: "Version" }).selectOption({ label: "model category 1.1.0" });
    await page.getByRole("group", { name: "First devices" }).getByLabel("Gate 1").check();
    await page.getByRole("button", { name: "Roll out to the first devices" }).click();
    const title = "model category 1.1.0";
    await card(title).getByText("0 of 3 run it").waitFor();
    const [canary, second] = devices;
    const [{ releaseId }] = (await fleet.beat(canary.apiKey)).body.data.releases;
    const report = { release_id: releaseId, kind: "model", name: "category", version: "1.1.0" };
    await fleet.beat(canary.apiKey, { releases: [{ ...report, state: "running" }] });
    await card(title).getByText("1 of 3 run it").waitFor();
    await card(title).getByRole("button", { name: "Promote to all" }).click();
    await step(title, "all devices").waitFor();
    const reason = "its outputs differ from the measurement: whole.webp: score 0.8, wanted 0.9";
    await fleet.beat(second.apiKey, { releases: [{ ...report, state: "refused", reason }] });
    await card(title).getByText("1 of 3 run it, 1 refused it").waitFor();
    expect(await lines(title)).toEqual([
      ["Gate 1 first", "running", "1.1.0", "", expect.stringMatching(/ago|now/)],
      ["Gate 2 ", "refused", "its own configuration", reason, expect.stringMatching(/ago|now/)],
      ["Gate 3 ", "not reported yet", "its own configuration", "", "never"],
    ]);
    await card(title).getByRole("button", { name: "Stop" }).click();
    await card(title).getByText("stopped").waitFor();
    await line(title).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete version" }).click();
    await page.getByText("A roll-out names this version").waitFor();
    await card(title).getByRole("button", { name: "Roll back" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Roll back" }).click();
    await card(title).getByText("rolled back", { exact: true }).waitFor();
    expect((await fleet.beat(canary.apiKey)).body.data.releases).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("begins with a comparison, shows how the models differ on each device and in all, and promotes", async () => {
    const [one, two] = await Promise.all(["Gate 4", "Gate 5"].map((name) => fleet.make(name)));
    const buffer = writeRelease(drawKey(), { version: "2.0.0", files: { "cargo.onnx": Buffer.from("a model") } });
    const file = { name: "category.release", mimeType: "", buffer };
    await page.getByLabel("The signed version").setInputFiles(file);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText("model category 2.0.0 is uploaded").waitFor();
    await page.getByText("Begin a roll-out").click();
    await page.getByRole("combobox", { name: "Version" }).selectOption({ label: "model category 2.0.0" });
    for (const name of ["Gate 4", "Gate 5"])
      await page.getByRole("group", { name: "First devices" }).getByLabel(name).check();
    await page.getByLabel("At first only compare it with the model in use").check();
    await page.getByRole("button", { name: "Begin the comparison" }).click();
    const compared = card("model category 2.0.0");
    await compared.getByText("No device has compared a picture yet.").waitFor();
    const [{ releaseId }] = (await fleet.beat(one.apiKey)).body.data.shadows;
    const report = { release_id: releaseId, kind: "model", name: "category", version: "2.0.0", state: "comparing" };
    const counts = (both: number, pictures: number) => ({
      since: "2026-11-20T09:00:00Z",
      active_version: "1.1.0",
      pictures_compared: pictures,
      pictures_equal: 80,
      pictures_skipped: 1_200,
      pictures_failed: 0,
      active_ms: 20,
      shadow_ms: 30,
      both: both + 5,
      only_active: 2,
      only_shadow: 7,
      classes: [{ class_name: "drum", both, only_active: 2, only_shadow: 7, confidence_difference: -0.05 }],
    });
    await fleet.beat(one.apiKey, { shadows: [{ ...report, comparison: counts(100, 100) }] });
    await fleet.beat(two.apiKey, { shadows: [{ ...report, comparison: counts(300, 200) }] });
    await compared.getByText("same findings in 160 of 300 pictures (53.3 %)").waitFor();
    await compared.getByText(/2,400 skipped; 20 ms per picture in use, 30 ms new/).waitFor();
    await compared.getByText("0 of 5 run it, 2 compare it").waitFor();
    const cells = async (of: string) => {
      const rows = await compared
        .getByRole("table", { name: `Findings of ${of}` })
        .locator("tbody tr")
        .all();
      return Promise.all(rows.map((row) => row.locator("td").allTextContents()));
    };
    expect(await cells("all devices")).toEqual([
      ["drum", "400", "4", "14", "−0.05"],
      ["other classes", "10", "0", "0", ""],
    ]);
    await compared.getByText("Gate 5: same findings in 80 of 200 pictures").click();
    expect(await cells("Gate 5")).toEqual([
      ["drum", "300", "2", "7", "−0.05"],
      ["other classes", "5", "0", "0", ""],
    ]);
    await compared.getByRole("button", { name: "Promote to first devices" }).click();
    await step("model category 2.0.0", "first devices").waitFor();
    const { releases, shadows } = (await fleet.beat(one.apiKey)).body.data;
    expect([releases.map(({ version }: { version: string }) => version), shadows]).toEqual([["2.0.0"], []]);
    await compared.getByText("same findings in 160 of 300 pictures").waitFor();
    await compared.getByRole("button", { name: "Promote to all" }).click();
    await step("model category 2.0.0", "all devices").waitFor();
    expect(await compared.getByRole("button", { name: /Promote/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
