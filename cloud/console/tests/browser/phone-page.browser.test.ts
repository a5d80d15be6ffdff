import axe from "axe-core";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { cleanUpLater } from "../../../src/testing/clean-up.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { drawJpeg } from "../../../src/intake/testing.ts";
import { connectAiService } from "../../../src/platform/ai/connect-ai-service.ts";
import { readingOf, size, startScriptedService } from "../../../src/platform/ai/testing/scripted-service.ts";
import { openConsole, openContext, signIn, type TestConsole, UNTRUSTED_HOST } from "./open-console.ts";
import { findFaults } from "./views/look.ts";

describe("the page for phones, in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let service: Awaited<ReturnType<typeof startScriptedService>>;
  let [ann, bob, sue]: TestUser[] = [];
  let isAway = false;
  let pictures: { name: string; mimeType: string; buffer: Buffer }[] = [];
  beforeAll(async () => {
    service = await startScriptedService();
    service.hello = { tasks: ["category", "defect", "illegal", "identify"] };
    const logger = { info: () => {}, warn: () => {}, debug: () => {} };
    const newId = createObjectIdMaker(() => Date.now());
    const ai = connectAiService({ url: service.url, token: "t", newId, random: () => 0, logger });
    cleanUpLater(async () => ai.close());
    cloud = await createTestApp({ ai });
    ann = await cloud.signIn("operator", "ann@example.com");
    bob = await cloud.signIn("operator", "bob@example.com");
    sue = await cloud.signIn("supervisor", "sue@example.com");
    const drawn = await Promise.all([1, 2, 3].map((seed) => drawJpeg(seed, size.width, size.height)));
    pictures = drawn.map((buffer, index) => ({ name: `photo-${index}.jpg`, mimeType: "image/jpeg", buffer }));
    browser = await openConsole(cloud);
  });

  beforeEach(async () => {
    service.script = ({ answer }) => answer();
    const context = await openContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    page = await context.newPage();
    page.on("pageerror", (error) => browser.complaints.push(error.message));
    return async () => {
      await context.close();
      if (isAway) await browser.server.start();
      isAway = false;
    };
  });

  const openAs = async (user: TestUser) => {
    await signIn(page, { base: browser.base, token: user.token });
    await page.goto(`${browser.base}/phone`);
    await page.getByText(user.email).waitFor();
  };
  /** Once the console is kept on the device. */
  const isKept = () =>
    expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null"), { timeout: 60_000 }).toBe(true);
  const cut = async (isCut: boolean) => {
    await page.context().setOffline(isCut);
    await (isCut ? browser.server.stop() : browser.server.start());
    isAway = isCut;
    if (isCut) await page.getByText("No connection.").waitFor();
  };
  const number = () => page.getByLabel("Container number");
  const shoot = (label: string, chosen: typeof pictures) =>
    page.getByLabel(label, { exact: true }).setInputFiles(chosen);
  const send = () => page.getByRole("button", { name: "Send", exact: true }).click();
  const entry = (name: string) => page.getByRole("listitem", { name });
  const isSent = (name: string) => entry(name).getByText("sent", { exact: true }).waitFor();
  const escalate = async (reason: string) => {
    await page.getByLabel("Escalate to a supervisor").check();
    await page.getByLabel("Reason").fill(reason);
  };
  const read = async (place: string) =>
    (await cloud.send("GET", `/v1/${place}`, { headers: sue!.authorization })).body.data.items;
  /** Reads the service's record of a number; undefined if it has none. */
  const recordOf = async (text: string) => {
    const [container, ...more] = await read(`containers?q=${text}`);
    if (!container) return undefined;
    const photos = await read(`containers/${container.id}/evidence`);
    return { owner: container.owner.id, status: container.status, containers: 1 + more.length, photos };
  };

  test("reads the number from a photo, adds photos, and escalates", async () => {
    service.script = ({ answer }) => answer(readingOf("CSQU3054383"));
    await openAs(ann!);
    await shoot("Photograph the number", [pictures[0]!]);
    await page.getByText("Compare it.").waitFor();
    expect(await number().inputValue()).toBe("CSQU3054383");
    await page.getByText("check digit right").waitFor();
    await shoot("Add a photo", [pictures[1]!, pictures[2]!]);
    await page.getByLabel("What they show").fill("dent at the door");
    await escalate("the seal is broken");
    await send();
    await isSent("CSQU3054383");
    const record = await recordOf("CSQU3054383");
    expect(record).toMatchObject({ owner: ann!.id, status: "ESCALATED", containers: 1 });
    expect(record?.photos.map(({ note }: { note: string }) => note)).toEqual(Array(3).fill("dent at the door"));
  });

  test("asks about a number with a wrong check digit and about missing values", async () => {
    await openAs(ann!);
    await send();
    await page.getByText("Photograph the number, or type it.").waitFor();
    await number().fill("msku 914200 2");
    await page.getByText("check digit wrong").waitFor();
    await send();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await number().fill("MSKU9142001");
    await page.getByText("check digit right").waitFor();
    await page.getByLabel("Escalate to a supervisor").check();
    await send();
    await page.getByText("Give the reason for the escalation.").waitFor();
    expect(await recordOf("MSKU914200")).toBeUndefined();
  });

  test("opens without a connection, keeps drafts and pictures through reloads, and sends all of it once", async () => {
    await openAs(ann!);
    await isKept();
    await cut(true);
    await page.reload();
    await page.getByText("No connection. Everything is kept on this phone.").waitFor();
    await number().fill("MSKU9142001");
    await shoot("Add a photo", [pictures[0]!, pictures[1]!]);
    await page.getByRole("img", { name: "Photo 2" }).waitFor();
    await page.reload();
    await page.getByRole("img", { name: "Photo 2" }).waitFor();
    expect(await number().inputValue()).toBe("MSKU9142001");
    await escalate("a panel is loose");
    const shotBefore = Date.now();
    await send();
    await entry("MSKU9142001").getByText("waits on this phone").waitFor();
    await page.reload();
    await page.getByText("1 entry waits to be sent.").waitFor();
    await cut(false);
    await isSent("MSKU9142001");
    const record = await recordOf("MSKU9142001");
    expect(record).toMatchObject({ owner: ann!.id, status: "ESCALATED", containers: 1 });
    expect(record?.photos).toHaveLength(2);
    for (const { timestamp } of record!.photos) expect(Date.parse(timestamp)).toBeLessThan(shotBefore);
    const raised = (await read("escalations")).filter(
      ({ reason }: { reason: string }) => reason === "a panel is loose",
    );
    expect(raised).toHaveLength(1);
  });

  test("reads the number of a photo once there is a connection, and asks for it where that fails", async () => {
    service.script = ({ answer }) => answer(readingOf("TGHU7654321"));
    await openAs(ann!);
    await isKept();
    await cut(true);
    await shoot("Photograph the number", [pictures[0]!]);
    await page.getByText("the number is read when it is back").waitFor();
    await send();
    await cut(false);
    await page.getByText("The number could not be read from the photo. Type it.").waitFor();
    await page.getByRole("button", { name: "Correct" }).click();
    await number().fill("BOX 77");
    await send();
    await isSent("BOX 77");
    expect((await recordOf("BOX 77"))?.photos).toHaveLength(1);
  });

  test("sends an entry with the photos that are still being kept, and its number is none of the next one's", async () => {
    const isRead = Promise.withResolvers<void>();
    let asked = 0;
    service.script = async ({ answer }) => {
      if (++asked === 1) await isRead.promise;
      answer(readingOf("HLXU2008419"));
    };
    await openAs(ann!);
    await shoot("Photograph the number", [pictures[0]!]);
    await page.getByText("Reading the number …").waitFor();
    await page.evaluate(`document.querySelector("input[multiple]").addEventListener("change", () =>
      setTimeout(() => document.querySelector(".phone-send").click()), { once: true })`);
    await shoot("Add a photo", [pictures[1]!, pictures[2]!]);
    await isSent("HLXU2008419");
    expect((await recordOf("HLXU2008419"))?.photos).toHaveLength(3);
    const answers = `performance.getEntriesByType("resource").filter(({ name }) => name.includes("/identify")).length`;
    expect(await page.evaluate(answers)).toBe(1);
    isRead.resolve();
    await expect.poll(() => page.evaluate(answers)).toBe(2);
    await shoot("Add a photo", [pictures[1]!]);
    await page.getByRole("img", { name: "Photo 1" }).waitFor();
    expect(await number().inputValue()).toBe("");
    expect(await page.getByRole("img", { name: "Photo 2" }).count()).toBe(0);
  });

  test("keeps a number typed while the photo was read, and shows the number in the photo", async () => {
    const isRead = Promise.withResolvers<void>();
    service.script = ({ answer }) => void isRead.promise.then(() => answer(readingOf("CSQU3054383")));
    await openAs(ann!);
    await shoot("Photograph the number", [pictures[0]!]);
    await page.getByText("Reading the number …").waitFor();
    await number().fill("MSKU9142001");
    isRead.resolve();
    await page.getByText("The photo shows CSQU3054383. Compare it.").waitFor();
    expect(await number().inputValue()).toBe("MSKU9142001");
  });

  test("does everything once where the answers are lost on the way", async () => {
    await openAs(ann!);
    const tried: string[] = [];
    await page.route(/\/v1\/containers($|\/.+\/(evidence|escalate))/, async (route) => {
      const request = route.request();
      const key = request.headers()["idempotency-key"];
      if (request.method() !== "POST" || key === undefined) return route.continue();
      const isFirst = !tried.includes(key);
      tried.push(key);
      // The service does the work, and its answer never arrives.
      if (isFirst) await route.fetch();
      return isFirst ? route.abort("connectionreset") : route.continue();
    });
    await number().fill("LOST 1");
    await shoot("Add a photo", [pictures[0]!, pictures[1]!]);
    await page.getByRole("img", { name: "Photo 2" }).waitFor();
    await escalate("the door is open");
    await send();
    await isSent("LOST 1");
    expect(tried.length).toBeGreaterThan(new Set(tried).size);
    const record = await recordOf("LOST 1");
    expect(record).toMatchObject({ status: "ESCALATED", containers: 1 });
    expect(record?.photos).toHaveLength(2);
  });

  test("keeps rejected entries, with the reason", async () => {
    await cloud.send("POST", "/v1/containers", { headers: bob!.authorization, body: { containerNumber: "BOB 1" } });
    await openAs(ann!);
    await number().fill("BOB 1");
    await shoot("Add a photo", [pictures[0]!]);
    await send();
    await entry("BOB 1").getByText("belongs to another user").waitFor();
    await page.reload();
    await entry("BOB 1").getByText("needs you").waitFor();
    expect((await recordOf("BOB 1"))?.photos).toEqual([]);
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await entry("BOB 1").waitFor({ state: "detached" });
  });

  test("sends nothing under the name of another user", async () => {
    await openAs(ann!);
    await isKept();
    await cut(true);
    await number().fill("ANNS 1");
    await send();
    await entry("ANNS 1").getByText("waits on this phone").waitFor();
    await page.goto("about:blank");
    await cut(false);
    await openAs(bob!);
    await page.getByText("1 entry of another user on this phone").waitFor();
    expect(await entry("ANNS 1").count()).toBe(0);
    await openAs(ann!);
    await isSent("ANNS 1");
    expect(await recordOf("ANNS 1")).toMatchObject({ owner: ann!.id });
  });

  test("can be installed", async () => {
    await openAs(ann!);
    await isKept();
    const devtools = await page.context().newCDPSession(page);
    const { errors, data } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? "{}")).toMatchObject({ start_url: "/app/phone", display: "standalone" });
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // Windows like those of tests install nothing.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  });

  test("states what cannot work without HTTPS, and works otherwise", async () => {
    const base = browser.base.replace("127.0.0.1", UNTRUSTED_HOST);
    await signIn(page, { base, token: ann!.token });
    await page.goto(`${base}/phone`);
    await page.getByText("This page was opened without HTTPS.").waitFor();
    await number().fill("PLAIN 1");
    await shoot("Add a photo", [pictures[0]!]);
    await send();
    await isSent("PLAIN 1");
    expect((await recordOf("PLAIN 1"))?.photos).toHaveLength(1);
  });

  test("fits phones, and passes axe in light and dark", async () => {
    await openAs(ann!);
    await page.evaluate(axe.source);
    await number().fill("MSKU9142001");
    await shoot("Add a photo", [pictures[0]!]);
    await page.getByRole("img", { name: "Photo 1" }).waitFor();
    await page.getByLabel("Escalate to a supervisor").check();
    await send();
    await page.getByText("Give the reason for the escalation.").waitFor();
    for (const width of [320, 390])
      for (const colorScheme of ["light", "dark"] as const)
        expect({ width, colorScheme, faults: await findFaults(page, { colorScheme, width }) }).toMatchObject({
          faults: [],
        });
    const { y, height } = (await page.getByRole("button", { name: "Send", exact: true }).boundingBox())!;
    expect([height >= 48, 900 - y - height < 40]).toEqual([true, true]);
    expect(browser.complaints).toEqual([]);
  });
});
