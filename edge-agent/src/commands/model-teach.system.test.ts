import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { runLine } from "./testing/run-line.ts";
import { layOutSite, runCli } from "./testing/small-site.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), "teach-"))));

/** A picture of some bars, across or down, in a place and of a shade of their own. */
async function drawBars(file: string, answer: string, seed: number): Promise<void> {
  const bars = Array.from({ length: 5 }, (_, bar) => {
    const [along, beside] = [20 + ((seed * 37) % 60), 20 + ((seed * 13) % 30) + bar * 26];
    const [x, y, w, h] = answer === "across" ? [along, beside, 150, 12] : [beside + 20, along, 12, 100];
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="hsl(${(seed * 71) % 360} 60% 40%)"/>`;
  });
  const svg = `<svg width="256" height="192"><rect width="256" height="192" fill="#ccc"/>${bars.join("")}</svg>`;
  await sharp(Buffer.from(svg)).flatten().jpeg().toFile(file);
}

async function drawExamples(counts: Record<string, number>): Promise<string> {
  const examples = path.join(folder, "examples");
  for (const [answer, count] of Object.entries(counts)) {
    await mkdir(path.join(examples, answer), { recursive: true });
    for (let at = 0; at < count; at += 1) await drawBars(path.join(examples, answer, `${at}.jpg`), answer, at);
  }
  return examples;
}

const teach = (examples: string, base = "bundled:category-demo", output = path.join(folder, "bars.onnx")) =>
  runLine(["model", "teach", "--base", base, "--examples", examples, "--output", output]);

describe("model teach", () => {
  test("writes a model that inspect and scan take, with its held-out figures and a card", async () => {
    const examples = await drawExamples({ across: 12, down: 12 });
    const { code, stderr } = await teach(examples);
    expect(stderr).toMatch(/across +12 +\d+ % +\d+ % +[01]\.\d\d/);
    expect(code).toBe(0);
    const file = path.join(folder, "bars.onnx");
    const card = await readFile(path.join(folder, "bars.card.md"), "utf8");
    expect(card).toContain("category-demo.onnx");
    expect((await readdir(folder)).toSorted()).toEqual(["bars.card.md", "bars.onnx", "examples"]);
    const inspected = await runLine(["model", "inspect", file, "--json"]);
    expect(JSON.parse(inspected.stdout)).toMatchObject({ layout: "classify", classNames: ["across", "down"] });
    for (const answer of ["across", "down"]) {
      const unseen = path.join(folder, `${answer}.jpg`);
      await drawBars(unseen, answer, 50);
      const { configFile } = await layOutSite("http://127.0.0.1:9", { models: { category: { file } } });
      const of = ["--config", configFile, "--container", "CSQU3054383", "--image", unseen, "--wait", "0"];
      const { code: kept, stdout } = await runCli("scan", ...of);
      expect({ kept, stdout }).toEqual({ kept: 3, stdout: expect.stringMatching(new RegExp(`\\b${answer}\\b`)) });
    }
    expect(await teach(examples)).toMatchObject({ code: 2, stderr: expect.stringContaining("exists already") });
  }, 20_000);

  test.each<[Record<string, number>, string]>([
    [{ across: 9, down: 9 }, "has 18 examples: give 20 at least"],
    [{ across: 24 }, "fewer than two answers"],
    [{ across: 20, down: 7 }, 'has 7 pictures of "down": give 8 of each'],
  ])("refuses %o", async (counts, reason) => {
    const refused = await teach(await drawExamples(counts));
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
    expect(await readdir(folder)).toEqual(["examples"]);
  });

  test("leaves nothing behind where it cannot write", async () => {
    const examples = await drawExamples({ across: 12, down: 12 });
    const elsewhere = await teach(examples, undefined, path.join(folder, "models", "bars.onnx"));
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining("does not exist: create it first") });
    await mkdir(path.join(folder, "bars.onnx.new"));
    const blocked = await teach(examples);
    expect(blocked).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot be written (EISDIR)") });
    expect((await readdir(folder)).toSorted()).toEqual(["bars.onnx.new", "examples"]);
  });

  test("names a picture that cannot be read, and a base that has no features", async () => {
    const examples = await drawExamples({ across: 12, down: 12 });
    const broken = path.join(examples, "down", "12.png");
    await writeFile(broken, "no picture");
    expect(await teach(examples)).toMatchObject({ code: 2, stderr: expect.stringContaining(broken) });
    await rm(broken);
    const base = path.join(folder, "empty.onnx");
    await writeFile(base, Uint8Array.of(58, 0));
    const refused = await teach(examples, base);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("no deep feature tensor") });
    expect(existsSync(path.join(folder, "bars.onnx"))).toBe(false);
  });
});
