import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findUntranslated } from "./untranslated-testing.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Words of addresses and columns of exports are the same in every language, as are the names of the languages. */
const FOR_PROGRAMS = /export-audit-log\.ts$|export-csv\.ts$|choices\.ts$|router\.tsx$|main\.tsx$|languages\.ts$/;

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing\.ts$|\.d\.ts$/.test(file) && !FOR_PROGRAMS.test(file),
);
const untranslatedIn = (file: string) =>
  findUntranslated(file, readFileSync(path.join(root, file), "utf8")).map(
    ({ line, text }) => `${file}:${line} ${text}`,
  );

test("every text for people is through Lingui", () => {
  expect(files.flatMap(untranslatedIn)).toEqual([]);
});

describe("the search for texts", () => {
  test.each([
    ["<p>Open container</p>", "Open container"],
    ["<p>{isOpen ? 'open' : x}</p>", "open"],
    ['<input placeholder="name" />', "name"],
    ["<Notice title={isOpen ? `Open ${n}` : undefined} />", "Open 1"],
    ['<Trans>Kept</Trans> && <b aria-label="lane" />', "lane"],
    ["announce(`${name} added`)", "1 added"],
    ["throw new Error('The file is empty.')", "The file is empty."],
    ["const NAMES = { lane: 'Lane one' }", "Lane one"],
  ])("finds one in %s", (code, text) => {
    expect(findUntranslated("a.tsx", `${code};`)).toEqual([{ line: 1, text }]);
  });

  test.each([
    "<p>{t`Open container`}</p>",
    "<p>{t({ context: 'button', message: 'Scan all' })}</p>",
    "<Trans>Open <b>all</b> of {name}</Trans>",
    "plural(count, { one: '# row', other: '# rows' })",
    "<p className='faint small'>{kind === 'Open' ? 1 : 2}</p>",
    "<p>{names.join(', ')} · {count} × 2</p>",
    "import { a } from 'A long name'",
    "type Word = 'Open' | 'All of them'",
    "const DRAFT = 'new container'",
  ])("finds none in %s", (code) => {
    expect(findUntranslated("a.tsx", `${code};`)).toEqual([]);
  });
});
