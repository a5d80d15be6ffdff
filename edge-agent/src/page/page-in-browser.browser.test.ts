import type { Locator } from "playwright-core";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { needs } from "../../../deploy/testing/needs.ts";
import { readConfig } from "../config/config.ts";
import { layOutSite, runCli, startCli, startFakeCloud, until } from "../commands/testing/small-site.ts";
import { connectToAgent } from "../status/agent-client.ts";
import { drawWithFinger, openPhone } from "./testing/browser.ts";

type Point = [number, number];

describe("the technician's page on a phone", needs("chromium"), () => {
  test("shows a live picture; a zone drawn with the finger is saved, and in the pictures after a restart", async () => {
    const cloud = await startFakeCloud();
    const cameras = [{ id: "top", url: "test:pattern?width=320&height=240&fps=5" }];
    const { configFile, dataDir } = await layOutSite(cloud.url, { cameras });
    const agent = startCli(["run", "--config", configFile]);
    const { url } = await until("the agent answers", () => connectToAgent(dataDir));
    const { page, complaints, asked } = await openPhone();
    await page.goto(`${url}/`);

    const live = page.getByAltText("Live picture of camera top");
    await live.waitFor();
    await page.getByText("carton 90 %").waitFor();
    const first = await live.getAttribute("src");
    await expect.poll(() => live.getAttribute("src")).not.toBe(first);
    await page.getByRole("link", { name: "Open camera top" }).click();
    expect(await brightnessAt(live, [0.1, 0.2])).toBeGreaterThan(100);

    await page.getByRole("button", { name: "Change zones" }).click();
    await page.getByRole("button", { name: "Draw privacy zone" }).click();
    await live.scrollIntoViewIfNeeded();
    const square: Point[] = [[0.05, 0.05], [0.45, 0.05], [0.45, 0.55], [0.05, 0.55], [0.05, 0.06]]; // prettier-ignore
    await drawWithFinger(page, page.locator(".pen"), square);
    await page.getByText("Zone 1: privacy, 4 corners").waitFor();
    // By keyboard: two steps of one percent to the left.
    await page.getByRole("button", { name: /^Corner 2, / }).focus();
    for (const _ of [1, 2]) await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "Save zones" }).click();
    await page.getByText(/^Saved to .*zones\.json/).waitFor();
    const saved = await readConfig(configFile, {});
    const [zone = []] = saved.ok ? (saved.config.cameras[0]?.privacyZones ?? []) : [];
    const wanted: Point[] = [[0.05, 0.05], [0.43, 0.05], [0.45, 0.55], [0.05, 0.55]]; // prettier-ignore
    expect(zone).toHaveLength(4);
    for (const [index, [x, y]] of wanted.entries()) {
      expect(Math.hypot((zone[index]?.[0] ?? 9) - x, (zone[index]?.[1] ?? 9) - y)).toBeLessThan(0.02);
    }

    // Its port is another one after the restart, where the configuration asks for a free one.
    await page.getByRole("button", { name: "Restart the agent now" }).click();
    const again = await until("the agent answers again", async () => {
      const next = await connectToAgent(dataDir);
      return next && next.url !== url ? next : undefined;
    });
    await page.goto(`${again.url}/#/cameras/top`);
    await live.waitFor();
    await expect.poll(() => brightnessAt(live, [0.1, 0.2])).toBeLessThan(30);
    expect(await brightnessAt(live, [0.1, 0.7])).toBeGreaterThan(100);

    expect(asked.filter((each) => !/^(data:|http:\/\/127\.0\.0\.1:)/.test(each))).toEqual([]);
    expect(complaints).toEqual([]);
    agent.stop("SIGTERM");
    expect((await agent.ended).code).toBe(0);
  });

  test("over TLS with its password: tests, scans now, lists problems, and never scrolls sideways", async () => {
    const cloud = await startFakeCloud();
    cloud.setMoreData({ signingKeyFingerprint: null });
    const cameras = [
      { id: "top", url: "test:pattern?width=320&height=240&fps=5" },
      { id: "broken", url: "rtsp://127.0.0.1:9/none" },
    ];
    const fixed = { model: "category", container: { fixed: "CSQU3054383" } };
    const stations = [
      { id: "gate-1", camera: "top", model: "category", container: { identified: {} } },
      { id: "gate-2", camera: "broken", ...fixed },
    ];
    const open = { host: "127.0.0.1", port: 0 };
    const { configFile } = await layOutSite(cloud.url, { cameras, stations, page: open });
    const refused = await runCli("config", "check", "--offline", "--config", configFile);
    expect(refused).toMatchObject({ code: 78, stdout: expect.stringMatching(/page\.host: .*no password is set/) });
    const made = await runCli("page", "password", "--json", "--config", configFile);
    const { password } = JSON.parse(made.stdout) as { password: string };
    const { fingerprint } = JSON.parse(
      (await runCli("page", "certificate", "--json", "--config", configFile)).stdout,
    ) as { fingerprint: string };
    const agent = startCli(["run", "--config", configFile]);
    const url = await until("the page is open", () => /"pages":\["([^"]+)"\]/.exec(agent.output.stderr)?.[1]);
    expect(agent.output.stderr).toContain(fingerprint);
    const { page, complaints } = await openPhone({ ignoreHTTPSErrors: true });
    const fits = async () => expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);

    await page.goto(`${url}/`);
    await page.getByLabel("Password").fill("not this one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("the password is wrong").waitFor();
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Camera broken: cannot be opened" }).waitFor();
    await page.getByRole("link", { name: "The records of this device have no valid signature" }).waitFor();
    await page.getByText("or let an administrator register the key that").waitFor();
    await fits();
    await page.goto(`${url}/#/cameras/top`);
    await page.getByRole("button", { name: "Take picture and run category" }).click();
    await page.getByText(/^1 finding in \d+ ms$/).waitFor();
    await page.getByAltText("Test picture of camera top").waitFor();
    await fits();

    await page.getByRole("link", { name: "Stations" }).click();
    const gate = page.locator(".card", { has: page.getByRole("heading", { name: "gate-1" }) });
    await gate.getByLabel("Container number").fill("csqu 3054383");
    await gate.getByRole("button", { name: "Set number" }).click();
    await gate.getByText("The container is now").waitFor();
    await gate.getByRole("button", { name: "Scan now" }).click();
    await until("the scan is delivered", () =>
      cloud.received.find(({ path }) => path === "/v1/edge/containers/CSQU3054383/scans/category"),
    );
    await fits();

    await page.getByRole("link", { name: "Models" }).click();
    await page.getByText("finds objects", { exact: true }).waitFor();
    await fits();
    await page.getByRole("link", { name: "Delivery" }).click();
    await page.getByRole("button", { name: "Test the connection" }).click();
    await page.getByText("The cloud accepts the key of this device").waitFor();
    await fits();
    await page.getByRole("link", { name: "Log" }).click();
    await page.getByLabel("Show").selectOption("warn");
    await page.getByText("camera=broken").or(page.getByText("cameraId=broken")).first().waitFor();
    await fits();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Password").waitFor();
    expect(complaints).toEqual([]);
    agent.stop("SIGTERM");
    await agent.ended;
  });
});

/** The brightness of a place of a picture, 0 to 255; the place in shares of its width and height. */
async function brightnessAt(picture: Locator, [x, y]: Point): Promise<number> {
  const address = (await picture.getAttribute("src")) ?? "";
  const jpeg = Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)] ?? NaN;
}
