import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";

const CHAPTERS = path.resolve(import.meta.dirname, "../../../../deploy/docs/technician");
/** A block of a chapter with the commands of a session and what they print; `indent` stands before each line. */
const BLOCK = /^( *)<!-- session: (.+) -->\n\1```console\n([^]*?)^\1```$/gm;

/** Patterns of output that varies between machines and runs, with their replacements. */
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

/** The chapters for technicians, by their files. */
const readChapters = () =>
  readdirSync(CHAPTERS).map((name) => {
    const file = path.join(CHAPTERS, name);
    return { file, text: readFileSync(file, "utf8") };
  });

/** The names of all sessions in the chapters; throws where a block of a terminal has none. */
export function readTitles(): string[] {
  return readChapters()
    .flatMap(({ text }) => {
      const titles = [...text.matchAll(BLOCK)].map(([, , title = ""]) => title);
      expect(text.match(/```console/g) ?? []).toHaveLength(titles.length);
      return titles;
    })
    .toSorted();
}

function findSession(name: string) {
  for (const { file, text } of readChapters()) {
    const block = [...text.matchAll(BLOCK)].find(([, , title]) => title === name);
    if (block !== undefined) return { file, text, block };
  }
  throw new Error(`no chapter in ${CHAPTERS} has a session "${name}"`);
}

/**
 * A session of a chapter and what was recorded, both without what varies; RECORD_SESSIONS=1 writes the latter into the
 * chapter first.
 */
export function bothSessions(name: string, recorded: string): { shown: string; recorded: string } {
  const { file, text, block } = findSession(name);
  const [whole = "", indent = "", , body = ""] = block;
  if (process.env["RECORD_SESSIONS"] === "1") {
    const lines = recorded
      .trimEnd()
      .split("\n")
      .map((line) => `${indent}${line}`.trimEnd());
    writeFileSync(
      file,
      text.replace(whole, () => whole.replace(`console\n${body}`, () => `console\n${lines.join("\n")}\n`)),
    );
    return { shown: recorded, recorded };
  }
  return { shown: normalise(body.replaceAll(new RegExp(`^${indent}`, "gm"), "")), recorded: normalise(recorded) };
}
