import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../../src/intake/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

describe("the review of the queue, in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let [sue, sid]: TestUser[] = [];
  /** The addresses of all requests that were answered: browsers themselves remember 250. */
  const finished: string[] = [];
  /** Id of the container at the end of the queue. */
  let lastId: string;

  beforeAll(async () => {
    cloud = await createTestApp();
    sue = await cloud.signIn("supervisor", "sue@example.com");
    sid = await cloud.signIn("supervisor", "sid@example.com");
    const { scan, write } = edgeSender(cloud);
    const body = await scanBody();
    for (const number of ["BOX-1", "BOX-2", "BOX-3"]) {
      lastId = (await scan(number, body)).body.data.containerId;
      await as(sue, `/containers/${lastId}/escalate`, { reason: `the seal of ${number} looks new` });
    }
    const knife = [{ class_name: "knife", confidence: 0.9 }];
    await write("scans/illegal", "XRAY-1", { ...body, detections: knife });
    browser = await openConsole(cloud);
    page = browser.page;
    page.on("requestfinished", (request) => finished.push(request.url()));
  });

  const as = (user: TestUser, url: string, body: unknown) =>
    cloud.send("POST", `/v1${url}`, { headers: user.authorization, body });
  const queue = () => page.locator(".queue .number").allTextContents();
  const opened = (number: string) => page.getByRole("article", { name: number }).waitFor();
  const focused = () => page.evaluate("document.activeElement.tagName + ' ' + (document.activeElement.id || '')");
  const statusOf = async (number: string) => {
    const url = `/v1/containers?q=${number}`;
    return (await cloud.send("GET", url, { headers: sue!.authorization })).body.data.items[0].status;
  };

  const idOf = async (number: string) => {
    const { items } = (await cloud.send("GET", "/v1/escalations/queue", { headers: sue!.authorization })).body.data;
    return items.find((item: { container: { containerNumber: string } }) => item.container.containerNumber === number)
      .id;
  };

  test("has the most severe first, states the count, and is cleared by keys alone", async () => {
    await browser.openAs(sue!, "review");
    await opened("XRAY-1");
    expect(await queue()).toEqual(["XRAY-1", "BOX-1", "BOX-2", "BOX-3"]);
    await expect.poll(() => page.title()).toBe("Review (4) · Container inspection");
    expect(await page.getByRole("navigation", { name: "Main" }).textContent()).toContain("Review 4");
    await page.keyboard.press("j");
    await opened("BOX-1");
    await page.keyboard.press("k");
    await opened("XRAY-1");
    await page.keyboard.press("c");
    await page.getByText("You claimed it").waitFor();
    await page.getByText("XRAY-1 claimed").waitFor();
    // The button, and its key, rest until all that the claim has changed is shown.
    await expect.poll(() => page.getByRole("button", { name: "Release", exact: true }).isEnabled()).toBe(true);
    await page.keyboard.press("u");
    await page.getByText("Not claimed yet").waitFor();
    await page.getByText("XRAY-1 released").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("You claimed it").waitFor();
    await page.locator("h1").click();
    await page.keyboard.press("2");
    await page.keyboard.press("r");
    await page.keyboard.type("a knife, jck12?");
    await page.keyboard.press("Control+Enter");
    await opened("BOX-1");
    await expect.poll(queue).toEqual(["BOX-1", "BOX-2", "BOX-3"]);
    await expect.poll(() => statusOf("XRAY-1")).toBe("HELD");
    expect(await focused()).toMatch(/^A queued-/);
  });

  test("explains its keys, and leaves them off where the user wants that", async () => {
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByRole("checkbox").uncheck();
    await page.getByRole("button", { name: "Close" }).click();
    const before = page.url();
    await page.keyboard.press("j");
    await page.getByRole("button", { name: "Keys" }).click();
    await page.getByRole("dialog", { name: "Keys" }).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Close" }).click();
    expect(page.url()).toBe(before);
    await page.keyboard.press("j");
    await opened("BOX-2");
  });

  test("has one switch for the keys of every page, which each of them and the account show", async () => {
    const { id } = (await cloud.send("GET", "/v1/escalations/queue", { headers: sue!.authorization })).body.data
      .items[0];
    const other = await openConsole(cloud);
    await other.openAs(sue!, `escalations/${id}`);
    const claim = other.page.getByRole("button", { name: "Claim", exact: true });
    await claim.waitFor();
    await other.page.keyboard.press("?");
    const help = other.page.getByRole("dialog", { name: "Keys" });
    const keys = ["c", "u", "1, 2, 3", "r", "Ctrl+Enter", "Ctrl+K", "?"];
    await expect.poll(() => help.locator("kbd").allTextContents()).toEqual(keys);
    await other.page.keyboard.press("Escape");
    await other.openAs(sue!, "account");
    const ownSwitch = other.page.getByRole("region", { name: "Keys" }).getByRole("checkbox");
    await ownSwitch.uncheck();
    await other.openAs(sue!, `escalations/${id}`);
    await claim.waitFor();
    await other.page.keyboard.press("c");
    await other.page.keyboard.press("?");
    await other.page.getByRole("button", { name: "Keys" }).click();
    expect(await help.getByRole("checkbox").isChecked()).toBe(false);
    await help.getByRole("checkbox").check();
    await other.page.getByRole("button", { name: "Close" }).click();
    expect(await claim.isVisible()).toBe(true);
    await other.openAs(sue!, "account");
    expect(await ownSwitch.isChecked()).toBe(true);
    expect(other.complaints).toEqual([]);
  });

  test.each([1280, 320])("offers to undo without covering a control, %i px wide", async (width) => {
    const other = await openConsole(cloud);
    await other.page.setViewportSize({ width, height: 700 });
    await other.openAs(sue!, "review?id=" + (await idOf("BOX-2")));
    await other.page.getByRole("button", { name: "Claim", exact: true }).click();
    await other.page.getByText("BOX-2 claimed").waitFor();
    await expect.poll(() => other.page.evaluate(COVERED), { timeout: 5_000 }).toEqual([]);
    await other.page.getByRole("button", { name: "Undo", exact: true }).click();
    await other.page.getByText("Not claimed yet").waitFor();
  });

  test("opens the next item from preloaded data, without a request that the user waits for", async () => {
    const loaded = () => finished.filter((url) => url.includes(`${lastId}/scans/`)).length;
    // The thumbnail, the picture and the scan.
    await expect.poll(loaded).toBeGreaterThanOrEqual(3);
    await page.route("**/v1/containers/**", () => undefined);
    await page.keyboard.press("j");
    await opened("BOX-3");
    await page.getByRole("img", { name: "Scan of container BOX-3" }).waitFor();
    await page.unrouteAll();
  });

  test("keeps a filter in the address and as a view with a name", async () => {
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Source").selectOption("illegal");
    await page.keyboard.press("Escape");
    await page.getByText("Nothing to review").waitFor();
    await page.getByLabel("Name of the view").fill("X-ray");
    await page.getByRole("button", { name: "Save view" }).click();
    await browser.openAs(sue!, "review");
    await expect.poll(queue).toHaveLength(3);
    await page.getByRole("link", { name: "X-ray" }).click();
    await page.getByText("Nothing to review").waitFor();
    expect(new URL(page.url()).search).toBe("?source=illegal");
  });

  test("keeps views with the account, moves those there that the browser kept, and undoes a deletion", async () => {
    const other = await openConsole(cloud);
    await other.page.goto(`${other.base}/sign-in`);
    const kept = JSON.stringify([{ name: "Of old", search: "?age=60" }]);
    await other.page.evaluate(`localStorage.setItem("views ${sue!.id}", ${JSON.stringify(kept)})`);
    await other.openAs(sue!, "review");
    const views = other.page.getByRole("navigation", { name: "Saved views" });
    await expect.poll(() => views.getByRole("link").allTextContents()).toEqual(["Of old", "X-ray"]);
    expect(await other.page.evaluate(`localStorage.getItem("views ${sue!.id}")`)).toBe(null);
    await views.getByRole("link", { name: "Of old" }).click();
    await other.page.getByRole("button", { name: "Delete view" }).click();
    await expect.poll(() => views.getByRole("link").allTextContents()).toEqual(["X-ray"]);
    await other.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => views.getByRole("link").allTextContents()).toEqual(["Of old", "X-ray"]);
    expect(other.complaints).toEqual([]);
  });

  test("shows who else looks at an item, in the queue and beside the decision, until they leave", async () => {
    await browser.openAs(sue!, "review");
    await opened("BOX-1");
    const other = await openConsole(cloud);
    await other.openAs(sid!, "review");
    const seen = (where: Page) => where.locator(".queue-item", { hasText: "BOX-1" }).getByText(/viewing/);
    await page.getByText("sid@example.com is viewing this escalation now.").waitFor();
    await other.page.getByText("sue@example.com is viewing this escalation now.").waitFor();
    expect(await seen(page).textContent()).toBe("sid@example.com is viewing");
    await other.page.keyboard.press("j");
    await page
      .getByText("sid@example.com is viewing this escalation now.")
      .waitFor({ state: "detached", timeout: 60_000 });
    await page.locator(".queue-item", { hasText: "BOX-2" }).getByText("sid@example.com is viewing").waitFor();
    await other.page.close();
    await page.getByText("sid@example.com").waitFor({ state: "detached", timeout: 60_000 });
    expect(other.complaints).toEqual([]);
  });

  test("decides several at once, and states which were refused", async () => {
    await browser.openAs(sue!, "review");
    for (const number of ["BOX-1", "BOX-2"]) await page.getByLabel(`Select ${number}`).check();
    const items = (await cloud.send("GET", "/v1/escalations/queue", { headers: sid!.authorization })).body.data.items;
    await as(sid!, `/escalations/${items[1].id}/claim`, {});
    await page.getByRole("button", { name: "Decide …" }).click();
    const dialog = page.getByRole("dialog", { name: "Decide 2 escalations" });
    await dialog.getByRole("radio", { name: /Clear/ }).check();
    await dialog.getByLabel("Reason").fill("seals checked");
    await dialog.getByRole("button", { name: "Submit 2 decisions" }).click();
    await page.getByText("BOX-2: Another user has claimed this escalation.").waitFor();
    await expect.poll(queue).toEqual(["BOX-2", "BOX-3"]);
    expect([await statusOf("BOX-1"), await statusOf("BOX-2")]).toEqual(["CLEARED", "ESCALATED"]);
    await page.getByText("1 selected").waitFor();
  });

  test("shows the findings of a new scan while a decision is written, and keeps the text", async () => {
    await browser.openAs(sue!, "review");
    await page.getByRole("link", { name: "BOX-3" }).click();
    await opened("BOX-3");
    await page.getByLabel("Reason").fill("the seal is the right one");
    const rifle = [{ class_name: "rifle", confidence: 0.9 }];
    await edgeSender(cloud).write("scans/illegal", "BOX-3", { ...(await scanBody()), detections: rifle });
    await page.getByText("More was found since you opened this.").waitFor();
    await page
      .locator(".review-detail")
      .getByText("The scan for illegal goods marks a place as rifle (confidence 90 %).")
      .waitFor();
    expect(await page.locator(".review-detail").textContent()).toContain("the seal of BOX-3 looks new");
    expect(await page.getByLabel("Reason").inputValue()).toBe("the seal is the right one");
    await expect.poll(queue).toEqual(["BOX-3", "BOX-2"]);
    await page.getByLabel("Reason").fill("");
  });

  test("states the second-person rule before several are decided", async () => {
    const { containerId } = (await edgeSender(cloud).scan("HELD-1", await scanBody())).body.data;
    const escalate = async () =>
      (await as(sue!, `/containers/${containerId}/escalate`, { reason: "odd" })).body.data.id;
    await as(sue!, `/escalations/${await escalate()}/resolve`, { decision: "hold", reason: "the seal is odd" });
    await escalate();
    await browser.openAs(sue!, "review");
    const dialog = page.getByRole("dialog");
    const clear = dialog.getByRole("radio", { name: /Clear/ });
    await page.getByLabel("Select HELD-1").check();
    await page.getByRole("button", { name: "Decide …" }).click();
    await dialog.getByText("You decided to hold HELD-1, so another supervisor must clear it.").waitFor();
    expect(await clear.isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Select BOX-3").check();
    await page.getByRole("button", { name: "Decide …" }).click();
    await dialog.getByText("You decided to hold HELD-1, so another supervisor must clear it.").waitFor();
    expect(await clear.isDisabled()).toBe(false);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  test("fits a phone: the queue, then the item", async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await browser.openAs(sue!, "review");
    const fits = async () =>
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
    await page.getByRole("link", { name: "BOX-3" }).waitFor();
    expect(await page.getByRole("article").isVisible()).toBe(false);
    await fits();
    const viewed = async () => {
      const { body } = await cloud.send("GET", "/v1/escalations/viewers", { headers: sid!.authorization });
      return body.data.items.map(({ user }: { user: { email: string } }) => user.email);
    };
    await expect.poll(viewed).toEqual([]);
    await page.getByRole("link", { name: "BOX-3" }).click();
    await opened("BOX-3");
    await expect.poll(viewed).toEqual(["sue@example.com"]);
    await fits();
    await page.getByRole("link", { name: "← Queue" }).click();
    await page.getByRole("link", { name: "BOX-3" }).waitFor();
    expect(browser.complaints).toEqual([]);
  });
});

/** The controls that a toast covers: at the top of the page, or once they are scrolled into view. */
const COVERED = `(() => {
  const toast = document.querySelector(".toast");
  const isCovered = (control) => {
    const [one, other] = [control, toast].map((each) => each.getBoundingClientRect());
    // A scroll ends at a whole pixel.
    return one.bottom > other.top + 1 && one.top < other.bottom - 1 && one.right > other.left && one.left < other.right;
  };
  const controls = [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0']")].filter(
    (control) => !toast.contains(control) && control.checkVisibility(),
  );
  window.scrollTo(0, 0);
  const inHead = controls.filter((control) => control.closest(".bar, .page-head") && isCovered(control));
  const anywhere = controls.filter((control) => {
    control.scrollIntoView({ block: "nearest", behavior: "instant" });
    return isCovered(control);
  });
  return [...inHead, ...anywhere].map((control) => control.outerHTML.slice(0, 120));
})()`;
