import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { WantedRelease } from "@container-inspection/shared-schemas/releases";
import { afterAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { readConfig } from "../../config/config.ts";
import { layOutModel } from "../../inference/testing/lay-out-model.ts";
import { createLogger } from "../../base/logger.ts";
import { type AppliedRelease, readApplied, writeApplied } from "../../config/applied-releases.ts";
import { checkRelease } from "./check-release.ts";
import { openRelease } from "./release-signature.ts";
import { unpackRelease } from "./unpack-release.ts";
import { readReleaseKey, writeRelease } from "./write-release.ts";

const base = mkdtempSync(path.join(tmpdir(), "roll-outs-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const logger = createLogger({ isTerminal: false, level: "silent" });
const { signal } = new AbortController();

function drawKey(name: string) {
  const file = path.join(base, `${name}.pem`);
  writeFileSync(file, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
  return readReleaseKey(file);
}
const [key, otherKey] = [drawKey("release"), drawKey("other")];

/** A device without a cloud; the model of its file is not loaded here. */
async function layOut(name: string, changes: object = {}) {
  const folder = path.join(base, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "own.onnx"), "a model");
  const file = path.join(folder, "edge-agent.yaml");
  const config = {
    cloud: { url: "http://127.0.0.1:1", apiKey: "key" },
    device: { id: "box-1" },
    dataDir: "data",
    releaseKey: key.publicKey,
    models: { category: { file: "own.onnx" } },
    cameras: [{ id: "top", url: "test:pattern", framesPerSecond: 5 }],
    stations: [{ id: "gate-1", camera: "top", model: "category", container: { fixed: "CSQU3054383" } }],
    ...changes,
  };
  const write = (more: object = {}) => writeFileSync(file, stringify({ ...config, ...more }));
  write();
  const read = async () => {
    const reading = await readConfig(file, {});
    if (!reading.ok) throw new Error(reading.problems.map(({ message }) => message).join());
    return reading;
  };
  return { folder, file, dataDir: path.join(folder, "data"), read, write };
}

const contents = { kind: "configuration" as const, name: "rates", version: "1", createdAt: "2026-11-01T10:00:00.000Z" };
const settings = [{ setting: "cameras.top.framesPerSecond", value: "2" }];
const applied = (more: Partial<AppliedRelease> = {}): AppliedRelease => ({
  releaseId: "r1",
  kind: "configuration",
  name: "rates",
  version: "1",
  settings,
  ...more,
});
const rateOf = ({ config }: Awaited<ReturnType<Awaited<ReturnType<typeof layOut>>["read"]>>) =>
  config.cameras[0]?.framesPerSecond;

/** Signs settings; resolves with the file and the cloud's announcement of it. */
async function signSettings(
  name: string,
  more: Partial<typeof contents> & { settings?: typeof settings } = {},
  by = key,
) {
  const file = path.join(base, `${name}.release`);
  const sizeBytes = await writeRelease(file, { ...contents, modelFile: null, files: [], settings, ...more }, by);
  const wanted: WantedRelease = {
    releaseId: name,
    kind: "configuration",
    name: "rates",
    version: "1",
    sizeBytes,
    sha256: "",
  };
  return { file, wanted };
}

/** Signs a model, and begins to check it on a device whose station selects these classes. */
async function checkModel(
  name: string,
  score: number | null,
  classes?: string[],
  { stopping = signal, times = 1 }: { stopping?: AbortSignal; times?: number } = {},
) {
  const station = { id: "gate-1", camera: "top", model: "category", container: { fixed: "CSQU3054383" } };
  const stations = [{ ...station, ...(classes && { objects: { classes } }) }];
  const device = await layOut(name.replaceAll(" ", "-"), { stations });
  const model = layOutModel(path.join(device.folder, "signed"), { version: "8", score, times });
  const goldens = score === null ? [] : ["goldens/goldens.json", "goldens/whole.webp"];
  const files = ["cargo.onnx", ...goldens].map((each) => ({
    path: each,
    file: path.join(path.dirname(model), each),
  }));
  const file = path.join(device.folder, "model.release");
  const manifest = { ...contents, kind: "model" as const, name: "category", modelFile: "cargo.onnx" };
  const sizeBytes = await writeRelease(file, { ...manifest, files, settings: [] }, key);
  const wanted = { releaseId: "m", kind: "model" as const, name: "category", version: "1", sizeBytes, sha256: "" };
  const folder = path.join(device.dataDir, "releases", "m");
  const { config } = await device.read();
  const checked = checkRelease(
    wanted,
    { file, folder, others: [] },
    { config, environment: {}, signal: stopping, logger },
  );
  return { device, folder, checked };
}

describe("what is rolled out", () => {
  test("changes the configuration as it is read, and leaves the file as it is", async () => {
    const device = await layOut("applies");
    const before = readFileSync(device.file, "utf8");
    expect(rateOf(await device.read())).toBe(5);
    writeApplied(device.dataDir, [applied()]);
    const reading = await device.read();
    expect([rateOf(reading), reading.config.releases, reading.warnings]).toEqual([2, [applied()], []]);
    expect(readFileSync(device.file, "utf8")).toBe(before);
    writeApplied(device.dataDir, []);
    expect(rateOf(await device.read())).toBe(5);
  });

  test("is read again however many releases it lists", async () => {
    const device = await layOut("many");
    const many = Array.from({ length: 101 }, (_, index) => applied({ releaseId: `r${index}`, name: `rates-${index}` }));
    writeApplied(device.dataDir, many);
    expect(readApplied(device.dataDir)).toEqual(many);
  });

  test("is left out alone, with a warning, where it does not fit the file", async () => {
    const device = await layOut("leaves-out");
    const misfits = [
      applied({ releaseId: "camera", settings: [{ setting: "cameras.rear.framesPerSecond", value: "2" }] }),
      applied({ releaseId: "value", settings: [{ setting: "cameras.top.framesPerSecond", value: "many" }] }),
      applied({ releaseId: "own", settings: [{ setting: "cloud.url", value: "http://elsewhere.example" }] }),
      applied({
        releaseId: "model",
        kind: "model",
        name: "xray",
        settings: [{ setting: "models.xray.file", value: "x" }],
      }),
    ];
    writeApplied(device.dataDir, [...misfits, applied()]);
    const reading = await device.read();
    expect([rateOf(reading), reading.config.releases.map(({ releaseId }) => releaseId)]).toEqual([2, ["r1"]]);
    expect(reading.config.cloud.url).toBe("http://127.0.0.1:1");
    expect(reading.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the list has no entry "rear"'),
      expect.stringContaining("framesPerSecond"),
      expect.stringContaining("cloud.url is decided on the device only"),
      expect.stringContaining('has no model "xray"'),
    ]);
  });

  test("is ignored where its list is damaged", async () => {
    const device = await layOut("damaged");
    writeApplied(device.dataDir, [applied()]);
    for (const text of ["{", '{"releases":[{"releaseId":"../../x"}]}', ""]) {
      writeFileSync(path.join(device.dataDir, "releases", "applied.json"), text);
      expect([readApplied(device.dataDir), rateOf(await device.read())]).toEqual([[], 5]);
    }
  });
});

describe("a release on a device", () => {
  test("is used when its key is that of the device and the configuration is valid with it", async () => {
    const device = await layOut("accepts");
    const { file, wanted } = await signSettings("good");
    const { config } = await device.read();
    const place = { file, folder: path.join(device.dataDir, "releases", "good"), others: [] };
    const release = await checkRelease(wanted, place, { config, environment: {}, signal, logger });
    expect(release).toEqual(applied({ releaseId: "good" }));
  });

  test.each<[string, () => Promise<{ file: string; wanted: WantedRelease }>, object, RegExp]>([
    ["without a releaseKey", () => signSettings("a"), { releaseKey: undefined }, /^releaseKey is not set/],
    [
      "signed by another key",
      () => signSettings("b", {}, otherKey),
      {},
      /^it is signed with the key [0-9a-f]{16}, and/,
    ],
    [
      "of another version than announced",
      async () => signSettings("c", { version: "2" }),
      {},
      /^it is configuration rates 2, and configuration rates 1 was announced/,
    ],
    [
      "that changes what a device decides",
      () => signSettings("d", { settings: [{ setting: "releaseKey", value: otherKey.publicKey }] }),
      {},
      /releaseKey is decided on the device only/,
    ],
    [
      "with a value that the check refuses",
      () => signSettings("e", { settings: [{ setting: "cameras.top.framesPerSecond", value: "-1" }] }),
      {},
      /framesPerSecond/,
    ],
  ])("is refused %s", async (name, sign, changes, reason) => {
    const device = await layOut(name.replaceAll(" ", "-"), changes);
    const { file, wanted } = await sign();
    const { config } = await device.read();
    const place = { file, folder: path.join(device.dataDir, "releases", "refused"), others: [] };
    const checked = checkRelease(wanted, place, { config, environment: {}, signal, logger });
    await expect(checked).rejects.toMatchObject({ name: "ReleaseRefused", message: expect.stringMatching(reason) });
  });

  test.each<[string, number | null, string[] | undefined, RegExp]>([
    [
      "that finds something else in its golden pictures",
      0.8,
      undefined,
      /^its outputs differ from the measurement: whole.webp: .*score/,
    ],
    ["without golden pictures", null, undefined, /^it has no golden pictures/],
    ["without a class that a station selects", 0.9, ["carton", "drum"], /^station gate-1 selects the class "drum"/],
  ])("is refused as a model %s", async (name, score, classes, reason) => {
    const { checked } = await checkModel(name, score, classes);
    const message = expect.stringMatching(reason);
    await expect(checked).rejects.toMatchObject({ name: "ReleaseRefused", message });
  });

  test("is used as a model that gives the measured results on its golden pictures", async () => {
    const { device, folder, checked } = await checkModel("finds the same", 0.9);
    writeApplied(device.dataDir, [await checked]);
    expect((await device.read()).config.models.get("category")?.file).toBe(path.join(folder, "cargo.onnx"));
  });

  test("is neither used nor refused where the agent stops before its model is loaded", async () => {
    const stopping = new AbortController();
    const { folder, checked } = await checkModel("stops", 0.8, undefined, { stopping: stopping.signal });
    stopping.abort();
    await expect(checked).rejects.toMatchObject({ name: "AbortError" });
    expect(existsSync(folder)).toBe(false);
  });

  test("is neither used nor refused where the agent stops while its model runs", async () => {
    const stopping = new AbortController();
    const running = once(process, "worker");
    // More pictures than the time of a test allows.
    const { checked } = await checkModel("stops in a run", 0.9, undefined, {
      stopping: stopping.signal,
      times: 50_000,
    });
    await running;
    stopping.abort();
    await expect(checked).rejects.toBe(stopping.signal.reason);
  });

  test("is refused with a forged signature, a changed manifest and changed contents, and leaves no folder", async () => {
    const model = path.join(base, "cargo.onnx");
    writeFileSync(model, "the bytes of a model");
    const signed = path.join(base, "model.release");
    const files = [{ file: model, path: "cargo.onnx" }];
    await writeRelease(signed, { ...contents, kind: "model", modelFile: "cargo.onnx", files, settings: [] }, key);
    const whole = readFileSync(signed);
    const end = whole.indexOf("\n");
    const head = JSON.parse(whole.toString("utf8", 0, end));
    const folder = path.join(base, "unpacked");
    const tryTo = async (bytes: Buffer) => {
      const file = path.join(base, "changed.release");
      writeFileSync(file, bytes);
      const opened = await openRelease(file, key.publicKey);
      await unpackRelease(opened, folder, signal).finally(() => opened.handle.close());
    };
    const withHead = (change: object) =>
      Buffer.concat([Buffer.from(JSON.stringify({ ...head, ...change })), whole.subarray(end)]);
    await tryTo(whole);
    expect(readFileSync(path.join(folder, "cargo.onnx"), "utf8")).toBe("the bytes of a model");
    rmSync(folder, { recursive: true });
    const forged = otherKey.publicKey;
    await expect(tryTo(withHead({ publicKey: forged }))).rejects.toThrow("it is signed with the key");
    await expect(tryTo(withHead({ manifest: `${head.manifest} ` }))).rejects.toThrow("its signature is not valid");
    await expect(tryTo(Buffer.concat([whole.subarray(0, -1), Buffer.from("x")]))).rejects.toThrow(
      "the contents of cargo.onnx are not those that were signed",
    );
    await expect(tryTo(Buffer.from("x"))).rejects.toThrow("it is not a file that model sign or config sign");
    expect(readdirSync(base)).not.toContain("unpacked");
  });
});
