import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { layOutSite } from "./testing/small-site.ts";
import { runLine } from "./testing/run-line.ts";

const TEXT = `# the north gate
cloud: { url: "http://127.0.0.1:9", apiKey: key-of-this-box } # of the site
device:
  id: box-1 # as on the sticker
models: { category: { file: one-carton.onnx } }
cameras:
  # above the lane
  - id: top.1
    url: "rtsp://viewer:hunter2@10.0.0.1/x?token=t0ken"
    framesPerSecond: 10 # enough
  - { id: side, url: "rtsp://10.0.0.2/x", username: viewer, password: pa55word }
  - { id: rear, url: "rtsp://10.0.0.3/x", username: viewer, password: "\${REAR_PASSWORD}" }
stations:
  - { id: gate-1, camera: top.1, model: category, container: { fixed: CSQU3054383 } }
`;

async function open(text = TEXT) {
  const { folder, configFile } = await layOutSite("http://127.0.0.1:9");
  await writeFile(configFile, text);
  const run = (...args: string[]) => {
    const environment = { REAR_PASSWORD: "fr0m-env", CAMERA_PASSWORD: "s3cret" };
    return runLine([...args, "--config", configFile], { environment });
  };
  return { folder, configFile, run, text: () => readFile(configFile, "utf8") };
}

describe("config show", () => {
  test("shows the file with its comments and without its secrets, and one setting of it", async () => {
    const { run } = await open();
    const { code, stdout } = await run("config", "show");
    expect(code).toBe(0);
    expect(stdout).toContain("# as on the sticker");
    expect(stdout).toContain('password: "${REAR_PASSWORD}"');
    for (const secret of ["key-of-this-box", "hunter2", "t0ken", "pa55word", "fr0m-env"]) {
      expect(stdout).not.toContain(secret);
    }
    expect(await run("config", "show", "device.id")).toEqual({ code: 0, stdout: "box-1", stderr: "" });
    expect((await run("config", "show", "cameras.top.1.framesPerSecond")).stdout).toBe("10");
    expect(JSON.parse((await run("config", "show", "cameras.side", "--json")).stdout)).toEqual({
      id: "side",
      url: "rtsp://10.0.0.2/x",
      username: "viewer",
      password: "***",
    });
    expect(await run("config", "show", "cloud.proxy")).toMatchObject({
      code: 2,
      stderr: "cloud.proxy is not set in the file",
    });
    expect(await run("config", "show", "cameras.left.url")).toMatchObject({ code: 2 });
  });

  test("a file that is no YAML shows no secret either", async () => {
    const { run } = await open("cloud: { apiKey: key-of-this-box\ncameras: [ { password: pa55word }\n- x");
    const { stdout } = await run("config", "show");
    expect(stdout).not.toMatch(/key-of-this-box|pa55word/);
  });
});

describe("config set", () => {
  test("changes one value and leaves the rest of the text as it was", async () => {
    const { run, text } = await open();
    expect(await run("config", "set", "cameras.top.1.framesPerSecond", "5")).toMatchObject({ code: 0 });
    expect(await text()).toBe(TEXT.replace("framesPerSecond: 10", "framesPerSecond: 5"));
    expect(await run("config", "set", "stations[0].scan", "{ everySeconds: 60 }")).toMatchObject({ code: 0 });
    expect(await text()).toContain("scan: { everySeconds: 60 } }");
    expect(await run("config", "set", "stations.gate-1.scan", "--unset")).toMatchObject({ code: 0 });
    expect(await text()).toBe(TEXT.replace("framesPerSecond: 10", "framesPerSecond: 5"));
  });

  test.each([
    [["cameras.top.1.framesPerSecond", "fast"], "must be a number, not text"],
    [["cameras.top.1.framePerSecond", "5"], "did you mean framesPerSecond?"],
    [["models.category.file", "missing.onnx"], "does not exist"],
    [["cameras.left.url", "rtsp://10.0.0.9/x"], 'the list has no entry "left"'],
    [["device.id.name", "x"], "cannot be changed so"],
    [["device.id"], "specify either a value or --unset"],
  ])("refuses %j and leaves the file as it was", async (args, message) => {
    const { run, text } = await open();
    const { code, stderr } = await run("config", "set", ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(await text()).toBe(TEXT);
  });
});

describe("camera", () => {
  test("ls lists the cameras with their stations, without credentials", async () => {
    const { run } = await open();
    const { stdout } = await run("camera", "ls");
    expect(stdout).toContain("top.1   gate-1      not running  rtsp://***@10.0.0.1/x?token=***");
    expect(stdout).toContain("side    no station  not running  rtsp://***@10.0.0.2/x");
    expect(stdout).not.toMatch(/hunter2|pa55word|fr0m-env/);
  });

  test("add tests a camera and adds it with its station; comments stay", async () => {
    const { run, text } = await open();
    const dead = await run("camera", "add", "left", "rtsp://127.0.0.1:1/x", "--username", "viewer");
    expect(dead).toMatchObject({ code: 1, stderr: expect.stringContaining("refused the connection") });
    expect(dead.stderr).not.toContain("s3cret");
    expect(await text()).toBe(TEXT);
    const added = await run("camera", "add", "left", "test:pattern", "--model", "category");
    expect(added).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^left: 640 × 480, .*with the station left/s),
    });
    const after = await text();
    expect(after).toContain("# above the lane");
    expect(after).toContain("- { id: left, url: test:pattern }");
    expect(after).toContain("- { id: left, camera: left, model: category, container: { identified: {} } }");
    const twice = await run("camera", "add", "left", "test:pattern", "--no-test");
    expect(twice.code).toBe(2);
    expect(await text()).toBe(after);
  });

  test("add --after makes a lane of the new station and the one before, whose container it shares", async () => {
    const { run, text } = await open();
    const add = (...more: string[]) => run("camera", "add", "x-ray", "test:pattern", "--no-test", ...more);
    expect(await add("--after", "gate-1")).toMatchObject({ code: 2, stderr: expect.stringContaining("--model") });
    const unknown = await add("--model", "category", "--after", "gate-2");
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("stations: gate-1") });
    expect(await text()).toBe(TEXT);
    const place = ["--model", "category", "--scan-type", "illegal", "--after", "gate-1", "--after-seconds", "12"];
    expect(await add(...place)).toMatchObject({ code: 0 });
    const { lanes, stations } = parse(await text());
    expect(lanes).toEqual([{ id: "lane-1", container: { fixed: "CSQU3054383" } }]);
    expect(stations).toMatchObject([
      { id: "gate-1", lane: "lane-1" },
      { id: "x-ray", lane: "lane-1", scanType: "illegal", arrival: { afterOthersSeconds: 12 } },
    ]);
  });

  test("`test` and `snapshot` take a configured camera or an address", async () => {
    const { run, folder } = await open();
    const tested = await run("camera", "test", "test:pattern", "--json");
    expect(JSON.parse(tested.stdout)).toMatchObject({ ok: true, message: expect.stringContaining("640 × 480") });
    const failed = await run("camera", "test", "rtsp://viewer:hunter2@127.0.0.1:1/x");
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL camera camera: .*refused[^]*Fix: /) });
    expect(failed.stdout).not.toContain("hunter2");
    expect(await run("camera", "test", "left")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("configured: top.1"),
    });
    const output = path.join(folder, "shot.jpg");
    expect(await run("camera", "snapshot", "test:pattern", "--output", output)).toMatchObject({
      code: 0,
      stdout: `${output}: 640 × 480 pixels`,
    });
    expect(await sharp(output).metadata()).toMatchObject({ format: "jpeg", width: 640, height: 480 });
  });
});
