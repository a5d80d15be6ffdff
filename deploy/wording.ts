// The words and the beginnings of doc comments that this project does not use, and what to write instead.
// `npx node deploy/wording.ts [FOLDER…]` lists the places.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** A pattern, and the plain words for it. Patterns are matched without regard to case, within one line. */
const words: readonly [pattern: string, instead: string][] = [
  ["any ?more", "no longer, still"],
  ["no more(?! than)", "no longer"],
  ["by then", "at that time"],
  ["as it stands", "currently, unchanged"],
  ["whoever", "the user, the caller"],
  ["somebody|nobody", "the user, the supervisor, no user"],
  ["tells?|told", "reports, returns, reported"],
  ["says?|said|saying", "reports, states, logs, the payload"],
  ["gone", "missing, deleted, ended"],
  ["heirs?", "the target, the merged container"],
  ["anew", "again"],
  ["what (?:became|becomes) of", "the outcome of"],
  ["(?:is|are|was|were|be|stays|while \\w+ is) away", "unavailable, missing"],
  ["put away", "done"],
  ["for good", "permanently"],
  ["(?:is|are|was|were) had", "is taken, is received"],
  ["(?:is|are) not heard", "is silent"],
  ["speaks as it does", "compatible"],
  ["costs? no other", "does not affect others"],
  ["broke off", "was truncated"],
  ["took no job", "rejected the job"],
  ["it may go on", "release it"],
  ["has to look at", "needs review"],
  ["shown this once", "you will not see it again"],
  ["make (?:a device|my account|another one)", "add, create"],
  ["the same, (?:but|for|as)", "a sentence that stands alone"],
  ["(?:is|are|was|were) there", "exists, is in view, was found"],
  ["names no \\w+ that there can be", "has an invalid …"],
  ["(?<=[\"'`][^\"'`]*)(?<!there )(?:is|are|was|were) no (?!longer|more)", "is not a …"],
  ["(?<=[\"'`])there (?:is|are) (?:no|already)", "Invite not found. An account with this address already exists."],
];

/** Exceptions in which a word is intended: terms of a protocol, a name fixed by the interface, or the list itself. */
const allowed: readonly [file: RegExp, pattern: string][] = [
  [/^deploy\/wording/, "."],
  // A code of the interface: why a webhook is disabled.
  [/^shared-schemas\/src\/webhooks/, '"gone"|`gone`'],
  // A webhook's `disabledReason` is `gone` after a 410.
  [/^cloud\/src\/notices\/webhooks\//, "gone"],
  // The user of that name in Unix.
  [/^cloud\/src\/testing\/(postgres|pgbouncer)/, "nobody"],
  // A phrase of bills of lading.
  [/^cloud\/src\/match\/(bundled|reading)\//, "said to contain"],
  // The names of tests, which are not texts of the product.
  [
    /\.test\.tsx?$|\/(testing|tests|bench|guarantees)\/|testing\.ts$|-contract\.ts$|nightly\.ts$/,
    "(is|are|was|were) no",
  ],
  // "410 Gone" is the name of an HTTP status.
  [/./, "410 gone"],
];

export type Finding = { file: string; line: number; word: string; instead: string };

const matchers = words.map(([pattern, instead]) => ({ regExp: new RegExp(`\\b(?:${pattern})\\b`, "i"), instead }));

/** Every place in a text where a word of the list stands. */
export function findWords(file: string, text: string): Finding[] {
  const exempt = allowed.filter(([pattern]) => pattern.test(file)).map(([, pattern]) => new RegExp(pattern, "gi"));
  return text.split("\n").flatMap((original, index) => {
    const line = exempt.reduce((rest, pattern) => rest.replaceAll(pattern, ""), original);
    return matchers.flatMap(({ regExp, instead }) => {
      const word = regExp.exec(line)?.[0];
      return word === undefined ? [] : [{ file, line: index + 1, word, instead }];
    });
  });
}

/** Words with which no doc comment begins: a sentence or a noun phrase that is read alone in a hover starts otherwise. */
const FRAGMENT = /^(?:What|How|Whether|Where|Of|For|Also|So|As|Which|Whose|Who|Why)\b/;

/** Returns the doc comments of a TypeScript file that are fragments. */
export function findFragments(file: string, text: string): Finding[] {
  if (!/\.tsx?$/.test(file)) return [];
  return [...text.matchAll(/^[ \t]*\/\*\*(?:\s*\n[ \t]*\*)?[ \t]+(?<first>\w+)/gm)]
    .filter(({ groups }) => FRAGMENT.test(groups?.first ?? ""))
    .map(({ 0: start, index, groups }) => ({
      file,
      line: text.slice(0, index + start.length).split("\n").length,
      word: groups?.first ?? "",
      instead: 'a verb ("Returns …") or a noun ("Time in ms …")',
    }));
}

/** The findings of all files under these folders that people write: sources, READMEs, configuration with comments. */
export function findWordsUnder(folders: readonly string[] = []): Finding[] {
  const patterns = ["ts", "tsx", "md", "py", "yaml", "mjs"].map((end) => `*.${end}`);
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard", "--", ...patterns], { cwd: root });
  return listed
    .toString()
    .split("\0")
    .filter((file) => file !== "" && !file.endsWith("client/src/schema.ts"))
    .filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return [...findWords(file, text), ...findFragments(file, text)];
    });
}

if (process.argv[1] === import.meta.filename) {
  const findings = findWordsUnder(process.argv.slice(2));
  for (const { file, line, word, instead } of findings) console.log(`${file}:${line}: "${word}" → ${instead}`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
