import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";

const README = path.resolve(import.meta.dirname, "../../../README.md");
/** A block of the README with the commands of a session and what they print; `indent` stands before each line. */
const BLOCK = /^( *)<!-- session: (.+) -->\n\1```console\n([^]*?)^\1```$/gm;

/** What differs from machine to machine and from run to run. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/^(?:ok {2}|warn) clock +time server: .*\n(?: +Fix: .*\n)?/m, ""],
  [/^(?:ok {2}|warn) disk .* free.*\n(?: +Fix: .*\n)?/m, ""],
  [/, \d+ MB free on the disk.*/, ""],
  [/, \d+ warnings?\b/, ""],
  [/, (?:one picture|[\d.]+ pictures per second)$/m, ", N pictures"],
  [/\b[\d.]+ (ms|MB|s|min|h|days)\b/g, "N $1"],
  [/\b(\d+) %/g, "N %"],
  [/\brecord [0-9a-f]{24}\b/, "record ID"],
];
const normalise = (text: string) => VARYING.reduce((rest, [pattern, to]) => rest.replace(pattern, to), text);

/** The names of all sessions in the README; throws where a block of a terminal has none. */
export function readTitles(): string[] {
  const readme = readFileSync(README, "utf8");
  const titles = [...readme.matchAll(BLOCK)].map(([, , title = ""]) => title);
  expect(readme.match(/```console/g)).toHaveLength(titles.length);
  return titles.toSorted();
}

/**
 * A session of the README and what was recorded, both without what varies; RECORD_SESSIONS=1 writes the latter into the
 * README first.
 */
export function bothSessions(name: string, recorded: string): { shown: string; recorded: string } {
  const readme = readFileSync(README, "utf8");
  const block = [...readme.matchAll(BLOCK)].find(([, , title]) => title === name);
  const [whole = "", indent = "", , body = ""] = block ?? [];
  if (process.env["RECORD_SESSIONS"] === "1") {
    const lines = recorded
      .trimEnd()
      .split("\n")
      .map((line) => `${indent}${line}`.trimEnd());
    writeFileSync(
      README,
      readme.replace(whole, () => whole.replace(`console\n${body}`, () => `console\n${lines.join("\n")}\n`)),
    );
    return { shown: recorded, recorded };
  }
  return { shown: normalise(body.replaceAll(new RegExp(`^${indent}`, "gm"), "")), recorded: normalise(recorded) };
}
