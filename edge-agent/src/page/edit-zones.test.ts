import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { readConfigText } from "../config/config.ts";
import { pageZonesFile, type Zones } from "../config/page-zones.ts";
import { stripConfig } from "../config/strip-config.ts";
import { readPageZones } from "../config/page-zones.ts";
import { saveZones, zonesOf } from "./edit-zones.ts";

let folder = "";
const text = `cloud: { url: "https://inspection.example.com", apiKey: "\${KEY}" }
device: { id: gate-1 }
dataDir: data
models: { category: { file: bundled:category-demo } }
cameras:
  - { id: top, url: "test:pattern", privacyZones: &office [[[0, 0], [0.2, 0], [0.2, 0.2]]] }
  - { id: side, url: "test:pattern", privacyZones: *office }
stations:
  - { id: gate-1, camera: top, model: category, container: { identified: {} }, evidence: { cameras: [side] }, objects: &lane { minimumSizePercent: 1 } }
`;
const square = (from: number, to: number): [number, number][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];
const office: [number, number][] = [
  [0, 0],
  [0.2, 0],
  [0.2, 0.2],
];
const none: Zones = { privacy: [], include: [], exclude: [] };
const file = () => path.join(folder, "edge-agent.yaml");
const save = (cameraId: string, zones: Zones, from = text) =>
  saveZones({ text: from, file: file(), cameraId, zones }, { KEY: "abc" });
const read = async (from = text) => {
  const reading = await readConfigText(from, file(), { KEY: "abc" });
  if (!reading.ok) throw new Error(reading.problems.map(({ message }) => message).join());
  return reading;
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "page-zones-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

describe("zones of the technician's page", () => {
  test("are laid over the configuration from the data folder; those of other cameras stay, also of one alias", async () => {
    const zones = { privacy: [square(0, 0.5)], include: [square(0.1, 0.9)], exclude: [square(0.4, 0.5)] };
    expect(await save("top", zones)).toEqual({ ok: true });
    const { config, warnings } = await read();
    expect(zonesOf(config, "top")).toEqual({ ...zones, hasStation: true });
    expect(zonesOf(config, "side")).toEqual({ ...none, privacy: [office], hasStation: false });
    expect([config.stations[0]?.objects.minimumSizePercent, warnings]).toEqual([1, []]);
  });

  test("are deleted where they equal those of the file", async () => {
    await save("side", { ...none, privacy: [square(0, 0.5)] });
    await save("top", none);
    await save("side", { ...none, privacy: [office] });
    expect(Object.keys(readPageZones(path.join(folder, "data")).saved)).toEqual(["top"]);
  });

  test("stay in use when the file's zones are changed later, with a warning that names both", async () => {
    await save("top", { ...none, privacy: [square(0, 0.5)] });
    const { config, warnings } = await read(text.replace("&office [[[0, 0], [0.2, 0]", "&office [[[0, 0], [0.3, 0]"));
    expect(zonesOf(config, "top")?.privacy).toEqual([square(0, 0.5)]);
    expect(warnings).toMatchObject([
      { message: expect.stringContaining('zones of camera "top" in this file are not used') },
    ]);
  });

  test("of a camera that the file no longer has are left out, and so is a damaged file, with a warning", async () => {
    await save("side", { ...none, privacy: [square(0, 0.5)] });
    const without = text.replace(/ {2}- \{ id: side.*\n/, "").replace("cameras: [side]", "cameras: []");
    expect((await read(without)).warnings).toEqual([]);
    await writeFile(pageZonesFile(path.join(folder, "data")), "{");
    const { config, warnings } = await read();
    expect(zonesOf(config, "side")?.privacy).toEqual([office]);
    expect(warnings).toMatchObject([{ severity: "warning", message: expect.stringContaining("cannot be read") }]);
  });

  test("are refused for an unknown camera, a missing station and a file that does not pass config check", async () => {
    expect(await save("other", none)).toEqual({ ok: false, message: 'the file contains no camera "other"' });
    expect(await save("side", { ...none, include: [square(0, 0.5)] })).toMatchObject({ ok: false });
    const broken = await save("top", none, text.replace("device:", "devise:"));
    expect(broken).toMatchObject({ ok: false, message: expect.stringContaining("devise: is an unknown setting") });
  });

  test("go to the hardware that replaces this device", async () => {
    await save("side", { ...none, privacy: [square(0, 0.5)] });
    const { configuration } = await stripConfig(text, folder, readPageZones(path.join(folder, "data")).saved);
    await writeFile(file(), configuration.replace(/apiKeyFile: .*/, "apiKey: abc"));
    await rm(path.join(folder, "data"), { recursive: true });
    expect(zonesOf((await read(await readFile(file(), "utf8"))).config, "side")?.privacy).toEqual([square(0, 0.5)]);
  });
});
