/**
 * Compares the agent's tracker with Ultralytics' own ByteTrack on drawn sequences, both scored by TrackEval.
 *
 *   node edge-agent/bench/tracking/compare.bench.ts             draws, tracks, scores and prints the table; ends with 1 when
 *                                                         the agent is below ByteTrack over all sequences of a rate
 *   node edge-agent/bench/tracking/compare.bench.ts --keep      scores FOLDER/…/bytetrack-SECONDS.txt, which
 *                                                         deploy/goldens/byte_track.py writes, and keeps the figures
 *
 * The sequences are the held-out seeds: nothing about the tracker was chosen by them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { z } from "zod";
import { followMotFile } from "../../src/tracking/mot-file.ts";
import { drawSequence, writeMot } from "./draw-sequence.ts";
import { scenes } from "./scenes.ts";

const SEEDS = [101, 102, 103, 104, 105];
const FRAMES = 600;
const RATES = [30, 10, 5];
const BUFFER_SECONDS = [1, 2];

const root = path.resolve(import.meta.dirname, "../../..");
const work = path.join(root, ".cache/tracking");
const drawn = path.join(work, "drawn");
const keptFile = path.join(root, "deploy/goldens/byte-track.json");

const figures = z.object({ mota: z.number(), idf1: z.number(), switches: z.number() });
/** Figures by rate, then by scene or "all". */
const scores = z.record(z.string(), z.record(z.string(), figures));
/** Scores by seconds of buffer. */
const keptScores = z.record(z.string(), scores);
type Figures = z.infer<typeof figures>;

const python = installScorer();
drawAll();
if (process.argv.includes("--keep")) {
  const kept = Object.fromEntries(BUFFER_SECONDS.map((seconds) => [seconds, score(`bytetrack-${seconds}.txt`)]));
  writeFileSync(keptFile, `${JSON.stringify(kept, null, 2)}\n`);
  console.log(`wrote ${keptFile}`);
} else {
  const kept = keptScores.parse(JSON.parse(readFileSync(keptFile, "utf8")));
  process.exitCode = BUFFER_SECONDS.map((seconds) => compare(seconds, kept[seconds] ?? {})).every(Boolean) ? 0 : 1;
}

/** Installs the scorer in its own folder, independent of the machine's Python packages, and returns its Python. */
function installScorer(): string {
  const environment = path.join(work, "python");
  const program = path.join(environment, "bin/python");
  const requirements = path.join(import.meta.dirname, "requirements.txt");
  if (!existsSync(program)) execFileSync("python3", ["-m", "venv", environment], { stdio: "inherit" });
  execFileSync(program, ["-m", "pip", "install", "--quiet", "--requirement", requirements], { stdio: "inherit" });
  return program;
}

function folderOf(scene: string, seed: number, rate: number): string {
  return path.join(drawn, `${scene}-${seed}-${rate}`);
}

function drawAll(): void {
  for (const [index, scene] of scenes.entries()) {
    for (const seed of SEEDS) {
      const sequence = drawSequence(scene, seed * 1_000 + index, FRAMES);
      for (const rate of RATES) {
        const { truth, detections } = writeMot(sequence, 30 / rate);
        mkdirSync(folderOf(scene.name, seed, rate), { recursive: true });
        writeFileSync(path.join(folderOf(scene.name, seed, rate), "gt.txt"), truth);
        writeFileSync(path.join(folderOf(scene.name, seed, rate), "det.txt"), detections);
      }
    }
  }
}

function score(results: string): z.infer<typeof scores> {
  const program = path.join(import.meta.dirname, "score.py");
  const output = execFileSync(python, [program, drawn, results], { encoding: "utf8", maxBuffer: 2 ** 26 });
  return scores.parse(JSON.parse(output));
}

/** Prints the table for one buffer; false where the agent is below ByteTrack over all sequences of a rate. */
function compare(seconds: number, theirs: z.infer<typeof scores>): boolean {
  for (const { name } of scenes) {
    for (const [seed, rate] of SEEDS.flatMap((each) => RATES.map((perSecond) => [each, perSecond] as const))) {
      const folder = folderOf(name, seed, rate);
      const text = readFileSync(path.join(folder, "det.txt"), "utf8");
      // A millisecond more: the end of the buffer falls on a frame, and ByteTrack counts that one in.
      const settings = { framesPerSecond: rate, bufferMs: seconds * 1_000 + 1 };
      writeFileSync(path.join(folder, `agent-${seconds}.txt`), followMotFile(text, settings).results);
    }
  }
  const ours = score(`agent-${seconds}.txt`);
  console.log(`\nBuffer ${seconds} s: agent / ByteTrack\n`);
  console.log(`${"fps".padEnd(5)}${"scene".padEnd(12)}${"MOTA".padEnd(16)}${"IDF1".padEnd(16)}switches`);
  let isAbove = true;
  for (const rate of RATES) {
    for (const scene of [...scenes.map(({ name }) => name), "all"]) {
      const [agent, byteTrack] = [ours[rate]?.[scene], theirs[rate]?.[scene]];
      if (!agent || !byteTrack) throw new Error(`no figures for ${scene} at ${rate} frames a second`);
      const below = scene === "all" && isBelow(agent, byteTrack);
      isAbove &&= !below;
      console.log(`${String(rate).padEnd(5)}${scene.padEnd(12)}${describe(agent, byteTrack)}${below ? "  BELOW" : ""}`);
    }
  }
  return isAbove;
}

function isBelow(agent: Figures, byteTrack: Figures): boolean {
  return agent.mota < byteTrack.mota || agent.idf1 < byteTrack.idf1 || agent.switches > byteTrack.switches;
}

function describe(agent: Figures, byteTrack: Figures): string {
  const pair = (a: number, b: number, digits: number) => `${a.toFixed(digits)} / ${b.toFixed(digits)}`.padEnd(16);
  return (
    pair(agent.mota, byteTrack.mota, 1) +
    pair(agent.idf1, byteTrack.idf1, 1) +
    pair(agent.switches, byteTrack.switches, 0).trimEnd()
  );
}
