import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { writeNumberNetworks } from "../inference/testing/number-fixture.ts";
import { createModelShelf } from "../composition/model-shelf.ts";
import { createLogger } from "../base/logger.ts";
import { runLine } from "./testing/run-line.ts";
import { cli, layOutSite, runCli, startCli, startFakeCloud, startProgram, until } from "./testing/small-site.ts";

const bundled = path.resolve(import.meta.dirname, "../../models/category-demo.onnx");
const SIZE = { width: 256, height: 192 };

/** Goldens beside the model of a site, which finds one carton at 88 to 168 and 66 to 126. */
async function layOutGoldens(folder: string, confidence: number): Promise<void> {
  const model = await readFile(path.join(folder, "one-carton.onnx"));
  await mkdir(path.join(folder, "goldens"));
  const pixels = sharp({ create: { ...SIZE, channels: 3, background: "#808080" } });
  await pixels.webp({ lossless: true }).toFile(path.join(folder, "goldens/grey.webp"));
  const findings = [{ classIndex: 0, confidence, box: [88, 66, 168, 126] }];
  const goldens = {
    model: "one-carton.onnx",
    modelSha256: createHash("sha256").update(model).digest("hex"),
    pictures: [{ picture: "grey.webp", findings }],
  };
  await writeFile(path.join(folder, "goldens/goldens.json"), JSON.stringify(goldens));
}

describe("model measure", () => {
  test("writes a model's findings, which model check expects from then on, and replaces them only on request", async () => {
    const { folder, configFile } = await layOutSite("http://127.0.0.1:9");
    const file = path.join(folder, "one-carton.onnx");
    const samples = path.resolve(import.meta.dirname, "../../models/samples");
    const pictures = ["load-1.jpg", "load-2.jpg"].map((name) => path.join(samples, name));
    const measured = await runLine(["model", "measure", file, ...pictures]);
    expect(measured).toMatchObject({ code: 0, stdout: expect.stringContaining("load-1.png: 1 finding (carton)") });
    expect(await runLine(["model", "check", file])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("passed: equal to the measurement on 2 golden pictures"),
    });
    const again = await runLine(["model", "measure", file, ...pictures]);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("add --overwrite") });
    const twice = await runLine(["model", "measure", file, ...pictures, pictures[0] ?? "", "--overwrite"]);
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining("the same name") });
    const list = path.join(folder, "goldens", "goldens.json");
    await writeFile(list, (await readFile(list, "utf8")).replace(/"confidence":0\.\d+/, '"confidence":0.7'));
    const failed = await runLine(["model", "check", "category", "--config", configFile]);
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("load-1.png: carton 0: score") });
  });
});

describe("model inspect", () => {
  test("shows how a file is read, as JSON without a configuration", async () => {
    const { code, stdout, stderr } = await runCli("model", "inspect", bundled, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      file: bundled,
      name: "category-demo",
      task: "segment",
      layout: "v8-segment",
      layoutReason: expect.stringContaining('task "segment"'),
      inputWidthPixels: 256,
      inputHeightPixels: 192,
      executionProvider: "cpu",
      opset: 13,
    });
  });

  test("takes the name of a configured model, and names those that there are", async () => {
    const { configFile } = await layOutSite("http://127.0.0.1:9");
    const found = await runCli("model", "inspect", "category", "--config", configFile);
    expect(found.stdout).toContain("v8-detect");
    const unknown = await runCli("model", "inspect", "categroy", "--config", configFile);
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
    expect(unknown.stderr).toContain("configured: category");
  });

  test("shows the configured number reader, and refuses its files by name", async () => {
    const { folder, configFile } = await layOutSite("http://127.0.0.1:9", {
      numbers: { characters: "characters.onnx", lines: "lines.onnx" },
    });
    const files = await writeNumberNetworks(folder);
    const found = await runCli("model", "inspect", "numbers", "--config", configFile, "--json");
    expect(JSON.parse(found.stdout)).toMatchObject({
      name: "characters + lines",
      version: "1.0.0",
      ...files,
      lines: [files.lines],
    });
    await copyFile(files.characters, files.lines);
    const refused = await runCli("model", "inspect", "numbers", "--config", configFile);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`model ${files.lines} cannot be used: its input is`);
  });
});

describe("model check", () => {
  test("passes where the outputs equal the measurement, and fails with the difference where they do not", async () => {
    const [right, wrong] = [await layOutSite("http://127.0.0.1:9"), await layOutSite("http://127.0.0.1:9")];
    await layOutGoldens(right.folder, 0.9);
    await layOutGoldens(wrong.folder, 0.85);
    // ONNX Runtime keeps the data that it would report to its vendor in the home folder.
    const clean = [
      "-u",
      "ORT_DISABLE_TELEMETRY",
      "-u",
      "XDG_CACHE_HOME",
      `HOME=${right.folder}`,
      process.execPath,
      cli,
    ];
    const passed = await startProgram("/usr/bin/env", [...clean, "model", "check", "--config", right.configFile]).ended;
    expect(passed).toMatchObject({ code: 0, stdout: expect.stringContaining("category: passed") });
    expect(existsSync(path.join(right.folder, ".cache/Microsoft"))).toBe(false);
    const failed = await runCli("model", "check", "category", "--config", wrong.configFile, "--json");
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject([
      { model: "category", state: "failed", pictures: [{ picture: "grey.webp", wanted: 1, found: 1 }] },
    ]);
    expect(failed.stdout).toContain("score 0.8999");
  });

  test("reports a model without golden pictures as not checked", async () => {
    const { configFile } = await layOutSite("http://127.0.0.1:9");
    const { code, stdout } = await runCli("model", "check", "--config", configFile);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "category: not checked\n" });
  });
});

describe("model bench", () => {
  test("prints pictures per second by threads", async () => {
    const { code, stdout } = await runCli("model", "bench", bundled, "--seconds", "0.1", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      measurements: expect.arrayContaining([expect.objectContaining({ threads: 1, pictures: expect.any(Number) })]),
    });
  });
});

describe("a model that fails its check", () => {
  test("is not used: it rejects every picture and is listed with the reason", async () => {
    const { folder } = await layOutSite("http://127.0.0.1:9");
    await layOutGoldens(folder, 0.85);
    const settings = {
      file: path.join(folder, "one-carton.onnx"),
      confidence: 0.25,
      iou: 0.7,
      executionProvider: "cpu",
    };
    const models = new Map([["category", settings]]);
    const config = { models, numbers: null, inference: { workers: 1, threadsPerWorker: 1 } };
    const shelf = createModelShelf({ config, askers: 1, logger: createLogger({ isTerminal: false, level: "silent" }) });
    const model = await shelf.named("category");
    const picture = { rgb: new Uint8Array(3), widthPixels: 1, heightPixels: 1 };
    await expect(model.detect(picture, "test")).rejects.toThrow("model category is not used: grey.webp");
    expect(shelf.status()).toMatchObject([{ id: "category", problem: expect.stringContaining("wanted 0.85") }]);
    await shelf.close();
  });

  test("does not stop the agent, which reports it in its log and to the cloud", async () => {
    const cloud = await startFakeCloud();
    const { folder, configFile } = await layOutSite(cloud.url);
    await layOutGoldens(folder, 0.85);
    const agent = startCli(["run", "--config", configFile]);
    const heartbeat = await until("the agent sends a heartbeat", () =>
      cloud.received.find(({ path: route }) => route === "/v1/edge/heartbeat"),
    );
    expect(heartbeat.body["models"]).toMatchObject([
      { name: "one-carton", error: expect.stringContaining("grey.webp") },
    ]);
    expect(agent.output.stderr).toContain("model failed its check and is not used");
    agent.stop("SIGTERM");
    expect((await agent.ended).code).toBe(0);
  });
});
