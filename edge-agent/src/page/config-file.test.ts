import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile, chmod, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { replaceConfigFile } from "./config-file.ts";

describe("the configuration file", () => {
  async function layOut() {
    const folder = await mkdtemp(path.join(tmpdir(), "page-config-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, "edge-agent.yaml");
    await writeFile(file, "old");
    await chmod(file, 0o640);
    return { folder, file };
  }

  test("is replaced with its mode, through a link, and the old text stays beside it", async () => {
    const { folder, file } = await layOut();
    const link = path.join(folder, "link.yaml");
    await symlink(file, link);
    expect(await replaceConfigFile(link, "new")).toBeNull();
    expect([await readFile(file, "utf8"), await readFile(`${file}.bak`, "utf8")]).toEqual(["new", "old"]);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect((await readdir(folder)).toSorted()).toEqual(["edge-agent.yaml", "edge-agent.yaml.bak", "link.yaml"]);
  });

  test("stays as it is where it cannot be replaced, and the reason is one sentence", async () => {
    const { folder, file } = await layOut();
    await mkdir(`${file}.bak`);
    expect(await replaceConfigFile(file, "new")).toMatch(/edge-agent.yaml or its folder cannot be written \(E\w+\)/);
    expect(await readFile(file, "utf8")).toBe("old");
    expect((await readdir(folder)).toSorted()).toEqual(["edge-agent.yaml", "edge-agent.yaml.bak"]);
  });
});
