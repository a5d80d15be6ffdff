import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile, chmod, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { replaceConfigFile } from "./config-file.ts";
import { editZones, type Zones } from "./edit-zones.ts";

const text = `# The gate of the north side
cloud: { url: "https://inspection.example.com", apiKey: "\${KEY}" } # the key is in the environment
device: { id: gate-1 }
models:
  category: { file: bundled:category-demo }

cameras:
  # above the lane
  - { id: top, url: "test:pattern", privacyZones: [[[0, 0], [0.2, 0], [0.2, 0.2]]] } # the office
  - id: side # no station
    url: test:pattern
stations:
  - id: gate-1
    camera: top
    model: category
    container: { fixed: CSQU3054383 }
    objects: # only the lane
      minimumSizePercent: 1
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

const edit = (cameraId: string, zones: Zones, from = text) =>
  editZones({ text: from, file: "/etc/edge-agent.yaml", cameraId, zones }, { KEY: "abc" });
/** The lines that only one of two texts has. */
const changes = (one: string, other: string) => {
  const lines = other.split("\n");
  return one.split("\n").filter((line) => !lines.includes(line));
};

describe("zones in the configuration file", () => {
  it("are put in their place; every comment and variable and all other settings stay", async () => {
    const edited = await edit("top", { privacy: [office], include: [square(0.1, 0.9)], exclude: [square(0.4, 0.5)] });
    if (!edited.ok) throw new Error(edited.message);
    // The library writes lists with spaces inside, and puts a comment of a section below its name.
    expect(changes(text, edited.text)).toEqual([
      '  - { id: top, url: "test:pattern", privacyZones: [[[0, 0], [0.2, 0], [0.2, 0.2]]] } # the office',
      "    objects: # only the lane",
    ]);
    expect(changes(edited.text, text)).toEqual([
      '  - { id: top, url: "test:pattern", privacyZones: [ [ [ 0, 0 ], [ 0.2, 0 ], [ 0.2, 0.2 ] ] ] } # the office',
      "    objects:",
      "      # only the lane",
      "      include: [ [ [ 0.1, 0.1 ], [ 0.9, 0.1 ], [ 0.9, 0.9 ], [ 0.1, 0.9 ] ] ]",
      "      exclude: [ [ [ 0.4, 0.4 ], [ 0.5, 0.4 ], [ 0.5, 0.5 ], [ 0.4, 0.5 ] ] ]",
    ]);
    const back = await edit("top", { ...none, privacy: [office] }, edited.text);
    expect(back.ok && changes(edited.text, back.text).map((line) => line.trim().split(":")[0])).toEqual([
      "include",
      "exclude",
    ]);
  });

  it("of a camera without a station are privacy zones; the last one takes its setting with it", async () => {
    const edited = await edit("side", { ...none, privacy: [square(0, 0.5)] });
    expect(edited.ok && edited.text).toContain(
      "    url: test:pattern\n    privacyZones: [ [ [ 0, 0 ], [ 0.5, 0 ], [ 0.5, 0.5 ], [ 0, 0.5 ] ] ]\n",
    );
    const without = await edit("top", none);
    expect(without.ok && without.text).toContain('  - { id: top, url: "test:pattern" } # the office');
    expect(await edit("side", { ...none, include: [square(0, 0.5)] })).toMatchObject({ ok: false });
  });

  it("are refused for a file that does not pass config check, and where they cannot be changed alone", async () => {
    const broken = await edit("top", none, text.replace("fixed: CSQU3054383", "fixd: CSQU3054383"));
    expect(broken).toMatchObject({ ok: false, message: expect.stringContaining("fixd: is an unknown setting") });
    const shared = text
      .replace(
        "privacyZones: [[[0, 0], [0.2, 0], [0.2, 0.2]]]",
        "privacyZones: &zones [[[0, 0], [0.2, 0], [0.2, 0.2]]]",
      )
      .replace("  - id: side # no station", "  - id: side\n    privacyZones: *zones");
    expect(await edit("top", { ...none, privacy: [square(0, 0.5)] }, shared)).toMatchObject({ ok: false });
    const together = `${text.replace("objects: # only the lane", "objects: &lane")}  - id: gate-2
    camera: side
    model: category
    container: { fixed: MSCU1234566 }
    objects: *lane
`;
    expect(await edit("side", { ...none, privacy: [office] }, together)).toMatchObject({ ok: true });
    expect(await edit("top", { ...none, privacy: [office], include: [square(0, 0.5)] }, together)).toEqual({
      ok: false,
      message: expect.stringContaining("edit the file by hand"),
    });
    expect(await edit("other", none)).toMatchObject({ ok: false, message: 'the file contains no camera "other"' });
  });
});

describe("the configuration file", () => {
  async function layOut() {
    const folder = await mkdtemp(path.join(tmpdir(), "page-config-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, "edge-agent.yaml");
    await writeFile(file, "old");
    await chmod(file, 0o640);
    return { folder, file };
  }

  it("is replaced with its mode, through a link, and the old text stays beside it", async () => {
    const { folder, file } = await layOut();
    const link = path.join(folder, "link.yaml");
    await symlink(file, link);
    expect(await replaceConfigFile(link, "new")).toBeNull();
    expect([await readFile(file, "utf8"), await readFile(`${file}.bak`, "utf8")]).toEqual(["new", "old"]);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect((await readdir(folder)).toSorted()).toEqual(["edge-agent.yaml", "edge-agent.yaml.bak", "link.yaml"]);
  });

  it("stays as it is where it cannot be replaced, and the reason is one sentence", async () => {
    const { folder, file } = await layOut();
    await mkdir(`${file}.bak`);
    expect(await replaceConfigFile(file, "new")).toMatch(
      /^the agent may not write .*edge-agent.yaml or its folder \(E\w+\)/,
    );
    expect(await readFile(file, "utf8")).toBe("old");
    expect((await readdir(folder)).toSorted()).toEqual(["edge-agent.yaml", "edge-agent.yaml.bak"]);
  });
});
