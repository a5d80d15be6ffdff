import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LIKENESS_KEY } from "../inference/likeness.ts";
import { connectToAgent } from "../status/agent-client.ts";
import { layOutSite, runCli, startCli, startFakeCloud, until } from "./testing/small-site.ts";

const scanResult = z.looseObject({ id: z.string(), note: z.string().nullable() });
const parkedRecords = z.array(z.looseObject({ id: z.string(), reason: z.string() }));

async function layOutPicture(cloudUrl: string, changes: Parameters<typeof layOutSite>[1] = {}, more: object = {}) {
  const site = await layOutSite(cloudUrl, changes, more);
  const image = path.join(site.folder, "load.png");
  await sharp({ create: { width: 512, height: 384, channels: 4, background: "#806040" } })
    .png()
    .toFile(image);
  const scan = (...more: string[]) =>
    runCli("scan", "--container", "CSQU3054383", "--image", image, "--config", site.configFile, ...more);
  return { ...site, image, scan };
}

describe("edge-agent scan", () => {
  test("delivers one picture unchanged and reports the findings: exit code 0", async () => {
    const cloud = await startFakeCloud();
    const { scan, image } = await layOutPicture(cloud.url);
    const { code, stdout, stderr } = await scan();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^CSQU3054383 \(valid\): 1 finding by one-carton 7 in \d+ ms\n {2}carton {2}90 % {2}9\.8 % of the picture\ndelivered to http:\/\/127\.0\.0\.1:\d+ \(record [0-9a-f]{24}\)\n$/,
    );
    expect(Buffer.from(String(cloud.received[0]?.body["image"]), "base64")).toEqual(await readFile(image));
    // The model's file has no figures of the pictures that it was trained on.
    expect(cloud.received[0]?.body).not.toHaveProperty("unlike_training");
  });

  test("marks a picture that is unlike those that the model was trained on, and states it", async () => {
    const cloud = await startFakeCloud();
    // Its confidence of 0.9 is five times as far from the usual as in one of twenty pictures.
    const usual = { pictures: 400, background: null, confidence: { "0.05": 0.97, "0.5": 0.985, "0.95": 0.99 } };
    for (const [limit, isUnlike] of [[1, true] as const, [2, false] as const]) {
      const { scan } = await layOutPicture(cloud.url, {}, { [LIKENESS_KEY]: JSON.stringify({ ...usual, limit }) });
      const { stdout } = await scan();
      expect(stdout.includes("UNLIKE: these pictures are unlike those that the model was trained on")).toBe(isUnlike);
      expect(cloud.received.at(-1)?.body).toMatchObject({ unlike_training: isUnlike });
    }
  });

  test("stores it while the cloud is unavailable (exit code 3), and the next run sends it", async () => {
    const cloud = await startFakeCloud();
    cloud.setMode("refuse");
    const { scan } = await layOutPicture(cloud.url);
    const kept = await scan("--json");
    expect(kept.code).toBe(3);
    const result = scanResult.parse(JSON.parse(kept.stdout));
    expect(result).toMatchObject({ state: "held-up", detections: [{ className: "carton" }] });
    expect(result.note).toContain("503");
    cloud.setMode("take");
    expect((await scan()).code).toBe(0);
    expect(cloud.received.map(({ key }) => key)).toContain(result.id);
    expect(cloud.received).toHaveLength(2);
  });

  test("goes through the agent that runs on the data folder", async () => {
    const cloud = await startFakeCloud();
    const { scan, configFile, dataDir } = await layOutPicture(cloud.url);
    const agent = startCli(["run", "--config", configFile]);
    await until("the agent answers", () => connectToAgent(dataDir));
    const { code, stdout } = await scan("--json", "--camera", "handheld");
    expect(code).toBe(0);
    const { id } = scanResult.parse(JSON.parse(stdout));
    expect(cloud.received.find(({ key }) => key === id)?.body).toMatchObject({ camera_id: "handheld" });
    agent.stop("SIGTERM");
    expect((await agent.ended).code).toBe(0);
  });

  test("without a number, has that of the vehicle in the lane of its camera, or the placeholder of its passage", async () => {
    const cloud = await startFakeCloud();
    const stations = [{ id: "gate-1", camera: "top", model: "category", container: { identified: {} } }];
    const { configFile, dataDir, image } = await layOutPicture(cloud.url, { stations });
    const args = ["scan", "--image", image, "--camera", "top", "--json", "--config", configFile];
    const alone = await runCli(...args);
    expect(alone).toMatchObject({ code: 2, stdout: expect.stringContaining("state the container") });
    const agent = startCli(["run", "--config", configFile]);
    await until("the agent answers", () => connectToAgent(dataDir));
    const { code, stdout } = await runCli(...args);
    expect(code).toBe(0);
    const { id, ...result } = scanResult.parse(JSON.parse(stdout));
    expect(result).toMatchObject({ numberCheck: "unidentified" });
    const { body } = cloud.received.find(({ key }) => key === id) ?? {};
    expect(body).toMatchObject({ camera_id: "top", passage_id: expect.any(String) });
    expect(result["containerNumber"]).toMatch(/^UNIDENTIFIED-gate-1-/);
    agent.stop("SIGTERM");
    expect((await agent.ended).code).toBe(0);
  });

  test.each([
    ["a missing picture", ["--image", "absent.jpg"], 2, "picture file absent.jpg does not exist"],
    ["an invalid number", ["--container", "CSQU;1"], 2, '"CSQU;1" is not a container number'],
    ["a number without a letter or digit", ["--container", ".."], 2, '".." is not a container number'],
    ["an unknown option", ["--contaner", "x"], 2, "unknown option '--contaner'"],
    ["a model that is not configured", ["--model", "defect"], 2, 'unknown model "defect": configured: category'],
  ] as const)("refuses %s", async (_, more, expectedCode, message) => {
    const { scan } = await layOutPicture("http://127.0.0.1:9");
    const { code, stdout, stderr } = await scan(...more);
    expect({ code, stdout }).toEqual({ code: expectedCode, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });

  test("refuses to identify a container by a number without a letter or digit", async () => {
    const { configFile } = await layOutSite("http://127.0.0.1:9");
    const args = ["identify", "--station", "gate-1", "--container", "..", "--config", configFile];
    expect(await runCli(...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('".." is not a container'),
    });
  });

  test("refuses a truncated picture and a file that is no picture, and stores neither", async () => {
    const { scan, folder, configFile } = await layOutPicture("http://127.0.0.1:9");
    const jpeg = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#123456" } })
      .jpeg()
      .toBuffer();
    for (const [name, bytes] of [
      ["cut.jpg", jpeg.subarray(0, 700)],
      ["drawing.svg", Buffer.from("<svg/>")],
    ] as const) {
      await writeFile(path.join(folder, name), bytes);
      const { code, stderr } = await scan("--image", path.join(folder, name));
      expect(code).toBe(2);
      expect(stderr).toMatch(/it cannot be decoded|it is not a picture of a supported format/);
    }
    const queue = await runCli("queue", "status", "--json", "--config", configFile);
    expect(JSON.parse(queue.stdout)).toMatchObject({ pending: 0, parked: 0 });
  });
});

describe("edge-agent queue", () => {
  test("lists, exports and retries records that the cloud does not take", async () => {
    const cloud = await startFakeCloud();
    cloud.setMode("reject");
    const { scan, configFile, folder } = await layOutPicture(cloud.url);
    const parked = await scan();
    expect(parked.stdout).toContain("parked: ");
    expect(parked.code).toBe(1);
    const queue = (...args: string[]) => runCli("queue", ...args, "--config", configFile);
    const listed = parkedRecords.parse(JSON.parse((await queue("parked", "--json")).stdout));
    expect(listed).toMatchObject([{ kind: "category-scan", containerNumber: "CSQU3054383", lastStatus: 400 }]);
    expect(listed[0]?.reason).toContain("not like this");
    expect((await queue("status")).stdout).toMatch(/parked +1 +see: edge-agent queue parked/);

    const target = path.join(folder, "exported");
    expect((await queue("export", target)).stdout).toBe(`1 record written to ${target}\n`);
    expect(await readdir(target)).toEqual(expect.arrayContaining([`${listed[0]?.id}.json`]));

    expect((await queue("retry")).code).toBe(2);
    expect((await queue("retry", "000000000000000000000000")).code).toBe(1);
    expect(await queue("retry", String(listed[0]?.id), "--json")).toMatchObject({
      code: 0,
      stdout: '{\n  "retried": 1\n}\n',
    });
    cloud.setMode("take");
    expect((await scan()).code).toBe(0);
    expect(cloud.received.map(({ key }) => key)).toContain(listed[0]?.id);
  });

  test("shows records that a proxy refuses as too large, and how to change that", async () => {
    const cloud = await startFakeCloud();
    cloud.setMode("too-large");
    const { scan, configFile } = await layOutPicture(cloud.url);
    expect((await scan()).code).toBe(3);
    const { stdout } = await runCli("queue", "status", "--config", configFile);
    expect(stdout).toMatch(
      /failing +1 record, last attempt: the answer 413 is not the cloud's: .*client_max_body_size 50m/,
    );
    const shown = await runCli("queue", "status", "--json", "--config", configFile);
    expect(JSON.parse(shown.stdout)).toMatchObject({ pending: 1, failing: [{ count: 1, lastStatus: 413 }] });
  });

  test("reports a missing outbox, and needs no agent", async () => {
    const { configFile } = await layOutSite("http://127.0.0.1:9");
    const { code, stderr } = await runCli("queue", "status", "--config", configFile);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("the outbox does not exist") });
    const status = await runCli("status", "--config", configFile);
    expect({ code: status.code, stderr: status.stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining("no agent is running on"),
    });
  });
});
